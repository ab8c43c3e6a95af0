"""A proxy before the store that refuses requests, loses answers and cuts them, as a seed draws."""

import random
import re
import socket
import threading
from collections import Counter
from collections.abc import Callable
from contextlib import suppress

_CHUNK = 1 << 16
_HEAD = re.compile(rb"(?:GET|PUT|POST|HEAD|DELETE|COPY) \S+ HTTP/1\.1\r\n")
_END_OF_HEAD = b"\r\n\r\n"
_CONTINUE = b"HTTP/1.1 100"
_REFUSAL = b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"

CHANCES = {"503": 0.01, "lost answer": 0.005, "cut answer": 0.005}
"""Per request. A lost answer is that of a request which the store has done."""


class FaultProxy:
    """Forwards connections to the store's port of 127.0.0.1, until it is closed."""

    def __init__(self, port: int, seed: int) -> None:
        self._target = ("127.0.0.1", port)
        self._drawn = random.Random(f"requests {seed}")
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.address = f"127.0.0.1:{self._listening.getsockname()[1]}"
        self.is_on = True
        self.requests = 0
        self.faults: Counter[str] = Counter()
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        """Accept no more connections."""
        with suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()

    def draw(self) -> str:
        """The fault of the next request, or an empty text."""
        self.requests += 1
        fault = self._drawn.choices((*CHANCES, ""), (*CHANCES.values(), 1 - sum(CHANCES.values())))[0]
        if not (fault and self.is_on):
            return ""
        self.faults[fault] += 1
        return fault

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listening.accept()
                try:
                    server = socket.create_connection(self._target, timeout=60)
                except OSError:  # The store's proxy was killed.
                    client.close()
                    continue
                server.settimeout(None)
                _Connection(client, server, self.draw).start()


class _Connection:
    """A client's connection. The fault of its request is that of the answer that comes next."""

    def __init__(self, client: socket.socket, server: socket.socket, draw: Callable[[], str]) -> None:
        self._client, self._server, self._draw = client, server, draw
        self._fault = ""

    def start(self) -> None:
        for pump in (self._requests, self._answers):
            threading.Thread(target=self._until_closed, args=(pump,), daemon=True).start()

    def _until_closed(self, pump: Callable[[], None]) -> None:
        with suppress(OSError):
            pump()
        for end in (self._client, self._server):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def _requests(self) -> None:
        while chunk := self._client.recv(_CHUNK):
            if _HEAD.match(chunk):
                self._fault = self._draw()
                if self._fault == "503":
                    self._client.sendall(_REFUSAL)
                    return
            self._server.sendall(chunk)

    def _answers(self) -> None:
        while chunk := self._server.recv(_CHUNK):
            if self._fault and not chunk.startswith(_CONTINUE):
                if self._fault == "cut answer":
                    body = chunk.find(_END_OF_HEAD) + len(_END_OF_HEAD)
                    self._client.sendall(chunk[: (body + len(chunk)) // 2])
                return
            self._client.sendall(chunk)
