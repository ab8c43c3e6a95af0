"""`headwater bench storlets`: the csv storlet, compared with a plain GET and with the same native program."""

import json
import subprocess
import time
from dataclasses import replace
from pathlib import Path

from headwater_swift.wire.frames import END, BrokenAnswerError, FrameReader
from headwater_swift.wire.names import MEDIA_TYPE

from headwater.core.errors import HeadwaterError
from headwater.core.storlet_names import CONTAINER, Header, parameter_header
from headwater.terminal import console
from headwater_bench.core import objects
from headwater_bench.core.files import CHECKOUT
from headwater_bench.core.objects import BUCKET
from headwater_bench.core.plan import SECTION, Plan, Row, Section, Turn
from headwater_bench.core.samples import seconds_of_programs
from headwater_bench.core.store import StoreStage
from headwater_bench.data.command import FIRST, LAST, SEED
from headwater_bench.data.readings import Readings

PEERS = {"plain": "plain GET", "selected": "csv storlet", "native": "the same program, native"}
SMALL_BYTES = 1024
METERS = 1000
_SELECTION = json.dumps({"column": 4, "type": "string", "op": "prefix", "value": "METER000042"})
"""One meter of the thousand: a prefix that selects 0.1% of the rows."""

_SELECTING = {Header.RUN_STORLET: "csv", parameter_header(1, 1): f"selection:{_SELECTION}"}
_BUILT = {
    CHECKOUT / "dist" / "storlets" / "csv.wasm": "make storlets",
    CHECKOUT / "engine" / "target" / "storlet" / "csv": "make csv-native",
}
_MODULE, _NATIVE = _BUILT
_SMALL = Row("small", "1 KiB of it", kept={"length": SMALL_BYTES})
_CHUNK = 1 << 20
_SMALL_WARM_UPS = 50


def plan(*, megabytes: int, rounds: int, gets: int) -> Plan:
    """Small GETs by turns, then GETs of the object and the native program."""
    small = Section("small", [_SMALL], ["plain", "selected"], gets, "Small objects", stored_by=SECTION)
    large = Section("object", [Row("object", "a CSV object")], list(PEERS), rounds, "An object", warm_ups=1)
    return Plan(
        "storlets",
        {"megabytes": megabytes},
        PEERS,
        [replace(small, warm_ups=_SMALL_WARM_UPS), large],
        lambda folder, _: Stage(folder, megabytes << 20),
    )


class Stage(StoreStage):
    """A store with the storlet and the objects."""

    def __init__(self, folder: Path, size: int) -> None:
        for file, command in _BUILT.items():
            require(file, command)
        super().__init__(folder)
        self._file, self._small = folder / "readings.csv", folder / "small.csv"
        self._size = size

    def furnish(self) -> None:
        """Write the objects, and deploy the storlet."""
        with console.step("meter readings"):
            readings = Readings.of_size(self._size, FIRST, LAST, METERS, SEED)
            with self._file.open("wb") as file:
                file.writelines(readings.content(range(readings.rows)))
            with self._file.open("rb") as content:
                self._small.write_bytes(content.read(SMALL_BYTES))
            self.account.send("PUT", f"/{CONTAINER}")
            self.account.send("PUT", f"/{CONTAINER}/csv", data=_MODULE.read_bytes())
            objects.upload(self.account, [("object", self._file), ("small", self._small)])

    def turn(self, peer: str, row: Row, document: dict, *, is_warm_up: bool) -> Turn:
        """GET an object, through the storlet or not, or run the native program on the same bytes."""
        del document, is_warm_up
        if row.name == "small":
            begin = time.perf_counter()
            self.account.send("GET", f"/{BUCKET}/small", headers=_SELECTING if peer == "selected" else {})
            return Turn({"seconds": time.perf_counter() - begin})
        if peer == "native":
            return native(self._file)
        if peer == "plain":
            return Turn({"seconds": self._get({}, Path("/dev/null"))})
        answer = self.folder / "answer"
        seconds = self._get({**_SELECTING, "Accept": MEDIA_TYPE}, answer)
        end = end_frame(answer)
        length = self._file.stat().st_size
        if end["bytes_in"] != length:
            raise HeadwaterError(f"the storlet read {end['bytes_in']:,} of {length:,} bytes")
        engine = {"engine_seconds": end["seconds"], "engine_cpu_seconds": end["cpu_seconds"]}
        about = {"length": length, "answer": end["bytes_out"]}
        return Turn({"seconds": seconds} | engine, [(end["bytes_out"],)], about)

    def _get(self, headers: dict[str, str], output: Path) -> float:
        """Seconds of a GET by curl, a client with negligible cost, to the last byte of the body."""
        given = [f"X-Auth-Token: {self.account.token}", *(f"{name}: {v}" for name, v in headers.items())]
        url = f"{self.account.url}/{BUCKET}/object"
        command = ["curl", "--silent", "--show-error", "--config", "-", "--output", str(output)]
        done = subprocess.run(
            [*command, "--write-out", "%{http_code} %{time_total}", url],
            # The token is sent on standard input, because arguments are visible to all users.
            input="".join(f"header = {json.dumps(each)}\n" for each in given),
            text=True,
            capture_output=True,
            check=False,
        )
        if done.returncode or not done.stdout.startswith("200 "):
            raise HeadwaterError(f"GET {url} failed: {done.stdout} {done.stderr.strip()}")
        return float(done.stdout.split()[1])


def native(file: Path) -> Turn:
    """Seconds of the native program on the file, and the length of its answer."""
    begin, before = time.monotonic(), seconds_of_programs()
    with file.open("rb") as content:
        command = [_NATIVE, f"selection={_SELECTION}"]
        done = subprocess.run(command, stdin=content, capture_output=True, check=True)
    sample = {"seconds": time.monotonic() - begin, "cpu_seconds": seconds_of_programs() - before}
    return Turn(sample, [(len(done.stdout),)])


def end_frame(answer: Path) -> dict:
    """The document of a framed answer's end frame. HeadwaterError if the answer has none or is broken."""
    with answer.open("rb") as content:
        reader = FrameReader(lambda: content.read(_CHUNK))
        try:
            while not (frame := reader.read()).last:
                pass
        except BrokenAnswerError as error:
            raise HeadwaterError(f"the framed answer in {answer} has no end frame: {error}") from error
    if frame.type != END:
        raise HeadwaterError(f"the framed answer in {answer} has no end frame: {frame.document()}")
    return frame.document()


def require(path: Path, command: str) -> None:
    """HeadwaterError if a built file is missing."""
    if not path.exists():
        raise HeadwaterError(f"there is no {path}", advice=f"Run: {command}")
