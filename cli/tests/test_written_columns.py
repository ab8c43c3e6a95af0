"""The columns that `headwater.write_dataset` takes: names, and days that Python does not have."""

import json

import pyarrow as pa
import pyarrow.dataset as ds
import pytest

import headwater
from dataset_support import Lake
from headwater.core.errors import HeadwaterError
from parquet_support import parquet_of

ROOT = "data/sales"
FAR = 5_000_000
"""A day of the year 15659, as the number of days since 1970."""

pytestmark = pytest.mark.usefixtures("s3_environment")


@pytest.mark.parametrize("far", [FAR, -FAR])
def test_days_outside_the_years_of_python_are_written_without_a_range(lake: Lake, far: int) -> None:
    day = pa.array([0, far, None], pa.date32())
    moment = pa.array([0, far * 86_400_000_000, None], pa.timestamp("us"))
    table = pa.table({"id": [1, 2, 3], "day": day, "moment": moment})
    headwater.write_dataset(table, lake.uri(ROOT))
    found = headwater.dataset(lake.uri(ROOT))
    assert found.to_table().equals(table)
    assert found.count_rows(filter=ds.field("day") == pa.scalar(far, pa.date32())) == 1
    document = json.loads(lake.s3.get_object(Bucket=lake.bucket, Key=f"{ROOT}/_SUCCESS")["Body"].read())
    assert document["headwater"]["entries"][0]["columns"] == {
        "id": {"min": "1", "max": "3", "nulls": 0},
        "day": {"nulls": 1},
    }


@pytest.mark.parametrize("kind", [pa.date32(), pa.date64()])
def test_a_partition_has_no_day_outside_the_years_of_python(lake: Lake, kind: pa.DataType) -> None:
    days = pa.array([0, FAR], pa.date32()).cast(kind)
    with pytest.raises(HeadwaterError, match="partitioned by day: a day is not of the years 1 to 9999"):
        headwater.write_dataset(pa.table({"id": [1, 2], "day": days}), lake.uri(ROOT), partition_by=["day"])
    assert lake.stored() == []


def test_a_partition_that_would_be_a_hidden_folder_is_refused(lake: Lake) -> None:
    with pytest.raises(HeadwaterError, match=r"partitioned by \.p"):
        headwater.write_dataset(pa.table({"id": [1], ".p": [1]}), lake.uri(ROOT), partition_by=[".p"])
    assert lake.stored() == []


def test_a_text_is_the_name_of_one_column(lake: Lake) -> None:
    table = pa.table({"id": [1, 2], "month": [7, 8]})
    headwater.write_dataset(table, lake.uri(ROOT), partition_by="month")
    assert {key.split("/")[-2] for key in lake.stored() if "part-" in key} == {"month=7", "month=8"}
    with pytest.raises(HeadwaterError, match="cannot be partitioned by year"):
        headwater.write_dataset(table, lake.uri(ROOT), partition_by="year")


@pytest.mark.parametrize("name", ["_p", "[0]", "a.b", "a=b"])
def test_a_partition_may_have_any_other_name(lake: Lake, name: str) -> None:
    table = pa.table({"id": [1, 2, 3], name: [1, None, 2]})
    headwater.write_dataset(table, lake.uri(ROOT), partition_by=[name])
    found = headwater.dataset(lake.uri(ROOT)).to_table()
    assert dict(zip(found["id"].to_pylist(), found[name].to_pylist(), strict=True)) == {1: 1, 2: None, 3: 2}


@pytest.mark.parametrize("name", ["amount", "id", "day"])
def test_a_name_that_differs_only_in_case_from_the_datasets_is_not_appended(lake: Lake, name: str) -> None:
    table = pa.table({"amount": [1.5], "id": [1], "day": ["x"]})
    other = table.rename_columns([each.upper() if each == name else each for each in table.column_names])
    partition = other.column_names[2:]
    for appends in range(2):
        headwater.write_dataset(table, lake.uri(ROOT), partition_by=["day"])
        before = lake.stored()
        with pytest.raises(HeadwaterError, match=f"has a column {name}, which differs from {name.upper()}"):
            headwater.write_dataset(other, lake.uri(ROOT), partition_by=partition)
        assert lake.stored() == before, appends
    headwater.write_dataset(other, lake.uri(ROOT), mode="overwrite", partition_by=partition)
    headwater.write_dataset(other, lake.uri(ROOT), partition_by=partition)
    assert headwater.dataset(lake.uri(ROOT)).count_rows() == 2


def test_names_of_the_base_and_of_the_newest_delta_count(lake: Lake) -> None:
    headwater.write_dataset(pa.table({"a": [1.5]}), lake.uri(ROOT))
    headwater.write_dataset(pa.table({"b": [1.5]}), lake.uri(ROOT))
    for name in ("A", "B"):
        with pytest.raises(HeadwaterError, match="only in case"):
            headwater.write_dataset(pa.table({name: [1]}), lake.uri(ROOT))


