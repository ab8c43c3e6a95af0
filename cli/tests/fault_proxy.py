"""A proxy before the store that refuses requests, loses answers and cuts them, as a seed draws."""

import random
import re
import socket
import threading
from collections import Counter
from collections.abc import Callable

from forwarding import CHUNK, END_OF_HEAD, Connection, Proxy

_HEAD = re.compile(rb"(?:GET|PUT|POST|HEAD|DELETE|COPY) \S+ HTTP/1\.1\r\n")
_CONTINUE = b"HTTP/1.1 100"
_REFUSAL = b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"

CHANCES = {"503": 0.01, "lost answer": 0.005, "cut answer": 0.005}
"""Per request, in a soak. A lost answer is that of a request which the store has done."""


class FaultProxy(Proxy):
    """Forwards connections from one address to another, until it is closed. `chances` are those of faults."""

    def __init__(
        self,
        target: tuple[str, int],
        seed: int,
        chances: dict[str, float] = CHANCES,
        listening: tuple[str, int] = ("127.0.0.1", 0),
    ) -> None:
        super().__init__(target, listening)
        self._drawn = random.Random(f"requests {seed}")
        self._chances = {**chances, "": 1 - sum(chances.values())}
        self.is_on = True
        self.requests = 0
        self.faults: Counter[str] = Counter()
        threading.Thread(target=self.accept, daemon=True).start()

    def connection(self, client: socket.socket, server: socket.socket) -> Connection:
        """How a connection is forwarded."""
        return _Connection(client, server, self.draw)

    def draw(self) -> str:
        """The fault of the next request, or an empty text."""
        self.requests += 1
        fault = self._drawn.choices(list(self._chances), list(self._chances.values()))[0]
        if not (fault and self.is_on):
            return ""
        self.faults[fault] += 1
        return fault


class _Connection(Connection):
    """The fault of a request is that of the answer that comes next."""

    def __init__(self, client: socket.socket, server: socket.socket, draw: Callable[[], str]) -> None:
        super().__init__(client, server)
        self._draw = draw
        self._fault = ""

    def requests(self) -> None:
        """Forward the client's bytes, or refuse."""
        while chunk := self.client.recv(CHUNK):
            if _HEAD.match(chunk):
                self._fault = self._draw()
                if self._fault == "503":
                    self.client.sendall(_REFUSAL)
                    return
            self.server.sendall(chunk)

    def answers(self) -> None:
        """Forward the store's bytes, or lose or cut them."""
        while chunk := self.server.recv(CHUNK):
            if self._fault and not chunk.startswith(_CONTINUE):
                if self._fault == "cut answer":
                    body = chunk.find(END_OF_HEAD) + len(END_OF_HEAD)
                    # Clients take a cut header for the last one, so an answer without a body ends earlier.
                    half = (body + len(chunk)) // 2 if body < len(chunk) else len(b"HTTP/1.1 2")
                    self.client.sendall(chunk[:half])
                return
            self.client.sendall(chunk)
