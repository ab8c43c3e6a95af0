"""A steady load of requests, of which none may fail. Those for storlets are sent again as the store says."""

import http.client
import threading
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import count, product
from typing import Any, Self

import pyarrow as pa

from cluster_config import POLICIES
from load_requests import (
    KINDS,
    SLOW,
    ClosedConnectionError,
    FailedRequestError,
    RefusedRequestError,
    Sender,
    store_texts,
)
from login import Login
from storlet_support import Client

_PAUSE = 0.4
"""Seconds between two requests of a thread."""

_THREADS = {SLOW: 3}
"""Of a kind and a proxy, if more than one. So most engines stop while a slow storlet runs."""

_FAILURES = (AssertionError, FailedRequestError, pa.ArrowException)


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
        store_texts(clients[0])

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
        sender = _PatientSender(self.counts, kind, login)
        try:
            KINDS[kind](sender, policy, f"{kind.replace(' ', '-')}-{login.port}-{number}", number)
        except _FAILURES as error:
            self.counts.failures.append(f"{kind}: {policy}, port {login.port}, {time.ctime()}: {error!r}")


class _PatientSender(Sender):
    """Sends requests of one kind. Those for storlets are sent again as the store says."""

    def __init__(self, counts: Counts, kind: str, login: Login) -> None:
        super().__init__(login)
        self._counts = counts
        self._kind = kind

    def send(
        self, method: str, path: str, headers: dict[str, str] | None = None, *arguments: Any, **options: Any
    ) -> bytes:
        """Send a request until it is not refused."""
        self._counts.add(self._counts.sent, self._kind)
        while True:
            try:
                return super().send(method, path, headers, *arguments, **options)
            except ClosedConnectionError:  # Swift closes those that a reload finds unread
                self._counts.add(self._counts.closed, self._kind)
            except RefusedRequestError as refused:
                is_busy = refused.status == http.client.SERVICE_UNAVAILABLE and refused.retry_after
                if not (is_busy and headers):
                    raise
                self._counts.add(self._counts.refused, self._kind)
                self._counts.refusals.append(refused.answer)
                time.sleep(float(refused.retry_after))
