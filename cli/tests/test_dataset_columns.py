"""The columns of `headwater.dataset`: those of its files and folders, and those that a schema gives."""

from datetime import UTC, datetime
from decimal import Decimal

import pyarrow as pa
import pyarrow.dataset as ds
import pytest

import headwater
from dataset_support import C, Lake, part
from headwater.core.columns import ColumnRange
from headwater.core.errors import HeadwaterError
from headwater.datasets.listing import ListedFile
from headwater.datasets.schemas import shown
from parquet_support import parquet, parquet_of

ROOT = "data/sales"
NULL = "__HIVE_DEFAULT_PARTITION__"
X = pa.int8()

pytestmark = pytest.mark.usefixtures("s3_environment")


def partitioned(lake: Lake, *values: str) -> str:
    """A dataset of one row for each value of the partition column k. Returns its URI."""
    keys = [lake.put(part(ROOT, C, n, f"k={value}/"), parquet(n, 1)) for n, value in enumerate(values)]
    lake.commit(ROOT, C, keys)
    return lake.uri(ROOT)


def test_partition_columns_that_a_schema_lacks_are_added(lake: Lake) -> None:
    found = headwater.dataset(partitioned(lake, "1", "2"), schema=pa.schema([("id", pa.int32())]))
    assert found.schema == pa.schema([("id", pa.int32()), ("k", pa.int32())])
    assert found.to_table(filter=ds.field("k") == 2).to_pylist() == [{"id": 1, "k": 2}]


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("true", pa.bool_(), True),
        ("false", pa.bool_(), False),
        ("1.5", pa.float64(), 1.5),
        ("1.0E10", pa.float32(), 1e10),
        ("-Infinity", pa.float64(), float("-inf")),
        ("1.50", pa.decimal128(12, 3), Decimal("1.5")),
        ("2026-01-31 12%3A00%3A00", pa.timestamp("us"), datetime(2026, 1, 31, 12)),  # noqa: DTZ001
        ("2026-01-31 12%3A00%3A00.25", pa.timestamp("ms"), datetime(2026, 1, 31, 12, 0, 0, 250_000)),  # noqa: DTZ001
        ("2026-01-31 12%3A00%3A00", pa.timestamp("us", "Asia/Tokyo"), datetime(2026, 1, 31, 3, tzinfo=UTC)),
        ("01", pa.int16(), 1),
        ("01", pa.large_string(), "01"),
        ("x", pa.dictionary(pa.int32(), pa.string()), "x"),
    ],
)
def test_a_partition_has_the_type_of_a_schema(
    lake: Lake, text: str, kind: pa.DataType, value: object
) -> None:
    schema = pa.schema([("id", pa.int64()), ("k", kind)])
    found = headwater.dataset(partitioned(lake, text, NULL), schema=schema).to_table()
    assert found["k"].type == kind
    assert dict(zip(found["id"].to_pylist(), found["k"].to_pylist(), strict=True)) == {0: value, 1: None}


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("x", pa.int32()),
        ("300", pa.int8()),
        ("maybe", pa.bool_()),
        ("1.555", pa.decimal128(10, 2)),
        ("yesterday", pa.timestamp("us", "UTC")),
        ("2026-02-30", pa.date32()),
        ("x", pa.list_(pa.string())),
    ],
)
def test_a_value_that_a_schema_has_no_type_for_is_named(lake: Lake, text: str, kind: pa.DataType) -> None:
    uri = partitioned(lake, text)
    with pytest.raises(HeadwaterError, match=f"column k has the value '{text}', which is no") as failure:
        headwater.dataset(uri, schema=pa.schema([("id", pa.int64()), ("k", kind)]))
    assert "schema=" in failure.value.advice