@pytest.mark.parametrize("marker", [None, b"", b"{}"])
def test_names_in_files_of_other_programs_count(lake: Lake, marker: bytes | None) -> None:
    lake.put(f"{ROOT}/p=1/x.parquet", parquet_of(pa.table({"a": [1.5]})))
    if marker is not None:
        lake.put(f"{ROOT}/_SUCCESS", marker)
    for names in (["A"], ["a", "P"]):
        with pytest.raises(HeadwaterError, match="only in case"):
            headwater.write_dataset(pa.table([[1.5]] * len(names), names), lake.uri(ROOT))
    headwater.write_dataset(pa.table({"a": [2.5], "p": [2]}), lake.uri(ROOT), partition_by=["p"])
    assert headwater.dataset(lake.uri(ROOT)).to_table(columns=["a", "p"]).num_rows == 2


NAIVE, UTC = pa.timestamp("us"), pa.timestamp("us", "UTC")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (pa.int64(), pa.string()),
        (NAIVE, UTC),
        (pa.date32(), NAIVE),
        (pa.uint64(), pa.int64()),
        (pa.struct([("x", pa.int64())]), pa.struct([("x", pa.string())])),
    ],
)
def test_a_type_that_readers_cannot_merge_is_not_appended(
    lake: Lake, one: pa.DataType, other: pa.DataType
) -> None:
    table, changed = (pa.table({"id": [1], "a": pa.nulls(1, kind)}) for kind in (one, other))
    for appends in range(2):
        headwater.write_dataset(table, lake.uri(ROOT))
        before = lake.stored()
        with pytest.raises(HeadwaterError, match="has the column a of the type") as failure:
            headwater.write_dataset(changed, lake.uri(ROOT))
        assert str(one) in str(failure.value)
        assert str(other) in str(failure.value)
        assert "Nothing was written" in failure.value.advice
        assert lake.stored() == before, appends
        assert headwater.dataset(lake.uri(ROOT)).count_rows() == appends + 1
    headwater.write_dataset(changed, lake.uri(ROOT), mode="overwrite")
    assert headwater.dataset(lake.uri(ROOT)).schema.field("a").type == other


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (pa.int32(), pa.int64()),
        (pa.int64(), pa.int32()),
        (pa.int32(), pa.float64()),
        (NAIVE, pa.timestamp("s")),
        (UTC, pa.timestamp("ns", "UTC")),
        (pa.string(), pa.dictionary(pa.int32(), pa.string())),
        (pa.string(), pa.string_view()),
        (pa.null(), pa.string()),
        (pa.string(), pa.null()),
        (pa.struct([("x", pa.int8())]), pa.struct([("y", pa.int8())])),
    ],
)
def test_a_type_that_readers_merge_is_appended(lake: Lake, one: pa.DataType, other: pa.DataType) -> None:
    for kind in (one, other):
        headwater.write_dataset(pa.table({"id": [1], "a": pa.nulls(1, kind)}), lake.uri(ROOT))
    assert headwater.dataset(lake.uri(ROOT)).to_table().num_rows == 2


def test_types_of_the_base_and_of_the_newest_delta_and_of_foreign_files_count(lake: Lake) -> None:
    headwater.write_dataset(pa.table({"a": [1.5]}), lake.uri(ROOT))
    headwater.write_dataset(pa.table({"b": [1.5]}), lake.uri(ROOT))
    lake.put("foreign/x.parquet", parquet_of(pa.table({"a": [1.5], "b": [1.5]})))
    for root in (ROOT, "foreign"):
        for name in ("a", "b"):
            with pytest.raises(HeadwaterError, match=f"the column {name} of the type double"):
                headwater.write_dataset(pa.table({name: ["x"]}), lake.uri(root))


def test_a_partition_column_may_have_another_type_than_the_folders_before(lake: Lake) -> None:
    for value in (1, "x"):
        headwater.write_dataset(pa.table({"id": [1], "k": [value]}), lake.uri(ROOT), partition_by=["k"])
    assert sorted(headwater.dataset(lake.uri(ROOT)).to_table()["k"].to_pylist()) == ["1", "x"]


def test_an_append_to_files_of_another_format_is_refused(lake: Lake) -> None:
    for name, extension, rows in (("csv", "csv", b"a\n1\n"), ("json", "json.gz", b"rows")):
        root = f"in {name}"
        lake.put(f"{root}/x.{extension}", rows)
        before = lake.stored()
        with pytest.raises(HeadwaterError, match=f"has files of the format {name}, ") as failure:
            headwater.write_dataset(pa.table({"a": [1]}), lake.uri(root))
        assert "Nothing was written" in failure.value.advice
        assert lake.stored() == before
        headwater.write_dataset(pa.table({"a": [1]}), lake.uri(root), mode="overwrite")
        assert headwater.dataset(lake.uri(root)).count_rows() == 1


def test_an_append_to_files_without_an_extension_is_not_refused(lake: Lake) -> None:
    lake.put(f"{ROOT}/000000_0", parquet_of(pa.table({"a": [1]})))
    with pytest.raises(HeadwaterError, match="the column a of the type int64"):
        headwater.write_dataset(pa.table({"a": ["x"]}), lake.uri(ROOT))
    headwater.write_dataset(pa.table({"a": [2]}), lake.uri(ROOT))
    assert headwater.dataset(lake.uri(ROOT), format="parquet").count_rows() == 2
