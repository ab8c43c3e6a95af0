"""Runs the scenarios on a dedicated embedded store and collects the requests of each."""

import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from headwater.core import connection
from headwater.embedded.request_log import Request, watch
from headwater.spark import launcher
from headwater.terminal import console
from headwater_bench.core.store import store
from headwater_bench.jvm.session import Session, hadoop_fs, started
from headwater_bench.peers.definitions import others_on_store
from headwater_bench.request_counts import peers
from headwater_bench.request_counts.scenario import Scenario
from headwater_bench.request_counts.shape import SCHEMES, bucket

_FILE_BYTES = 1000


@dataclass(frozen=True)
class Measured:
    """A scenario and the requests that the store's proxy received for it, by scheme.

    Includes the numbers of peers' requests, or their failures, by peer, if peers were measured.
    """

    scenario: Scenario
    requests: dict[str, list[Request]]
    peers: dict[str, int]
    failures: dict[str, str]


def measure(scenarios: Sequence[Scenario], *, of_peers: bool) -> list[Measured]:
    """Run the scenarios in sequence, optionally also with the peers.

    Raises HeadwaterError if one fails.
    """
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="headwater-bench-")))
        buckets = [bucket(each) for each in (*SCHEMES, *others_on_store())]
        document = stack.enter_context(store(folder / "store", buckets))
        with console.step("Spark"):
            own = connection.spark_values(document)
            session = stack.enter_context(started(own, launcher.environment(), folder))
        ours = [_measure(each, session, document, folder) for each in scenarios]
        counted = peers.count_all(scenarios, document, folder) if of_peers else {}
    return [
        Measured(
            each,
            requests,
            {name: of.counts[each.name] for name, of in counted.items() if each.name in of.counts},
            {name: of.failures[each.name] for name, of in counted.items() if each.name in of.failures},
        )
        for each, requests in zip(scenarios, ours, strict=True)
    ]


def _measure(scenario: Scenario, session: Session, document: dict, folder: Path) -> dict[str, list[Request]]:
    requests = {}
    for scheme in SCHEMES:
        urls = {name: f"{_root(scheme)}/{path}" for name, path in scenario.placeholders.items()}
        with (
            console.step(f"{scenario.title}, {scheme}://"),
            watch(Path(document["access_log"]), document["s3"]["endpoint"]) as seen,
        ):
            if scenario.hadoop_fs:
                _put(scenario.hadoop_fs, urls, document, folder)
            else:
                session.run(scenario.program, urls, scenario.hadoop)
        requests[scheme] = seen.requests
    return requests


def _root(scheme: str) -> str:
    service = f".{connection.SERVICE}" if scheme == "swift" else ""
    return f"{scheme}://{bucket(scheme)}{service}"


def _put(arguments: Sequence[str], urls: dict[str, str], document: dict, folder: Path) -> None:
    file = folder / "file"
    file.write_bytes(b"x" * _FILE_BYTES)
    names = {"FILE": str(file), **urls}
    hadoop_fs([names.get(each, each) for each in arguments], document, folder)
