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
