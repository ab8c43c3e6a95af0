"""A steady load of plain requests, storlets and typed answers, whose answers are all known and checked."""

import http.client
import json
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import count, product
from typing import Self

import pyarrow as pa

from cluster_config import POLICIES
from headwater_swift.wire.frames import DATA, END, BrokenAnswerError
from headwater_swift.wire.names import MEDIA_TYPE
from login import Login
from storlet_support import Client, read_frames, run_headers

TEXT = b"".join(b"%d,meter %d,%d.5\n" % (row, row % 97, row * row) for row in range(10_000))
WANTED = [row for row in range(10_000) if row % 97 == 13]
_SELECTION = {"column": 1, "type": "string", "op": "eq", "value": "meter 13"}
_SCHEMA = [{"column": 0, "type": "long"}, {"column": 2, "type": "double"}]
_TYPED = {
    **run_headers("csv", answer="arrow", schema=json.dumps(_SCHEMA), selection=json.dumps(_SELECTION)),
    "Accept": MEDIA_TYPE,
}
_PAUSE = 0.4
"""Seconds between two requests of a thread."""

_SLOW = "storlet GET of 2 s"
_THREADS = {_SLOW: 3}
"""Of a kind and a proxy, if more than one. So most engines stop while a slow storlet runs."""


class Counts:
    """Requests by kind: sent, failed, and sent again after a `Retry-After` or a closed connection."""

    def __init__(self) -> None:
        self.sent: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()
        self.closed: Counter[str] = Counter()
        self.failures: list[str] = []
        self.refusals: list[bytes] = []
        self._lock = threading.Lock()

    def add(self, counter: Counter[str], kind: str) -> None:
        """Add 1 to one of the counters."""
        with self._lock:
            counter[kind] += 1

    def report(self) -> str:
        """A table of Markdown."""
        failed = Counter(failure.partition(":")[0] for failure in self.failures)
        columns = (self.sent, self.refused, self.closed, failed)
        rows = [[kind, *(column[kind] for column in columns)] for kind in KINDS]
        total = ["all", *(column.total() for column in columns)]
        lines = [f"| {' | '.join(map(str, row))} |" for row in (*rows, total)]
        return "\n".join(
            ["", "| requests | sent | refused | closed | failed |", "|---|--:|--:|--:|--:|", *lines]
        )


class SteadyLoad:
    """Sends requests of each kind by each proxy, from its start to its end."""

    def __init__(self, clients: Sequence[Client]) -> None:
        self.counts = Counts()
        self._logins = [Login.of(client) for client in clients]
        self._end = threading.Event()
        self._threads: list[threading.Thread] = []
        for policy in POLICIES:
            clients[0].send_ok("PUT", f"/{policy}/steady", data=TEXT)

    def __enter__(self) -> Self:
        pairs = [each for each in product(KINDS, self._logins) for _ in range(_THREADS.get(each[0], 1))]
        self._threads = [threading.Thread(target=self._repeat, args=pair, daemon=True) for pair in pairs]
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._end.set()
        for thread in self._threads:
            thread.join(120)
            assert not thread.is_alive(), "a request of the load does not end"

    def once(self) -> None:
        """Send one request of each kind for each policy, by each proxy."""
        requests = list(product(KINDS, self._logins, range(len(POLICIES))))
        with ThreadPoolExecutor(len(requests)) as pool:
            list(pool.map(lambda each: self._request(*each), requests))

    def _repeat(self, kind: str, login: Login) -> None:
        for number in count():
            if self._end.wait(_PAUSE):
                return
            self._request(kind, login, number)

    def _request(self, kind: str, login: Login, number: int) -> None:
        policy = POLICIES[number % len(POLICIES)]
        sender = _Sender(self.counts, kind, login)
        try:
            KINDS[kind](sender, policy, f"{kind.replace(' ', '-')}-{login.port}-{number}", number)
        except FAILURES as error:
            self.counts.failures.append(f"{kind}: {policy}, port {login.port}, {time.ctime()}: {error!r}")


