"""`headwater bench storlets`: the csv storlet, compared with a plain GET and with the same native program."""

import http.client
import json
import random
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import urlsplit

from headwater_swift.wire.frames import END, BrokenAnswerError, FrameReader
from headwater_swift.wire.names import MEDIA_TYPE

from headwater.core.account import Account
from headwater.core.errors import HeadwaterError
from headwater.core.storlet_names import CONTAINER, Header, parameter_header
from headwater.terminal import console
from headwater_bench.core.files import CHECKOUT
from headwater_bench.core.plan import SECTION, Plan, Row, Section, Turn
from headwater_bench.core.samples import seconds_of_programs
from headwater_bench.core.store import StoreStage

PEERS = {"plain": "plain GET", "selected": "csv storlet", "native": "the same program, native"}
SMALL_BYTES = 1024

_SELECTION = json.dumps({"column": 4, "type": "string", "op": "prefix", "value": "METER000042"})
"""One meter of the thousand: a prefix that selects 0.1% of the rows."""

SELECTING = {Header.RUN_STORLET: "csv", parameter_header(1, 1): f"selection:{_SELECTION}"}
"""The headers that request its rows."""

_SEED = 20150101
_METERS, _HOURS = 1000, 24
_CITIES = (
    "Rotterdam,NLD,11,51.9633,4.4997",
    "Mazoba,ESP,39,43.4167,-3.5833",
    "Tours,FRA,24,47.3936,0.6892",
    "Haifa,ISR,4,32.8156,34.9892",
)
_MODULE = CHECKOUT / "dist" / "storlets" / "csv.wasm"
_NATIVE = CHECKOUT / "engine" / "target" / "storlet" / "csv"
_READINGS = "readings"
_CHUNK = 1 << 20
_SMALL_WARM_UPS = 50


def plan(command: str, _: Sequence[str], *, megabytes: int, rounds: int, gets: int) -> Plan:
    """Small GETs by turns on one connection each, then GETs of the object and the native program."""
    small = Row("small", "1 KiB of it", kept={"length": SMALL_BYTES})
    large = Row("object", "a CSV object")
    sections = [
        Section(
            "small",
            [small],
            ["plain", "selected"],
            gets,
            "Small objects",
            0,
            _SMALL_WARM_UPS,
            "",
            "",
            SECTION,
        ),
        Section("object", [large], list(PEERS), rounds, "An object", warm_ups=1),
    ]
    size = megabytes << 20
    return Plan(
        "storlets",
        command,
        {"megabytes": megabytes},
        PEERS,
        frozenset(PEERS),
        sections,
        lambda folder, _: Stage(folder, size),
    )


