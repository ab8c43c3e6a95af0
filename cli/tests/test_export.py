"""`headwater export` on a real store: which files the tables have, and what is refused."""

import io
import json

import pyarrow as pa
import pytest
from deltalake import DeltaTable
from pyarrow import parquet
from pyiceberg.table import StaticTable

from dataset_support import A, B, C, part
from headwater.core.errors import HeadwaterError
from headwater.core.state import StoredObject
from headwater.datasets.partitions import type_of, values_of
from headwater.export import iceberg
from headwater.export.files import DataFile
from headwater.export.table import Table, table_of

ROOT = "d"


def rows(*values: int, **columns: pa.DataType) -> bytes:
    """A file of Parquet with a column `id`, and other columns without values."""
    table = pa.table({"id": pa.array(values, pa.int64())})
    for name, kind in columns.items():
        table = table.append_column(name, pa.nulls(len(values), kind))
    file = io.BytesIO()
    parquet.write_table(table, file)
    return file.getvalue()


def table_of_one(kind: pa.DataType, name: str = "c") -> Table:
    """The table of a file with one column, or HeadwaterError."""
    file = io.BytesIO()
    parquet.write_table(pa.table({name: pa.nulls(1, kind)}), file)
    footer = parquet.read_metadata(io.BytesIO(file.getvalue()))
    return table_of([DataFile(StoredObject("d/x.parquet", "", len(file.getvalue()), 0), {}, footer)])


