"""One file of several versions, read by scans that were planned from an earlier one."""

import gzip
import uuid
from collections.abc import Callable, Mapping
from pathlib import Path

from pyspark.sql import DataFrame, SparkSession

from differential import Differential, Outcome, outcome
from store import Bucket

Rows = list[tuple[int, str, int]]

SCHEMA = "n INT, a STRING, b INT"


def csv(rows: Rows) -> bytes:
    return "".join(f"{n},{a},{b}\n" for n, a, b in rows).encode()


def csv_without_last_separator(rows: Rows) -> bytes:
    return csv(rows).removesuffix(b"\n")


def csv_with_header(rows: Rows) -> bytes:
    return b"n,a,b\n" + csv(rows)


def csv_gzip(rows: Rows) -> bytes:
    return gzip.compress(csv(rows))


def json(rows: Rows) -> bytes:
    return "".join(f'{{"n":{n},"a":"{a}","b":{b}}}\n' for n, a, b in rows).encode()


def json_gzip(rows: Rows) -> bytes:
    return gzip.compress(json(rows))


class ReplacedFile:
    """A file in a bucket and in a local folder.

    It is read in three ways: with pushdown, without pushdown, and by Spark alone, which reads the local file.
    """

    def __init__(self, differential: Differential, bucket: Bucket, local: Path, name: str) -> None:
        self._differential, self._bucket, self._name = differential, bucket, name
        self._key = f"{uuid.uuid4().hex}/{name}"
        self._local = local / self._key
        self._local.parent.mkdir()

    def put(self, content: bytes) -> None:
        """Write a version."""
        self._bucket.put(self._key, content)
        self._local.write_bytes(content)

    def frames(self, query: Callable[[DataFrame], DataFrame], **options: str) -> list[DataFrame]:
        """A query in each of the three ways, planned from the current version."""
        on, off = self._differential.sessions
        stored, local = f"{self._bucket.root}/{self._key}", self._local.as_uri()
        ways = ((on, stored), (off, stored), (off, local))
        return [query(self._read(session, path, options)) for session, path in ways]

    def _read(self, session: SparkSession, path: str, options: Mapping[str, str]) -> DataFrame:
        source = self._name.split(".")[1]
        reader = session.read.options(**options).format(source)
        return (reader if source == "text" else reader.schema(SCHEMA)).load(path)


def plan(frame: DataFrame) -> str:
    """The physical plan of a frame. It lists the frame's files."""
    return frame._jdf.queryExecution().executedPlan().toString()


def require_same(frames: list[DataFrame]) -> Outcome:
    """The outcome of the frames, which must be equal: the rows, or the condition of the failure."""
    pushed, unpushed, alone = (_outcome(frame) for frame in frames)
    assert unpushed == alone, f"without pushdown: {unpushed}\nSpark alone: {alone}"
    assert pushed == alone, f"with pushdown: {pushed}\nSpark alone: {alone}"
    return alone


def _outcome(frame: DataFrame) -> Outcome:
    found = outcome(frame.sparkSession, lambda _: frame)
    failure = tuple(exception[1:2] for exception in found.failure[:1])
    return Outcome(found.schema, tuple(sorted(found.rows)), failure)
