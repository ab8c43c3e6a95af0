"""`headwater.dataset` on a real store: the committed rows by pyarrow, pandas, Polars and DuckDB."""

from datetime import date

import duckdb
import pyarrow as pa
import pyarrow.dataset as ds
import pytest
from pyarrow import csv

import headwater
from dataset_support import A, B, C, Lake, identifier, part
from headwater.core.columns import ColumnRange
from headwater.core.errors import HeadwaterError
from headwater.datasets.guarantees import guarantee
from parquet_support import parquet

ROOT = "data/sales"


pytestmark = pytest.mark.usefixtures("s3_environment")


@pytest.fixture
def sales(lake: Lake) -> Lake:
    lake.commit_sales(ROOT)
    return lake


def ids(table: pa.Table) -> list[int]:
    return sorted(table["id"].to_pylist())


def test_every_library_reads_the_committed_rows(sales: Lake) -> None:
    found = headwater.dataset(sales.uri(ROOT))
    assert isinstance(found, ds.Dataset)
    assert ids(found.to_table()) == list(range(120))
    assert found.count_rows() == 120
    assert sorted(found.to_pandas()["id"]) == list(range(120))
    assert sorted(found.to_polars().collect()["id"]) == list(range(120))
    relation = found.to_duckdb(duckdb.connect())
    assert relation.aggregate("count(*), sum(id)").fetchall() == [(120, sum(range(120)))]


def test_partition_columns_have_types(sales: Lake) -> None:
    assert headwater.dataset(sales.uri(ROOT)).schema.field("day").type == pa.int32()
    rows = headwater.dataset(sales.uri(ROOT)).to_table(filter=ds.field("day") == 1)
    assert ids(rows) == list(range(50, 120))
    for root, value, type_, expected in (
        ("dates", "2026-01-31", pa.date32(), date(2026, 1, 31)),
        ("numbers", "9999999999", pa.int64(), 9_999_999_999),
        ("texts", "a%2Fb", pa.string(), "a/b"),
    ):
        keys = [
            sales.put(part(root, C, 0, f"k={value}/"), parquet(0, 1)),
            sales.put(part(root, C, 1, "k=__HIVE_DEFAULT_PARTITION__/"), parquet(1, 1)),
        ]
        sales.commit(root, C, keys)
        table = headwater.dataset(sales.uri(root)).to_table()
        assert table.schema.field("k").type == type_
        assert dict(zip(table["id"].to_pylist(), table["k"].to_pylist(), strict=True)) == {
            0: expected,
            1: None,
        }


def test_a_partition_that_no_row_of_the_filter_has_is_not_read(sales: Lake) -> None:
    found = headwater.dataset(sales.uri(ROOT))
    sales.s3.delete_object(Bucket=sales.bucket, Key=part(ROOT, A, 0, "day=0/"))
    assert ids(found.to_table(filter=ds.field("day") == 1)) == list(range(50, 120))
    with pytest.raises(OSError, match=r"part-00000.*GetObject"):
        found.to_table()


@pytest.mark.parametrize(
    ("selection", "expected"),
    [
        (ds.field("id") >= 105, list(range(105, 120))),
        (ds.field("name") == "name107", [107]),
        (ds.field("id").is_null(), []),
    ],
)
def test_a_file_whose_range_has_no_row_of_the_filter_is_not_read(
    sales: Lake, selection: ds.Expression, expected: list[int]
) -> None:
    for manifest, numbers in (
        (f"{ROOT}/_SUCCESS", (0, 50)),
        (f"{ROOT}/_SUCCESS.delta.{identifier(B)}", (100,)),
    ):
        sales.describe(
            manifest,
            [
                {
                    "id": {"min": f"{first}", "max": f"{first + 49}", "nulls": 0},
                    "name": {"min": f"name{first:03}", "max": f"name{first + 49:03}", "nulls": 0},
                }
                for first in numbers
            ],
        )
    found = headwater.dataset(sales.uri(ROOT))
    for day in (0, 1):
        sales.s3.delete_object(Bucket=sales.bucket, Key=part(ROOT, A, day, f"day={day}/"))
    assert ids(found.to_table(filter=selection)) == expected


def test_ranges_of_unknown_meaning_and_nulls_skip_nothing(lake: Lake) -> None:
    lake.commit(ROOT, A, [lake.put(part(ROOT, A), parquet(0, 10))])
    lake.describe(
        f"{ROOT}/_SUCCESS",
        [{"id": {"min": "x", "max": "y", "nulls": 0}, "name": {"min": "0x00", "max": "0x01"}, "gone": {}}],
    )
    found = headwater.dataset(lake.uri(ROOT))
    assert ids(found.to_table(filter=(ds.field("id") == 3) & (ds.field("name") == "name003"))) == [3]


@pytest.mark.parametrize(("low", "high"), [("9", "10"), ("-1", "x"), (".5", "x"), ("a", "nan")])
def test_ranges_of_numbers_say_nothing_of_texts(low: str, high: str) -> None:
    schema = pa.schema([("id", pa.string())])
    assert str(guarantee(schema, {}, {"id": ColumnRange(low, high, 0)})) == "true"
    assert str(guarantee(schema, {}, {"id": ColumnRange("a", "b", 0)})) != "true"


def test_foreign_files_are_read_and_hidden_ones_are_not(sales: Lake) -> None:
    sales.put(f"{ROOT}/day=2/added.parquet", parquet(120, 5))
    sales.put(f"{ROOT}/_spark_metadata/0", b"{}")
    sales.put(f"{ROOT}/.part.crc", b"crc")
    found = headwater.dataset(sales.uri(ROOT))
    assert ids(found.to_table()) == list(range(125))
    assert len(found.files()) == 4
    assert sales.uri(f"{ROOT}/day=2/added.parquet") in found.files()


def test_csv_and_json_are_read_by_their_names(lake: Lake) -> None:
    lake.put("csv/a.csv", b"id,name\n1,x\n")
    lake.put("json/a.json", b'{"id": 1, "name": "x"}\n')
    for root in ("csv", "json"):
        assert headwater.dataset(lake.uri(root)).to_table().to_pylist() == [{"id": 1, "name": "x"}]
    without_header = ds.CsvFileFormat(read_options=csv.ReadOptions(column_names=["a", "b"]))
    assert headwater.dataset(lake.uri("csv"), format=without_header).count_rows() == 2


def test_what_cannot_be_a_dataset_is_an_error(lake: Lake) -> None:
    with pytest.raises(HeadwaterError, match="nothing at"):
        headwater.dataset(lake.uri("nothing"))
    lake.put("mixed/a.csv", b"1\n")
    lake.put("mixed/b.parquet", parquet(0, 1))
    with pytest.raises(HeadwaterError, match="extensions csv, parquet"):
        headwater.dataset(lake.uri("mixed"))
    with pytest.raises(HeadwaterError, match="no format 'xml'"):
        headwater.dataset(lake.uri("mixed"), format="xml")
    lake.commit("empty", A)
    with pytest.raises(HeadwaterError, match="the dataset is empty") as failure:
        headwater.dataset(lake.uri("empty"))
    assert "schema=" in failure.value.advice
    schema = pa.schema([("id", pa.int64())])
    assert headwater.dataset(lake.uri("empty"), schema=schema).to_table() == schema.empty_table()
