"""The same programs with the peers' file systems, each in a separate Python.

A Python process supports one Spark, and a Spark one class path.
"""

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing import active_children, get_context
from pathlib import Path

from headwater.core.errors import HeadwaterError
from headwater.embedded.request_log import watch
from headwater.terminal import console
from headwater_bench.core.interrupts import unwind_when_terminated
from headwater_bench.core.numbers import ONCE
from headwater_bench.core.tree import BUCKET
from headwater_bench.jvm.session import started
from headwater_bench.jvm.spark_player import environment_with, settings_of
from headwater_bench.peers import definitions
from headwater_bench.peers.definitions import Peer
from headwater_bench.peers.jars import own_jars
from headwater_bench.request_counts.scenario import Scenario
from headwater_bench.request_counts.shape import bucket

_SETTINGS = {
    # Swift's S3 API does not support If-Match on a copy.
    "s3a": {"spark.hadoop.fs.s3a.change.detection.mode": "none"},
}
"""Settings that are not the peers' defaults, besides addresses and keys."""


@dataclass(frozen=True)
class Counted:
    """The number of a peer's requests for the programs, and its failures, by program."""

    counts: dict[str, int] = field(default_factory=dict)
    failures: dict[str, str] = field(default_factory=dict)


def count_all(scenarios: Sequence[Scenario], document: dict, folder: Path) -> dict[str, Counted]:
    """The requests of each peer for the scenarios that name it, by peer.

    The store is that of `document`, and has a bucket for each (see `bucket`). `folder` gets files. Raises
    HeadwaterError if a Spark does not start.
    """
    counted = {}
    for name, title in definitions.others_on_store().items():
        selected = [each for each in scenarios if name in each.peers]
        with console.step(f"the same programs by {title}"), _python() as python:
            counted[name] = python.submit(_count, name, selected, document, folder).result()
    return counted


@contextmanager
def _python() -> Iterator[ProcessPoolExecutor]:
    """A separate Python process, which ends with the block, and immediately after an exception."""
    with ProcessPoolExecutor(1, get_context("spawn"), initializer=unwind_when_terminated) as python:
        try:
            yield python
        except BaseException:
            for child in active_children():
                child.terminate()
            raise


def _count(name: str, scenarios: Sequence[Scenario], document: dict, folder: Path) -> Counted:
    """The requests of a peer, counted in its Python process."""
    peer = next(each for each in definitions.peers() if each.key == name)
    own = folder / name
    own.mkdir()
    counted = Counted()
    values = settings_of(peer, document) | _SETTINGS.get(name, {})
    with started(values, environment_with(own_jars(peer)), own) as session:
        for each in scenarios:
            urls = {placeholder: f"{_root(peer)}{path}" for placeholder, path in each.placeholders.items()}
            try:
                with watch(Path(document["access_log"]), document["s3"]["endpoint"]) as seen:
                    session.run(each.program, urls, each.hadoop)
            except HeadwaterError as error:
                counted.failures[each.name] = (error.detail or str(error)).splitlines()[0]
            else:
                counted.counts[each.name] = sum(request.kind not in ONCE for request in seen.requests)
    return counted


def _root(peer: Peer) -> str:
    """The URL of the peer's bucket, as deep as Headwater's, because parent folders cost requests."""
    return peer.root.replace(BUCKET, bucket(peer.key), 1)
