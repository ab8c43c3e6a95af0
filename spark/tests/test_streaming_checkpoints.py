"""Of two queries on one checkpoint, one commits each batch. The other fails and reports the reason."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest
from py4j.protocol import Py4JJavaError
from pyspark.errors import StreamingQueryException
from pyspark.sql import SparkSession
from pyspark.sql.streaming import StreamingQuery

import store
from jobs import java
from program import started
from store import Bucket

_BATCHES = 12
_WRITERS = 4
_MANAGER = "spark.sql.streaming.checkpointFileManagerClass"
_STATE = "spark.sql.streaming.stateStore"
_STATES = "org.apache.spark.sql.execution.streaming.state"
_LOG = "org.apache.spark.sql.execution.streaming.checkpointing"

pytestmark = pytest.mark.parametrize("session", [True], indirect=True)


def test_user_can_choose_another_manager(session: SparkSession) -> None:
    assert session.conf.get(_MANAGER) == "io.headwater.spark.HeadwaterCheckpointFileManager"
    other = session.newSession()
    assert other.conf.get(_MANAGER) == session.conf.get(_MANAGER)
    other.conf.set(_MANAGER, f"{_LOG}.FileSystemBasedCheckpointFileManager")
    assert other.conf.get(_MANAGER) != session.conf.get(_MANAGER)


def test_other_file_systems_keep_sparks_manager(
    session: SparkSession, bucket: Bucket, tmp_path: Path
) -> None:
    bucket.put("local/in/1.csv", b"1\n2\n")
    query = _query(session, bucket, "local", tmp_path.as_uri())
    query.awaitTermination()
    assert (tmp_path / "commits" / "0").is_file()
    assert (tmp_path / "commits" / ".0.crc").is_file(), "HDFS's local file system writes checksums"


def test_one_of_racing_logs_adds_each_batch(session: SparkSession, bucket: Bucket) -> None:
    folder = f"{bucket.root}/raced"
    logs = [_commit_log(session, folder) for _ in range(_WRITERS)]
    entry = java(session, f"{_LOG}.CommitMetadata")(0)
    start = Barrier(_WRITERS)

    def add(log, batch: int) -> str:
        start.wait()
        try:
            return "added" if log.add(batch, entry) else "found"
        except Py4JJavaError as error:
            return str(error.java_exception)

    with ThreadPoolExecutor(_WRITERS) as writers:
        for batch in range(_BATCHES):
            outcomes = list(writers.map(add, logs, [batch] * _WRITERS))
            assert outcomes.count("added") == 1, outcomes
            assert all(
                outcome in ("added", "found") or "concurrent" in outcome.lower() for outcome in outcomes
            ), outcomes
    assert set(bucket.keys("raced/")) - {"raced/"} == {f"raced/{batch}" for batch in range(_BATCHES)}


def _commit_log(session: SparkSession, folder: str):
    return java(session, f"{_LOG}.CommitLog")(session._jsparkSession, folder, False)


def test_one_of_two_queries_fails_with_a_reason(
    session: SparkSession, bucket: Bucket, tmp_path: Path
) -> None:
    bucket.put("two/in/1.csv", b"1\n2\n")
    places = [f"{bucket.root}/two/{name}" for name in ("in", "out", "checkpoint")]
    settings = store.spark_settings(tmp_path)

    def overtaken(_rows, _batch: int) -> None:
        with started("stream", *places, settings=settings, log=tmp_path / "log") as other:
            other.ended_well()

    rows = session.readStream.schema("row long").csv(places[0])
    writer = rows.writeStream.foreachBatch(overtaken).option("checkpointLocation", places[2])
    with pytest.raises(StreamingQueryException, match=r"(?i)concurrent"):
        writer.trigger(availableNow=True).start().awaitTermination()
    assert sorted(row.row for row in session.read.parquet(places[1]).collect()) == [1, 2]


@pytest.mark.parametrize("provider", ["HDFSBackedStateStoreProvider", "RocksDBStateStoreProvider"])
def test_state_outlives_a_query(session: SparkSession, bucket: Bucket, provider: str) -> None:
    folder = f"state-{provider}"
    other = session.newSession()
    other.conf.set(f"{_STATE}.providerClass", f"{_STATES}.{provider}")
    for round_, expected in ((1, {"a": 2, "b": 1}), (2, {"a": 4, "b": 2})):
        bucket.put(f"{folder}/in/{round_}.csv", b"a\nb\na\n")
        counts = _count(other, f"{bucket.root}/{folder}")
        assert counts == expected
    assert [key for key in bucket.keys(f"{folder}/checkpoint/state/") if not key.endswith("/")]
    assert not [line for line in bucket.requests() if ".tmp" in line]


def _count(session: SparkSession, folder: str) -> dict[str, int]:
    """The current count of each word, from a query that keeps the counts as state."""
    words = session.readStream.schema("word string").csv(f"{folder}/in")
    counts: dict[str, int] = {}
    writer = words.groupBy("word").count().writeStream.outputMode("update")
    writer = writer.foreachBatch(lambda rows, _: counts.update({row[0]: row[1] for row in rows.collect()}))
    writer.option("checkpointLocation", f"{folder}/checkpoint").trigger(
        availableNow=True
    ).start().awaitTermination()
    return counts


def _query(session: SparkSession, bucket: Bucket, folder: str, checkpoint: str) -> StreamingQuery:
    rows = session.readStream.schema("row long").csv(f"{bucket.root}/{folder}/in")
    writer = rows.writeStream.format("parquet").option("checkpointLocation", checkpoint)
    return writer.trigger(availableNow=True).start(f"{bucket.root}/{folder}/out")