def test_booleans_of_folders_are_text_and_zeros_before_a_number_do_not_count(lake: Lake) -> None:
    table = pa.table({"id": [1, 2], "k": [True, False], "n": ["01", "1"]})
    headwater.write_dataset(table, lake.uri(ROOT), partition_by=["k", "n"])
    found = headwater.dataset(lake.uri(ROOT)).to_table().sort_by("id")
    assert found.to_pylist() == [{"id": 1, "k": "true", "n": 1}, {"id": 2, "k": "false", "n": 1}]


def written(lake: Lake, mode: str = "append", **columns: list) -> None:
    headwater.write_dataset(pa.table(columns), lake.uri(ROOT), mode=mode)


def test_no_column_of_a_commit_is_lost(lake: Lake) -> None:
    for _ in range(4):
        written(lake, "overwrite", a=[1])
        written(lake, a=[2], b=[2.5])
        written(lake, a=[3], c=["x"])
        assert headwater.dataset(lake.uri(ROOT)).to_table().sort_by("a").to_pylist() == [
            {"a": 1, "b": None, "c": None},
            {"a": 2, "b": 2.5, "c": None},
            {"a": 3, "b": None, "c": "x"},
        ]


def test_of_many_commits_the_oldest_the_newest_and_those_with_other_ranges_are_read() -> None:
    ranges = {"a": ColumnRange("1", "1", 0)}
    files = [
        ListedFile(f"{99 - n}", 1, {}, ranges | ({"b": ranges["a"]} if n == 2 else {}), f"{n:02}")
        for n in range(50)
        for _ in range(2)
    ]
    assert [each.written for each in shown(files)] == ["00", "02", *(f"{n}" for n in range(19, 50))]
    assert [each.written for each in shown(files, 2)] == ["00", "02", "49"]


@pytest.mark.parametrize(
    ("one", "other", "both"),
    [
        (pa.int32(), pa.int64(), pa.int64()),
        (pa.int32(), pa.uint32(), pa.int64()),
        (pa.int32(), pa.float32(), pa.float64()),
        (pa.int16(), pa.float32(), pa.float32()),
        (pa.int32(), pa.decimal128(5, 2), pa.decimal128(12, 2)),
        (pa.int64(), pa.decimal128(38, 20), pa.decimal256(39, 20)),
        (pa.decimal128(5, 0), pa.decimal128(5, 4), pa.decimal128(9, 4)),
        (pa.timestamp("ms"), pa.timestamp("us"), pa.timestamp("us")),
        (pa.string(), pa.large_string(), pa.large_string()),
        (pa.string(), pa.dictionary(pa.int32(), pa.string()), pa.string()),
        (pa.null(), pa.date32(), pa.date32()),
        (pa.list_(pa.int32()), pa.list_(pa.int64()), pa.list_(pa.int64())),
        (
            pa.struct([("x", pa.int8())]),
            pa.struct([("y", pa.int8())]),
            pa.struct(dict.fromkeys("xy", pa.int8())),
        ),
    ],
)
def test_a_column_has_a_type_that_has_the_values_of_all_files(
    lake: Lake, one: pa.DataType, other: pa.DataType, both: pa.DataType
) -> None:
    for n, kind in enumerate((one, other)):
        lake.put(f"{ROOT}/{n}.parquet", parquet_of(pa.table({"a": pa.nulls(1, kind)})))
    assert headwater.dataset(lake.uri(ROOT)).to_table().schema == pa.schema([("a", both)])


