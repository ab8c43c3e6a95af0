"""Runs the scenarios on an embedded store of their own and collects what each one asked of it."""

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from headwater import ui
from headwater.embedded.checks import free_ports
from headwater.embedded.store import EmbeddedStore
from headwater.requests import Request, watch
from headwater_bench.scenario import Scenario
from headwater_bench.session import Session, hadoop_fs, started
from headwater_bench.shape import BUCKET

_FILE_BYTES = 1000


@dataclass(frozen=True)
class Measured:
    """A scenario and the requests that the store's proxy saw while it ran."""

    scenario: Scenario
    requests: list[Request]


def measure(scenarios: Sequence[Scenario]) -> list[Measured]:
    """Run the scenarios one after the other. Raises HeadwaterError if one fails."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="headwater-bench-")))
        document = stack.enter_context(store(folder / "store"))
        with ui.step("Spark"):
            session = stack.enter_context(started(document, folder))
        return [_measure(each, session, document, folder) for each in scenarios]


@contextmanager
def store(data: Path) -> Iterator[dict]:
    """An embedded store with the bench's bucket: its JSON document, for the time of the block."""
    embedded = EmbeddedStore(data)
    try:
        with ui.step("embedded store"):
            embedded.up(free_ports(1)[0], [BUCKET])
        yield embedded.status().as_dict()
    finally:
        embedded.down()


def _measure(scenario: Scenario, session: Session, document: dict, folder: Path) -> Measured:
    urls = {name: f"s3://{BUCKET}/{path}" for name, path in scenario.placeholders.items()}
    with (
        ui.step(scenario.title),
        watch(Path(document["access_log"]), document["s3"]["endpoint"]) as seen,
    ):
        if scenario.hadoop_fs:
            _put(scenario.hadoop_fs, urls, document, folder)
        else:
            session.run(scenario.program, urls, scenario.hadoop)
    return Measured(scenario, seen.requests)


def _put(arguments: Sequence[str], urls: dict[str, str], document: dict, folder: Path) -> None:
    file = folder / "file"
    file.write_bytes(b"x" * _FILE_BYTES)
    names = {"FILE": str(file), **urls}
    hadoop_fs([names.get(each, each) for each in arguments], document, folder)