class Stage(StoreStage):
    """A store with the storlet and the objects."""

    buckets = (_READINGS,)

    def __init__(self, folder: Path, size: int) -> None:
        require(_MODULE, "make storlets")
        require(_NATIVE, "cargo build --locked --profile storlet -p csv-storlet, in engine/")
        super().__init__(folder)
        self._file = folder / "readings.csv"
        self._size = size
        self._answer_length = 0

    def furnish(self) -> None:
        """Write the objects, and deploy the storlet."""
        with console.step("meter readings"):
            self._length = write_readings(self._file, self._size)
            self.account.send("PUT", f"/{CONTAINER}")
            _put(self.account, f"/{CONTAINER}/csv", _MODULE)
            _put(self.account, f"/{_READINGS}/object", self._file)
        with self._file.open("rb") as content:
            self.account.send("PUT", f"/{_READINGS}/small", data=content.read(SMALL_BYTES))
        self._small = {
            "plain": Getter(self.account, f"/{_READINGS}/small", {}),
            "selected": Getter(self.account, f"/{_READINGS}/small", SELECTING),
        }

    def turn(self, peer: str, row: Row, document: dict, *, is_warm_up: bool) -> Turn:
        """GET a small object, or the object, or run the native program on the same bytes."""
        del document, is_warm_up
        if row.name == "small":
            return Turn({"seconds": self._small[peer].seconds()})
        if peer == "native":
            return Turn(native(self._file, self._answer()))
        if peer == "plain":
            return Turn({"seconds": self._get({}, Path("/dev/null"))})
        return self._selected()

    def _answer(self) -> int:
        """The length of the storlet's answer, from its turn in this process."""
        return self._answer_length or self._selected().row["answer"]

    def _selected(self) -> Turn:
        answer = self.folder / "answer"
        seconds = self._get({**SELECTING, "Accept": MEDIA_TYPE}, answer)
        end = end_frame(answer)
        if end["bytes_in"] != self._length:
            raise HeadwaterError(f"the storlet read {end['bytes_in']:,} of {self._length:,} bytes")
        self._answer_length = end["bytes_out"]
        engine = {"engine_seconds": end["seconds"], "engine_cpu_seconds": end["cpu_seconds"]}
        return Turn({"seconds": seconds} | engine, None, {"length": self._length, "answer": end["bytes_out"]})

    def _get(self, headers: dict[str, str], output: Path) -> float:
        """Seconds of a GET by curl, a client with negligible cost, to the last byte of the body."""
        given = [f"X-Auth-Token: {self.account.token}", *(f"{name}: {v}" for name, v in headers.items())]
        url = f"{self.account.url}/{_READINGS}/object"
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


class Getter:
    """Repeats the same GET on one connection."""

    def __init__(self, account: Account, path: str, headers: dict[str, str]) -> None:
        url = urlsplit(account.url + path)
        self._connection = http.client.HTTPConnection(url.netloc)
        self._path, self._headers = url.path, {"X-Auth-Token": account.token, **headers}

    def seconds(self) -> float:
        """From the request's first byte to the response's last."""
        begin = time.perf_counter()
        self._connection.request("GET", self._path, headers=self._headers)
        answer = self._connection.getresponse()
        answer.read()
        taken = time.perf_counter() - begin
        if answer.status != http.client.OK:
            raise HeadwaterError(f"a small GET was answered with {answer.status}")
        return taken


def native(file: Path, expected: int) -> dict:
    """Seconds of the native program on the file. Its answer must be as long as the storlet's."""
    begin, before = time.monotonic(), seconds_of_programs()
    with file.open("rb") as content:
        command = [_NATIVE, f"selection={_SELECTION}"]
        done = subprocess.run(command, stdin=content, capture_output=True, check=True)
    sample = {"seconds": time.monotonic() - begin, "cpu_seconds": seconds_of_programs() - before}
    if len(done.stdout) != expected:
        raise HeadwaterError(f"{_NATIVE} answered {len(done.stdout):,} bytes, the storlet {expected:,}")
    return sample


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


def write_readings(path: Path, length: int) -> int:
    """Write complete rows of a thousand meters that take turns, and return the bytes written.

    They are at least `length` bytes and less than 4 MB more. A block of 24,000 different rows is repeated.
    """
    rng = random.Random(_SEED)  # noqa: S311 (readings, no secrets)
    block = "".join(_row(hour, meter, rng) for hour in range(_HOURS) for meter in range(_METERS)).encode()
    times = -(-length // len(block))
    with path.open("wb") as file:
        for _ in range(times):
            file.write(block)
    return times * len(block)


def _row(hour: int, meter: int, rng: random.Random) -> str:
    index = rng.uniform(500, 700)
    city = _CITIES[meter % len(_CITIES)]
    return f"2015-01-01T{hour:02}:00:00+01:00,{index},{index / 1000},0,METER{meter:06},{city}\n"


def require(path: Path, command: str) -> None:
    """HeadwaterError if a built file is missing."""
    if not path.exists():
        raise HeadwaterError(f"there is no {path}", advice=f"Run: {command}")


def _put(account: Account, path: str, file: Path) -> None:
    with file.open("rb") as content:
        account.send("PUT", path, data=content)
