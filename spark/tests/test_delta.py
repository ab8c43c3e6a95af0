"""Delta Lake on Headwater's paths, with several writers and no lock service."""

import json
import re
import uuid
from contextlib import ExitStack
from io import BytesIO
from itertools import chain
from pathlib import Path

import pytest
from pyarrow import parquet

import delta_lake
import program
import soak
import store
from delta_lake import beside_the_bundle, jars

_COMMITS = soak.size(6, 50)


def settings(folder: Path) -> dict[str, str]:
    """With tables as small as these."""
    small = {"spark.databricks.delta.properties.defaults.checkpointInterval": "3"}
    return delta_lake.settings() | small | store.spark_settings(folder)


def after_the_bundle() -> dict[str, str]:
    """Where they do not, so that the log store is Delta Lake's."""
    return {"spark.jars": ",".join(jars())}


@pytest.mark.soak
def test_tables_have_all_operations(bucket: store.Bucket, tmp_path: Path) -> None:
    more = settings(tmp_path) | beside_the_bundle()
    arguments = ("delta", "operations", f"{bucket.root}/operations")
    with program.started(*arguments, settings=more, log=tmp_path / "log") as running:
        assert "holds: operations" in running.ended_well()
    names = [key.rpartition("/")[2] for key in bucket.keys("operations/table/_delta_log/")]
    assert any("checkpoint" in name for name in names), names
    assert not any(".claim." in name or name.startswith(".") for name in names), names


def test_no_row_of_racing_appends_is_lost(bucket: store.Bucket, tmp_path: Path) -> None:
    log_store = check_racing_appends(bucket, beside_the_bundle(), tmp_path)
    assert log_store == {"io.headwater.lakehouse.HeadwaterLogStore"}


@pytest.mark.soak
def test_nor_if_the_log_store_is_delta_lakes(buckets: dict[str, store.Bucket], tmp_path: Path) -> None:
    log_store = check_racing_appends(buckets["s3"], after_the_bundle(), tmp_path)
    assert log_store == {"io.delta.storage.S3SingleDriverLogStore"}


def check_racing_appends(bucket: store.Bucket, delta: dict[str, str], temporary: Path) -> set[str]:
    """The log stores of two writers whose commits are all in the log, once."""
    folder = uuid.uuid4().hex
    with ExitStack() as stack:
        writers = []
        for writer in ("a", "b"):
            own = temporary / writer
            own.mkdir()
            arguments = ("delta", "append", f"{bucket.root}/{folder}", writer, str(_COMMITS))
            more = settings(own) | delta
            started = program.started(*arguments, settings=more, log=own / "log")
            writers.append(stack.enter_context(started))
        outputs = [each.ended_well() for each in writers]
    acknowledged = [re.findall(r"acknowledged: (\S+)", each) for each in outputs]
    assert [len(each) for each in acknowledged] == [_COMMITS, _COMMITS]
    assert sorted(committed(bucket, f"{folder}/races")) == sorted(chain(*acknowledged))
    return set(re.findall(r"log store: (\S+)", "".join(outputs)))


def committed(bucket: store.Bucket, table: str) -> list[str]:
    """The rows of the files that a table's log adds. Each version adds one row."""
    rows = []
    for key in bucket.keys(f"{table}/_delta_log/"):
        if re.search(r"/\d{20}\.json$", key):
            actions = map(json.loads, bucket.get(key).splitlines())
            files = [each["add"]["path"] for each in actions if "add" in each]
            assert len(files) == 1, key
            added = parquet.read_table(BytesIO(bucket.get(f"{table}/{files[0]}")))["id"].to_pylist()
            assert len(added) == 1, key
            rows += added
    return rows
