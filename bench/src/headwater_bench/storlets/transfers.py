"""GETs of one object, plain and through a storlet, by curl: a client that costs next to nothing."""

import json
import struct
import subprocess
from dataclasses import dataclass
from pathlib import Path

from headwater.errors import HeadwaterError
from headwater_bench.storlets.readings import METER_COLUMN, SELECTED

_FRAMES = "application/vnd.headwater.frames"
_HEADER = struct.Struct("<cII")

SELECTION = json.dumps({"column": METER_COLUMN, "type": "string", "op": "prefix", "value": SELECTED})


@dataclass(frozen=True)
class Transfer:
    """One GET: its seconds, to the last byte of its body, and the bytes of that."""

    seconds: float
    bytes: int


class Client:
    """Sends GETs with a token; answers go to files in `folder`."""

    def __init__(self, token: str, folder: Path) -> None:
        self._token = token
        self._folder = folder

    def plain(self, url: str) -> Transfer:
        """The whole object."""
        return self._get(url, {}, Path("/dev/null"))

    def selected(self, url: str, *, storlet: str = "csv") -> tuple[Transfer, dict]:
        """The rows of one meter, in frames, and the document of their end frame."""
        headers = {
            "X-Run-Storlet": storlet,
            "X-Storlet-Parameter-1": f"selection:{SELECTION}",
            "Accept": _FRAMES,
        }
        answer = self._folder / "answer"
        transfer = self._get(url, headers, answer)
        return transfer, end_frame(answer)

    def _get(self, url: str, headers: dict[str, str], output: Path) -> Transfer:
        told = "%{http_code} %{time_total} %{size_download}"
        given = [f"X-Auth-Token: {self._token}", *(f"{name}: {value}" for name, value in headers.items())]
        # The token goes by standard input: arguments are everyone's to see.
        config = "".join(f"header = {json.dumps(each)}\n" for each in given)
        command = ["curl", "--silent", "--show-error", "--config", "-", "--output", str(output)]
        try:
            done = subprocess.run(
                [*command, "--write-out", told, url], input=config, text=True, capture_output=True, check=True
            )
        except subprocess.CalledProcessError as error:
            raise HeadwaterError(f"GET {url} failed: {error.stderr.strip()}") from error
        status, seconds, size = done.stdout.split()
        if status != "200":
            raise HeadwaterError(f"GET {url} was answered with {status}")
        return Transfer(float(seconds), int(size))


def end_frame(answer: Path) -> dict:
    """The end frame's document. Checksums are the middleware's and the client's affair, not checked here."""
    content = answer.read_bytes()
    at = 0
    while at < len(content):
        kind, length, _ = _HEADER.unpack_from(content, at)
        at += _HEADER.size + length
        if kind == b"E" and at == len(content):
            return json.loads(content[at - length :])
    raise HeadwaterError(f"the framed answer in {answer} has no end frame")