class _Sender:
    """Sends requests of one kind. Those for storlets are sent again as the store says."""

    def __init__(self, counts: Counts, kind: str, login: Login) -> None:
        self._counts = counts
        self._kind = kind
        self._login = login

    def send(self, method: str, path: str, headers: dict[str, str] | None = None, body: bytes = b"") -> bytes:
        """Send a request, and return the body of its answer, which must be a success."""
        self._counts.add(self._counts.sent, self._kind)
        while True:
            try:
                response = self._login.send(method, path, body, **headers or {})
            except (ConnectionResetError, BrokenPipeError):  # Swift closes those that a reload finds unread
                self._counts.add(self._counts.closed, self._kind)
                continue
            answer, wait = response.read(), response.headers.get("Retry-After")
            if response.status != http.client.SERVICE_UNAVAILABLE or not headers or not wait:
                break
            self._counts.add(self._counts.refused, self._kind)
            self._counts.refusals.append(answer)
            time.sleep(float(wait))
        assert response.status in (200, 201), (method, path, response.status, answer[:500])
        return answer


def _plain_get(sender: _Sender, policy: str, _name: str, _number: int) -> None:
    assert sender.send("GET", f"/{policy}/steady") == TEXT, "wrong content"


def _plain_put(sender: _Sender, policy: str, name: str, number: int) -> None:
    content = b"%d of many\n" % number * 1000
    sender.send("PUT", f"/{policy}/{name}", body=content)
    assert sender.send("GET", f"/{policy}/{name}") == content, "wrong content"


def _storlet_get(sender: _Sender, policy: str, _name: str, _number: int) -> None:
    answer = sender.send("GET", f"/{policy}/steady", run_headers(do="upper"))
    assert answer == TEXT.upper(), f"wrong answer of {len(answer)} bytes"


def _slow_get(sender: _Sender, policy: str, _name: str, _number: int) -> None:
    """A storlet that often runs when its engine stops."""
    assert sender.send("GET", f"/{policy}/steady", run_headers(do="sleep", seconds=2)) == TEXT, "wrong answer"


def _storlet_put(sender: _Sender, policy: str, name: str, number: int) -> None:
    content = b"%d of many\n" % number * 1000
    sender.send("PUT", f"/{policy}/{name}", run_headers(do="upper"), content)
    assert sender.send("GET", f"/{policy}/{name}") == content.upper(), "wrong content"


def _typed_get(sender: _Sender, policy: str, _name: str, number: int) -> None:
    """The typed rows of both halves of the object."""
    middle = len(TEXT) // 3 + number % 100
    tables = []
    for split in (f"bytes=0-{middle - 1}", f"bytes={middle}-{len(TEXT) - 1}"):
        answer = sender.send("GET", f"/{policy}/steady", {**_TYPED, "X-Storlet-Range": split})
        tables.append(pa.ipc.open_stream(_data(answer)).read_all())
    rows = pa.concat_tables(tables)
    assert rows["record"].null_count == len(rows), "a record is not typed"
    assert rows["0"].to_pylist() == WANTED, "wrong rows"
    assert rows["2"].to_pylist() == [row * row + 0.5 for row in WANTED], "wrong values"


def _data(answer: bytes) -> bytes:
    """The bytes in a complete framed answer."""
    *frames, last = read_frames(answer)
    assert last.type == END, last.payload
    return b"".join(frame.payload for frame in frames if frame.type == DATA)


FAILURES = (AssertionError, OSError, http.client.HTTPException, pa.ArrowException, BrokenAnswerError)

KINDS: dict[str, Callable[[_Sender, str, str, int], None]] = {
    "plain GET": _plain_get,
    "plain PUT and GET": _plain_put,
    "storlet GET": _storlet_get,
    _SLOW: _slow_get,
    "storlet PUT, and GET": _storlet_put,
    "typed GET": _typed_get,
}
