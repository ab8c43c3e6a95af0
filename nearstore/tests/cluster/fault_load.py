"""Requests that a seed draws, sent before, during and after a fault. Each is sent once."""

import http.client
import random
import threading
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager
from dataclasses import dataclass

import pyarrow as pa

from cluster_config import POLICIES
from load_requests import (
    KINDS,
    TEXT,
    FailedRequestError,
    RefusedRequestError,
    Request,
    Sender,
    store_texts,
)
from login import Login
from storlet_support import Client, await_true, run_headers

_CONCURRENT = 12
_BEFORE, _AFTER = 0.25, 0.15
"""The parts of the requests that are sent before the fault begins and after it has ended."""

_LARGE = TEXT * 30
"""More than the buffers between a device and a client that does not read."""

_READ_FIRST = 1 << 20
_PAUSE_SECONDS = 0.5


def _read_slowly(response: http.client.HTTPResponse) -> bytes:
    first = response.read(_READ_FIRST)
    time.sleep(_PAUSE_SECONDS)
    rest = response.read()
    if response.length:  # a part was read before, so the library does not report the missing bytes
        raise http.client.IncompleteRead(rest, response.length)
    return first + rest


def _large_get(sender: Sender, policy: str, _name: str, _number: int) -> None:
    answer = sender.send("GET", f"/{policy}/large", read=_read_slowly)
    assert answer == _LARGE, f"wrong content of {len(answer)} bytes"


def _large_storlet_get(sender: Sender, policy: str, _name: str, number: int) -> None:
    """By the object server or by the proxy, in turns."""
    headers = {**run_headers(do="upper"), "X-Storlet-Run-On-Proxy": ("false", "true")[number % 2]}
    answer = sender.send("GET", f"/{policy}/large", headers, read=_read_slowly)
    assert answer == _LARGE.upper(), f"wrong answer of {len(answer)} bytes"


_LARGE_PLAIN = "plain GET, slow reader"
_KINDS: dict[str, Request] = {
    **KINDS,
    _LARGE_PLAIN: _large_get,
    "storlet GET, slow reader": _large_storlet_get,
}
_WEIGHTS = {"plain GET": 3, "storlet GET": 3, "typed GET": 3, "storlet GET, slow reader": 2}
"""Of the kinds that are drawn more often than others."""


_WHOLE, _STATUS, _BROKEN = "whole", "status", "broken"


@dataclass
class Drawn:
    """A request, and what became of it."""

    kind: str
    policy: str
    proxy: int
    number: int
    began: float = 0.0
    outcome: str = ""
    failure: str = ""
    """How it failed cleanly."""
    wrong: str = ""
    """Why it neither succeeded nor failed cleanly."""

    @property
    def survives(self) -> bool:
        """Whether Swift completes it from another replica, even if it is in progress."""
        return self.policy == "replicas" and self.kind in ("plain GET", _LARGE_PLAIN)


def store_objects(client: Client) -> None:
    """Store the objects that the requests read."""
    store_texts(client)
    for policy in POLICIES:
        client.send_ok("PUT", f"/{policy}/large", data=_LARGE)


class FaultLoad:
    """Sends `each` requests for each policy. `clients` are those of the proxies."""

    def __init__(self, clients: Sequence[Client], draw: random.Random, each: int) -> None:
        self._logins = [Login.of(client) for client in clients]
        self._draw = draw
        self._folder = f"fault-{draw.randrange(2**32):08x}"
        kinds, weights = list(_KINDS), [_WEIGHTS.get(kind, 1) for kind in _KINDS]
        self.requests = [
            Drawn(draw.choices(kinds, weights)[0], policy, draw.randrange(len(clients)) + 1, number)
            for policy in POLICIES
            for number in range(each)
        ]
        draw.shuffle(self.requests)
        self.stored: dict[str, bytes] = {}
        """The contents of the acknowledged PUTs, by path."""
        self._lock = threading.Lock()
        self.in_effect = 0.0
        """When the fault had begun, on the monotonic clock."""

    def run(self, fault: AbstractContextManager[None], until: float) -> None:
        """Send all requests. The fault ends when this part of those that began during it has ended."""
        count = len(self.requests)
        first, last = int(count * _BEFORE), count - int(count * _AFTER)
        with ThreadPoolExecutor(_CONCURRENT) as pool:
            before = self._submit(pool, self.requests[:first])
            _await_ended(before, self._draw.randrange(first // 2))
            with fault:
                self.in_effect = time.monotonic()
                during = self._submit(pool, self.requests[first:last])
                _await_ended(during, int(until * len(during)))
            after = self._submit(pool, self.requests[last:])
        for each in (*before, *during, *after):
            each.result()

    def report(self, name: str) -> str:
        """The rows of a table of Markdown, one a policy. `name` is that of the fault."""
        rows = []
        for policy in POLICIES:
            outcomes = Counter(each.outcome for each in self.requests if each.policy == policy)
            counts = (outcomes.total(), *(outcomes[outcome] for outcome in (_WHOLE, _STATUS, _BROKEN)))
            rows.append(f"| {name} | {policy} | {' | '.join(map(str, counts))} |")
        return "\n".join(rows)

    def _submit(self, pool: ThreadPoolExecutor, requests: Sequence[Drawn]) -> list[Future]:
        return [pool.submit(self._send, each) for each in requests]

    def _send(self, drawn: Drawn) -> None:
        sender = Sender(self._logins[drawn.proxy - 1])
        drawn.began = time.monotonic()
        try:
            _KINDS[drawn.kind](sender, drawn.policy, f"{self._folder}-{drawn.number}", drawn.number)
            drawn.outcome = _WHOLE
        except FailedRequestError as error:
            drawn.outcome = _STATUS if isinstance(error, RefusedRequestError) else _BROKEN
            drawn.failure = str(error)
        except (AssertionError, pa.ArrowException) as error:
            drawn.wrong = repr(error)
        with self._lock:
            self.stored |= sender.stored


def _await_ended(futures: Sequence[Future], count: int) -> None:
    await_true(lambda: sum(each.done() for each in futures) >= count, 600)
