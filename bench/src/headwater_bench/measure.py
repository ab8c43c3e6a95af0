"""Runs the scenarios on an embedded store of their own and collects what each one asked of it."""

import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from headwater import settings, ui
from headwater.requests import Request, watch
from headwater_bench.scenario import Scenario
from headwater_bench.session import Session, hadoop_fs, started
from headwater_bench.shape import SCHEMES, bucket
from headwater_bench.store import store

_FILE_BYTES = 1000


@dataclass(frozen=True)
class Measured:
    """A scenario and the requests that the store's proxy saw while it ran, by the scheme of its paths."""

    scenario: Scenario
    requests: dict[str, list[Request]]


def measure(scenarios: Sequence[Scenario]) -> list[Measured]:
    """Run the scenarios one after the other. Raises HeadwaterError if one fails."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="headwater-bench-")))
        document = stack.enter_context(store(folder / "store", [bucket(scheme) for scheme in SCHEMES]))
        with ui.step("Spark"):
            session = stack.enter_context(started(document, folder))
        return [_measure(each, session, document, folder) for each in scenarios]


def _measure(scenario: Scenario, session: Session, document: dict, folder: Path) -> Measured:
    requests = {}
    for scheme in SCHEMES:
        urls = {name: f"{_root(scheme)}/{path}" for name, path in scenario.placeholders.items()}
        with (
            ui.step(f"{scenario.title}, {scheme}://"),
            watch(Path(document["access_log"]), document["s3"]["endpoint"]) as seen,
        ):
            if scenario.hadoop_fs:
                _put(scenario.hadoop_fs, urls, document, folder)
            else:
                session.run(scenario.program, urls, scenario.hadoop)
        requests[scheme] = seen.requests
    return Measured(scenario, requests)


def _root(scheme: str) -> str:
    service = f".{settings.SERVICE}" if scheme == "swift" else ""
    return f"{scheme}://{bucket(scheme)}{service}"


def _put(arguments: Sequence[str], urls: dict[str, str], document: dict, folder: Path) -> None:
    file = folder / "file"
    file.write_bytes(b"x" * _FILE_BYTES)
    names = {"FILE": str(file), **urls}
    hadoop_fs([names.get(each, each) for each in arguments], document, folder)
