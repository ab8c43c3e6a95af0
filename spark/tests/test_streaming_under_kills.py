"""A streaming query that is killed at any moment and restarted writes every row once."""

import random
from collections import Counter
from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest
from pyspark.sql import SparkSession

import soak
import store
from program import started
from store import Bucket

_KILLS = soak.size(1, 10)
"""Per scheme."""

_ROWS = 50
_FILES = 2
_MOST_REQUESTS = 150
"""About the number of requests of a run without a kill."""

_SETTINGS = {"spark.hadoop.fs.headwater.claim.lease": "6s"}
"""The maximum delay that a killed writer causes to the next one."""


class _Feed:
    """Files of rows that no other file has."""

    def __init__(self, bucket: Bucket, folder: str) -> None:
        self._bucket, self._folder = bucket, folder
        self.rows: list[int] = []

    def add(self) -> None:
        rows = range(len(self.rows), len(self.rows) + _ROWS)
        self._bucket.put(f"{self._folder}/{rows.start:06}.csv", "".join(f"{row}\n" for row in rows).encode())
        self.rows += rows


def _requests_from_now(bucket: Bucket) -> Callable[[], int]:
    """Returns the number of a bucket's requests that the store has logged since."""
    log = Path(store.variable("LOG"))
    position, sent = log.stat().st_size, 0

    def count() -> int:
        nonlocal position, sent
        with log.open("rb") as file:
            file.seek(position)
            read = file.read()
        position += len(read)
        sent += read.count(f"/{bucket.name}".encode())
        return sent

    return count


@pytest.mark.parametrize("session", [True], indirect=True)
def test_every_row_is_returned_once(session: SparkSession, bucket: Bucket, tmp_path: Path, figures) -> None:
    seed = random.SystemRandom().randrange(1 << 32)
    print(f"seed {seed}")
    moments = random.Random(seed)
    feed = _Feed(bucket, "in")
    places = [f"{bucket.root}/{name}" for name in ("in", "out", "checkpoint")]
    settings = store.spark_settings(tmp_path) | _SETTINGS
    kills = 0
    for run in count():
        for _ in range(_FILES):
            feed.add()
        last = kills == _KILLS
        sent = _requests_from_now(bucket)
        limit = moments.randint(1, _MOST_REQUESTS)
        with started("stream", *places, settings=settings, log=tmp_path / f"log{run}") as program:
            if last or program.ends(before=lambda sent=sent, limit=limit: sent() >= limit):
                program.ended_well()
            else:
                program.kill()
                kills += 1
        if last:
            break
    figures["kills of a streaming query"] += kills
    written = Counter(row.row for row in session.read.parquet(places[1]).collect())
    assert written == Counter(feed.rows), f"seed {seed}, {run} runs"
    assert not [line for line in bucket.requests() if ".tmp" in line]
