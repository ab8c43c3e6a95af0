"""The rounds: a plain GET, the csv storlet in the store, and the same native program take turns."""

import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from headwater.core.account import Account
from headwater.core.errors import HeadwaterError
from headwater.core.storlet_names import CONTAINER
from headwater.embedded import clients
from headwater.terminal import console
from headwater_bench.core.checkout import CHECKOUT
from headwater_bench.core.samples import seconds_of_programs
from headwater_bench.core.store import store
from headwater_bench.storlets import readings
from headwater_bench.storlets.latency import Latency, latencies
from headwater_bench.storlets.transfers import SELECTION, Client

_MODULE = CHECKOUT / "dist" / "storlets" / "csv.wasm"
_NATIVE = CHECKOUT / "engine" / "target" / "storlet" / "csv"
_CONTAINER = "readings"


@dataclass
class Report:
    """Seconds of each round. `length` and `answer` are the bytes of the object and of the answer."""

    length: int
    answer: int = 0
    plain: list[float] = field(default_factory=list)
    selected: list[float] = field(default_factory=list)
    engine: list[float] = field(default_factory=list)
    engine_cpu: list[float] = field(default_factory=list)
    native: list[float] = field(default_factory=list)
    native_cpu: list[float] = field(default_factory=list)
    latency: Latency = field(default_factory=Latency)


def measure(megabytes: int, rounds: int, requests_each: int) -> Iterator[Report]:
    """Run everything once to warm up, then the small GETs, then the rounds. Yields the report after each.

    Raises HeadwaterError.
    """
    _require(_MODULE, "make storlets")
    _require(_NATIVE, "cargo build --locked --profile storlet -p csv-storlet, in engine/")
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="headwater-bench-")))
        file = folder / "readings.csv"
        with console.step("meter readings"):
            report = Report(readings.write(file, megabytes << 20))
        stack.enter_context(store(folder / "store", [_CONTAINER]))
        account = stack.enter_context(clients.account(folder / "store"))
        _fill(account, file)
        client = Client(account.token, folder)
        url = f"{account.url}/{_CONTAINER}/readings.csv"
        with console.step("warm-up"):
            _round(Report(report.length), client, url, file)
        report.latency = latencies(account, f"/{_CONTAINER}/small.csv", requests_each)
        for number in range(1, rounds + 1):
            with console.step(f"round {number} of {rounds}"):
                _round(report, client, url, file)
            yield report


def _fill(account: Account, file: Path) -> None:
    with console.step("the object and the storlet"):
        account.send("PUT", f"/{CONTAINER}")
        _put(account, f"/{CONTAINER}/csv", _MODULE)
        _put(account, f"/{_CONTAINER}/readings.csv", file)


def _put(account: Account, path: str, file: Path) -> None:
    with file.open("rb") as content:
        account.send("PUT", path, data=content)


def _round(report: Report, client: Client, url: str, file: Path) -> None:
    report.plain.append(client.plain(url))
    seconds, end = client.selected(url)
    if end["bytes_in"] != report.length:
        raise HeadwaterError(f"the storlet read {end['bytes_in']:,} of {report.length:,} bytes")
    report.selected.append(seconds)
    report.engine.append(end["seconds"])
    report.engine_cpu.append(end["cpu_seconds"])
    report.answer = end["bytes_out"]
    seconds, cpu_seconds = _native(file, report.answer)
    report.native.append(seconds)
    report.native_cpu.append(cpu_seconds)


def _native(file: Path, expected: int) -> tuple[float, float]:
    """Wall-clock and processor seconds of the native program on the file.

    Its answer must be as long as the storlet's.
    """
    begin, before = time.monotonic(), seconds_of_programs()
    with file.open("rb") as content:
        done = subprocess.run(
            [_NATIVE, f"selection={SELECTION}"], stdin=content, capture_output=True, check=True
        )
    seconds, cpu_seconds = time.monotonic() - begin, seconds_of_programs() - before
    if len(done.stdout) != expected:
        raise HeadwaterError(f"{_NATIVE} answered {len(done.stdout):,} bytes, the storlet {expected:,}")
    return seconds, cpu_seconds


def _require(path: Path, command: str) -> None:
    if not path.exists():
        raise HeadwaterError(f"there is no {path}", advice=f"Run: {command}")
