"""The same programs by the file systems that Headwater is compared with, each in a Python of its own.

A Python has one Spark, and a Spark one class path.
"""

import os
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from headwater import spark, ui
from headwater.requests import Request, watch
from headwater_bench.interrupts import unwind_when_terminated
from headwater_bench.numbers import ONCE
from headwater_bench.operations import definitions
from headwater_bench.operations.definitions import Peer
from headwater_bench.operations.jars import own_jars
from headwater_bench.operations.tree import BUCKET
from headwater_bench.scenario import Scenario
from headwater_bench.session import started
from headwater_bench.shape import bucket

TITLES = {"s3a": "S3A 3.5.0", "stocator": "Stocator 1.1.4"}
"""Their titles, by their names."""

_SETTINGS = {
    "s3a": {"fs.s3a.change.detection.mode": "none"},  # Swift's S3 API does not take If-Match with a copy.
}
"""What is no default of theirs beside addresses and keys."""


def count_all(scenarios: Sequence[Scenario], document: dict, folder: Path) -> dict[str, dict[str, int]]:
    """How many requests each sends for the scenarios that name it, by its name and theirs.

    The store is that of `document`, and has a bucket for each (see `bucket`); `folder` gets files. Raises
    HeadwaterError if one fails.
    """
    counts = {}
    for name, title in TITLES.items():
        asked = [each for each in scenarios if name in each.peers]
        with (
            ui.step(f"the same programs by {title}"),
            ProcessPoolExecutor(1, get_context("spawn"), initializer=unwind_when_terminated) as python,
        ):
            counts[name] = python.submit(_count, name, asked, document, folder).result()
    return counts


def _count(name: str, scenarios: Sequence[Scenario], document: dict, folder: Path) -> dict[str, int]:
    """The counts of a peer, in its own Python."""
    peer = next(each for each in definitions.peers() if each.key == name)
    own = folder / name
    own.mkdir()
    with started(_values(peer, document), _environment(peer), own) as session:
        counts = {}
        for each in scenarios:
            urls = {placeholder: f"{_root(peer)}{path}" for placeholder, path in each.placeholders.items()}
            with watch(Path(document["access_log"]), document["s3"]["endpoint"]) as seen:
                session.run(each.program, urls, each.hadoop)
            counts[each.name] = sum(_is_counted(request) for request in seen.requests)
        return counts


def _root(peer: Peer) -> str:
    """The URL of the bucket that is its own: at the same depth as Headwater's, since folders above cost."""
    return peer.root.replace(BUCKET, bucket(peer.key), 1)


def _is_counted(request: Request) -> bool:
    return request.kind not in ONCE


def _values(peer: Peer, document: dict) -> dict[str, str]:
    settings = {name: value.format_map(document) for name, value in peer.hadoop.items()}
    return {f"spark.hadoop.{name}": value for name, value in (settings | _SETTINGS.get(peer.key, {})).items()}


def _environment(peer: Peer) -> dict[str, str]:
    return spark.environment() | {"SPARK_DIST_CLASSPATH": os.pathsep.join(map(str, own_jars(peer)))}
