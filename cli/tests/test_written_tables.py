"""The columns of tables that `headwater.write_dataset` commits, on a real store."""

import polars as pl
import pyarrow as pa
import pytest

import headwater
from dataset_support import Lake
from headwater.core.errors import HeadwaterError

ROOT = "data/sales"
WORDS = ["x", None, "y", "x"]
pytestmark = pytest.mark.usefixtures("s3_environment")


@pytest.mark.parametrize(
    ("table", "partition_by", "reason"),
    [
        (pa.table([[1], [2]], names=["id", "id"]), [], "several columns named id"),
        (pl.DataFrame({"id": [1], "ID": [2]}), [], "several columns named id, ID"),
        (pa.table({"id": [1], "k": [["x"]]}), ["k"], "column k has the type list<item: string>"),
        (pa.table({"id": [1], "k": [{"a": 1}]}), ["k"], "column k has the type struct<a: int64>"),
        (pa.table({"id": [1], "k": [1.5]}), ["k"], "column k has the type double"),
        (pa.table({"id": [1], "k": [1]}), ["k", "k"], "several columns named k"),
    ],
)
def test_columns_that_a_dataset_cannot_have_are_refused(lake: Lake, table, partition_by, reason) -> None:
    with pytest.raises(HeadwaterError, match=reason) as refused:
        headwater.write_dataset(table, lake.uri(ROOT), partition_by=partition_by)
    assert "\n" not in str(refused.value)
    assert lake.stored() == []


@pytest.mark.parametrize(
    "texts",
    [
        pl.Series(WORDS, dtype=pl.Categorical),
        pl.Series(WORDS, dtype=pl.Enum(["y", "x"])),
        pa.chunked_array([pa.array(WORDS[:1]), pa.array(WORDS[1:])]).dictionary_encode(),
    ],
    ids=["categorical", "enum", "arrow"],
)
@pytest.mark.parametrize("partition_by", [[], ["name"]])
def test_dictionaries_are_written_as_their_values(lake: Lake, texts, partition_by) -> None:
    make = pl.DataFrame if isinstance(texts, pl.Series) else pa.table
    headwater.write_dataset(
        make({"id": [0, 1, 2, 3], "name": texts}), lake.uri(ROOT), partition_by=partition_by
    )
    found = headwater.dataset(lake.uri(ROOT))
    assert found.to_table().sort_by("id")["name"].to_pylist() == WORDS
    assert not pa.types.is_dictionary(found.schema.field("name").type)
    assert found.to_polars().sort("id").collect()["name"].to_list() == WORDS


def test_a_dictionary_of_numbers_is_numbers(lake: Lake) -> None:
    numbers = pa.array([7, None, 7], pa.int32()).dictionary_encode()
    headwater.write_dataset(pa.table({"n": numbers}), lake.uri(ROOT))
    assert headwater.dataset(lake.uri(ROOT)).to_table() == pa.table({"n": pa.array([7, None, 7], pa.int32())})


def test_an_empty_table_with_partitions_has_its_columns(lake: Lake) -> None:
    table = pa.table({"id": [1, 2], "day": [3, 4]})
    uri = lake.uri(ROOT)
    headwater.write_dataset(table.slice(0, 0), uri, partition_by=["day"])
    found = headwater.dataset(uri)
    assert found.schema.names == ["id", "day"]
    assert found.count_rows() == 0
    headwater.write_dataset(table, uri, partition_by=["day"])
    assert headwater.dataset(uri).to_table().sort_by("id").to_pylist() == table.to_pylist()


def test_empty_batches_at_the_end_write_no_file(lake: Lake, monkeypatch) -> None:
    monkeypatch.setattr("headwater.datasets.writing._FILE_BYTES", 1)
    table = pa.table({"id": [1, 2], "day": [3, 4]})
    empty = pa.RecordBatch.from_pylist([], schema=table.schema)
    reader = pa.RecordBatchReader.from_batches(table.schema, [*table.to_batches(), empty])
    headwater.write_dataset(reader, lake.uri(ROOT), partition_by=["day"])
    assert len(headwater.dataset(lake.uri(ROOT)).files()) == 2