@pytest.mark.parametrize(
    ("values", "others"),
    [
        (pa.array([2**32 - 1], pa.uint32()), pa.array([-(2**31)], pa.int32())),
        (pa.array([2**31 - 1], pa.int32()), pa.array([1.5], pa.float32())),
        (pa.array([2**15 - 1], pa.int16()), pa.array([1.5], pa.float32())),
        (pa.array([2**31 - 1], pa.int32()), pa.array([Decimal("1.25")])),
        (pa.array([2**63 - 1], pa.int64()), pa.array([Decimal("1.25")])),
        (pa.array([2**64 - 1], pa.uint64()), pa.array([Decimal("1.25")], pa.decimal128(38, 20))),
        (pa.array([Decimal(99999)]), pa.array([Decimal("1.25")])),
    ],
)
def test_values_of_two_types_are_read_as_they_are(lake: Lake, values: pa.Array, others: pa.Array) -> None:
    for n, each in enumerate((values, others)):
        lake.put(f"{ROOT}/{n}.parquet", parquet_of(pa.table({"a": each})))
    found = headwater.dataset(lake.uri(ROOT)).to_table()["a"].to_pylist()
    assert found == values.to_pylist() + others.to_pylist()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (pa.uint64(), pa.int64()),
        (pa.uint64(), pa.int8()),
        (pa.int64(), pa.float64()),
        (pa.uint64(), pa.float32()),
        (pa.decimal128(5, 2), pa.float64()),
        (pa.list_(pa.int64()), pa.list_(pa.float64())),
        (pa.struct([("x", pa.uint64())]), pa.struct([("x", pa.int64())])),
        (pa.map_(pa.string(), pa.int64()), pa.map_(pa.string(), pa.float64())),
        (pa.timestamp("us"), pa.timestamp("us", "UTC")),
        (pa.date32(), pa.timestamp("us")),
    ],
)
def test_types_are_refused_if_no_type_has_the_values_of_both(
    lake: Lake, one: pa.DataType, other: pa.DataType
) -> None:
    for first, last in ((one, other), (other, one)):
        for n, kind in enumerate((first, last)):
            lake.put(f"{ROOT}/{n}.parquet", parquet_of(pa.table({"a": pa.nulls(1, kind)})))
        with pytest.raises(HeadwaterError, match=r"column a has the type .* in some files, .* in others"):
            headwater.dataset(lake.uri(ROOT))


@pytest.mark.parametrize(("name", "rows"), [("csv", "a\n{}\n"), ("json", '{{"a": {}}}\n')])
def test_numbers_of_csv_and_json_are_read_as_doubles_if_one_is(lake: Lake, name: str, rows: str) -> None:
    for n, value in enumerate(("1", "2.5")):
        lake.put(f"{ROOT}/{n}.{name}", rows.format(value).encode())
    assert headwater.dataset(lake.uri(ROOT)).to_table()["a"].to_pylist() == [1.0, 2.5]


def test_a_column_of_several_kinds_is_refused_and_a_text_in_csv(lake: Lake) -> None:
    for n, value in enumerate((1, "x")):
        lake.put(f"{ROOT}/{n}.parquet", parquet_of(pa.table({"a": [value]})))
    with pytest.raises(HeadwaterError, match="column a has the type int64 in some files, string") as failure:
        headwater.dataset(lake.uri(ROOT))
    assert "schema=" in failure.value.advice
    lake.put("csv/a.csv", b"a\n1\n")
    lake.put("csv/b.csv", b"a\nx\n")
    assert headwater.dataset(lake.uri("csv")).to_table()["a"].to_pylist() == ["1", "x"]


def test_names_that_differ_only_in_case_are_refused_without_a_schema(lake: Lake) -> None:
    for root, keys in (
        ("files", {"1.parquet": "a", "2.parquet": "A"}),
        ("folders", {"p=A/1.parquet": "a", "P=B/1.parquet": "a"}),
        ("both", {"A=1/1.parquet": "a"}),
    ):
        for key, column in keys.items():
            lake.put(f"{root}/{key}", parquet_of(pa.table({column: [1.5]})))
        with pytest.raises(HeadwaterError, match=r"names (A, a|P, p), which differ only in case") as failure:
            headwater.dataset(lake.uri(root))
        assert "schema=" in failure.value.advice
    schema = pa.schema([("a", pa.float64()), ("A", pa.float64())])
    rows = headwater.dataset(lake.uri("files"), schema=schema).to_table().to_pylist()
    assert rows == [{"a": 1.5, "A": None}, {"a": None, "A": 1.5}]