def exported(lake, kind: str, path: str = ROOT) -> dict:
    done = lake.run("export", path, "--format", kind, "--json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def delta(lake) -> DeltaTable:
    return DeltaTable(lake.uri(ROOT), storage_options=lake.connect().access | {"AWS_ALLOW_HTTP": "true"})


def delta_rows(lake) -> list[int]:
    return sorted(delta(lake).to_pyarrow_table()["id"].to_pylist())


def iceberg_rows(lake) -> list[int]:
    properties = iceberg.file_io(lake.connect().access)
    table = StaticTable.from_metadata(f"{lake.uri(ROOT)}/{iceberg.FOLDER}".rstrip("/"), properties=properties)
    return sorted(table.scan().to_arrow()["id"].to_pylist())


@pytest.fixture
def dataset(lake):
    """A base, a losing attempt, and objects that readers skip."""
    lake.commit(ROOT, A, [lake.put(part(ROOT, A), rows(1, 2))])
    lake.put(part(ROOT, B), rows(8))
    lake.put_all([f"{ROOT}/_hidden/x.parquet", f"{ROOT}/.x.parquet"])
    lake.put(f"{ROOT}/empty.parquet", b"")
    return lake


def test_a_table_has_the_files_that_readers_read_now(dataset):
    for kind, read in (("delta", delta_rows), ("iceberg", iceberg_rows)):
        found = exported(dataset, kind)
        assert (found["files"], found["rows"]) == (1, 2)
        assert read(dataset) == [1, 2]
    dataset.commit(ROOT, C, [dataset.put(part(ROOT, C), rows(3))], kind="delta")
    dataset.put(f"{ROOT}/foreign.parquet", rows(4))
    for kind, read in (("delta", delta_rows), ("iceberg", iceberg_rows)):
        assert exported(dataset, kind)["files"] == 3
        assert read(dataset) == [1, 2, 3, 4]


def test_a_later_export_as_delta_commits_the_differences(dataset):
    dataset.put(f"{ROOT}/foreign.parquet", rows(4))
    exported(dataset, "delta")
    exported(dataset, "delta")
    assert delta(dataset).version() == 0
    dataset.s3.delete_object(Bucket=dataset.bucket, Key=f"{ROOT}/foreign.parquet")
    dataset.put(f"{ROOT}/other.parquet", rows(5))
    exported(dataset, "delta")
    assert (delta(dataset).version(), delta_rows(dataset)) == (1, [1, 2, 5])
    (log,) = [key for key in dataset.stored() if key.endswith("00001.json")]
    body = dataset.s3.get_object(Bucket=dataset.bucket, Key=log)["Body"].read()
    (added,) = [each["add"] for each in map(json.loads, body.splitlines()) if "add" in each]
    assert (added["path"], added["size"]) == ("other.parquet", len(rows(5)))
    assert json.loads(added["stats"]) == {
        "numRecords": 1,
        "minValues": {"id": 5},
        "maxValues": {"id": 5},
        "nullCount": {"id": 0},
    }


@pytest.mark.parametrize("kind", ["delta", "iceberg"])
def test_refusals_say_why_and_write_nothing(dataset, kind):
    def refused(key: str, body: bytes) -> str:
        dataset.put(f"{ROOT}/{key}", body)
        done = dataset.run("export", ROOT, "--format", kind)
        dataset.s3.delete_object(Bucket=dataset.bucket, Key=f"{ROOT}/{key}")
        assert done.returncode == 1
        assert key in done.stderr
        return " ".join(done.stderr.split())

    assert "not readable as Parquet" in refused("notes.csv", b"1,2,3")
    assert "column 'id' has type" in refused("other.parquet", rows(1).replace(b"id", b"ix"))
    assert "column 'more' has type" in refused("more.parquet", rows(1, more=pa.int32()))
    assert "other partition columns" in refused("day=1/x.parquet", rows(1))
    dataset.s3.delete_object(Bucket=dataset.bucket, Key=part(ROOT, A))
    done = dataset.run("export", ROOT, "--format", kind)
    assert (done.returncode, "missing" in done.stderr) == (1, True)
    assert not [key for key in dataset.stored() if "_delta_log" in key or "_iceberg" in key]


def test_a_table_that_another_program_wrote_is_kept(dataset):
    log = f"{ROOT}/_delta_log/00000000000000000000.json"
    exported(dataset, "delta")
    body = dataset.s3.get_object(Bucket=dataset.bucket, Key=log)["Body"].read()
    dataset.put(log, body.replace(b"Exported by headwater export", b"A table"))
    done = dataset.run("export", ROOT, "--format", "delta")
    assert (done.returncode, "another program" in done.stderr) == (1, True)


@pytest.mark.parametrize("kind", ["delta", "iceberg"])
def test_metadata_of_iceberg_that_another_program_wrote_is_kept(dataset, kind):
    hint = dataset.put(f"{ROOT}/_iceberg/metadata/version-hint.text", b"7")
    dataset.put(f"{ROOT}/_iceberg/metadata/v7.metadata.json", b'{"properties": {}}')
    before = dataset.stored()
    done = dataset.run("export", ROOT, "--format", kind)
    if kind == "delta":
        assert done.returncode == 0
    else:
        assert (done.returncode, "another program" in done.stderr) == (1, True)
        assert dataset.stored() == before
    assert dataset.s3.get_object(Bucket=dataset.bucket, Key=hint)["Body"].read() == b"7"


@pytest.mark.parametrize("kind", ["delta", "iceberg"])
@pytest.mark.parametrize("name", ["x%41", "x#y", "x?y"])
def test_a_folder_whose_name_is_another_ones_in_a_url_is_refused(dataset, kind, name):
    dataset.commit(name, A, [dataset.put(part(name, A), rows(1))])
    before = dataset.stored()
    done = dataset.run("export", name, "--format", kind)
    assert (done.returncode, "in its name" in done.stderr) == (1, True), done.stderr
    assert dataset.stored() == before


def test_partition_values_are_those_of_spark():
    key = "day=2026-01-01/k=a%3Ab%25/n=__HIVE_DEFAULT_PARTITION__/sub/part.parquet"
    assert values_of(key) == {"day": "2026-01-01", "k": "a:b%", "n": None}
    assert type_of(["1", None, "-2"]) == pa.int32()
    assert type_of(["1", str(2**31)]) == pa.int64()
    assert type_of(["2026-01-01", None]) == pa.date32()
    assert type_of(["2026-13-01"]) == type_of([None]) == type_of(["1", "x"]) == pa.string()


@pytest.mark.parametrize("kind", [pa.uint8(), pa.uint64(), pa.list_(pa.uint32())])
def test_unsigned_integers_are_refused(kind):
    with pytest.raises(HeadwaterError, match=r"'c' in .* has unsigned integers"):
        table_of_one(kind)


@pytest.mark.parametrize(
    ("kind", "plain"),
    [
        (pa.large_string(), pa.string()),
        (pa.large_binary(), pa.binary()),
        (pa.dictionary(pa.int32(), pa.large_string()), pa.string()),
        (pa.large_list(pa.large_string()), pa.list_(pa.string())),
        (pa.struct({"a": pa.large_string()}), pa.struct({"a": pa.string()})),
        (pa.map_(pa.string(), pa.large_binary()), pa.map_(pa.string(), pa.binary())),
    ],
)
def test_types_that_differ_only_in_arrow_are_one(kind, plain):
    found, expected = (table_of_one(each).schema.field("c").type for each in (kind, plain))
    assert found == expected


def test_timestamps_of_any_zone_are_instants():
    assert table_of_one(pa.timestamp("ms", "Europe/Berlin")).schema.field("c").type == pa.timestamp(
        "us", "UTC"
    )
    assert table_of_one(pa.timestamp("ms")).schema.field("c").type == pa.timestamp("us")


@pytest.mark.parametrize(
    ("kind", "type_of_column"), [("delta", pa.time64("us")), ("iceberg", pa.time32("ms"))]
)
def test_a_type_that_the_format_lacks_is_refused(dataset, kind, type_of_column):
    dataset.commit("times", A, [dataset.put(part("times", A), rows(1, at=type_of_column))])
    done = dataset.run("export", "times", "--format", kind)
    assert (done.returncode, "columns that" in done.stderr) == (1, True), done.stderr
    assert not [key for key in dataset.stored() if "_delta_log" in key or "_iceberg" in key]
