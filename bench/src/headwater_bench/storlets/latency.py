"""The time that a storlet adds to a small GET."""

import http.client
import time
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import NamedTemporaryFile
from urllib.parse import urlsplit

from headwater.core.account import Account
from headwater.core.errors import HeadwaterError
from headwater.terminal import console
from headwater_bench.storlets import readings
from headwater_bench.storlets.transfers import SELECTING

LENGTH = 1024
_WARM_UP = 50


@dataclass
class Latency:
    """Seconds of alternating GETs on one connection each: plain ones, and through the csv storlet."""

    plain: list[float] = field(default_factory=list)
    selected: list[float] = field(default_factory=list)


def latencies(account: Account, path: str, requests: int) -> Latency:
    """Pairs of GETs of an object of 1 KiB, written to `path`, after some uncounted pairs."""
    with NamedTemporaryFile() as small, console.step(f"{requests} small GETs of each kind"):
        readings.write(Path(small.name), 1)
        small.truncate(LENGTH)
        account.send("PUT", path, data=small)
        url = urlsplit(account.url + path)
        token = {"X-Auth-Token": account.token}
        plain = _Getter(url.netloc, url.path, token)
        selected = _Getter(url.netloc, url.path, token | SELECTING)
        for _ in range(_WARM_UP):
            plain.seconds(), selected.seconds()
        latency = Latency()
        for _ in range(requests):
            latency.plain.append(plain.seconds())
            latency.selected.append(selected.seconds())
        return latency


class _Getter:
    """Repeats the same GET on one connection."""

    def __init__(self, host: str, path: str, headers: dict[str, str]) -> None:
        self._connection = http.client.HTTPConnection(host)
        self._path, self._headers = path, headers

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
