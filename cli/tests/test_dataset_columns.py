"""The columns of `headwater.dataset`: those of its files and folders, and those that a schema gives."""

from datetime import UTC, datetime
from decimal import Decimal

import pyarrow as pa
import pyarrow.dataset as ds
import pytest

import headwater
from dataset_support import C, Lake, part
from headwater.core.errors import HeadwaterError
from parquet_support import parquet

ROOT = "data/sales"
NULL = "__HIVE_DEFAULT_PARTITION__"

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
