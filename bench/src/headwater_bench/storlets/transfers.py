"""GETs of one object, plain and through a storlet, with curl, a client with negligible cost."""

import json
import subprocess
from pathlib import Path

from headwater_swift.wire.frames import END, BrokenAnswerError, FrameReader
from headwater_swift.wire.names import MEDIA_TYPE

from headwater.core.errors import HeadwaterError
from headwater_bench.storlets.readings import METER_COLUMN, SELECTED

_CHUNK = 1 << 20

SELECTION = json.dumps({"column": METER_COLUMN, "type": "string", "op": "prefix", "value": SELECTED})
SELECTING = {"X-Run-Storlet": "csv", "X-Storlet-Parameter-1": f"selection:{SELECTION}"}
"""The headers that request one meter's rows."""


class Client:
    """Sends GETs with a token. Answers go to files in `folder`. Seconds are to the last byte of the body."""

    def __init__(self, token: str, folder: Path) -> None:
        self._token = token
        self._folder = folder

    def plain(self, url: str) -> float:
        """Seconds of a GET of the complete object."""
        return self._get(url, {}, Path("/dev/null"))

    def selected(self, url: str) -> tuple[float, dict]:
        """Seconds of a GET of one meter's rows in frames, and the document of their end frame."""
        answer = self._folder / "answer"
        seconds = self._get(url, {**SELECTING, "Accept": MEDIA_TYPE}, answer)
        return seconds, end_frame(answer)

    def _get(self, url: str, headers: dict[str, str], output: Path) -> float:
        output_format = "%{http_code} %{time_total}"
        given = [f"X-Auth-Token: {self._token}", *(f"{name}: {value}" for name, value in headers.items())]
        # The token is sent on standard input, because arguments are visible to all users.
        config = "".join(f"header = {json.dumps(each)}\n" for each in given)
        command = ["curl", "--silent", "--show-error", "--config", "-", "--output", str(output)]
        try:
            done = subprocess.run(
                [*command, "--write-out", output_format, url],
                input=config,
                text=True,
                capture_output=True,
                check=True,
            )
        except subprocess.CalledProcessError as error:
            raise HeadwaterError(f"GET {url} failed: {error.stderr.strip()}") from error
        status, seconds = done.stdout.split()
        if status != "200":
            raise HeadwaterError(f"GET {url} was answered with {status}")
        return float(seconds)


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
