"""A proxy that cuts storlet responses."""

import os
import socket
import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

from forwarding import CHUNK, END_OF_HEAD, Connection, Proxy


class CuttingProxy(Proxy):
    """Forwards connections to the store.

    For a request that runs storlets, it ends the response body after the first number of bytes in `cuts`,
    calls `before_close` and closes the connection.
    """

    def __init__(self) -> None:
        target = urlsplit(os.environ["HEADWATER_TEST_SWIFT_ENDPOINT"])
        super().__init__((target.hostname, target.port))
        self.cuts: deque[int] = deque()
        self.before_close: Callable[[], object] = lambda: None

    def connection(self, client: socket.socket, server: socket.socket) -> Connection:
        return _Connection(client, server, self)


class _Connection(Connection):
    def __init__(self, client: socket.socket, server: socket.socket, proxy: CuttingProxy) -> None:
        super().__init__(client, server)
        self._proxy = proxy
        self._cuts_next = False

    def requests(self) -> None:
        while chunk := self.client.recv(CHUNK):
            self._cuts_next |= b"x-run-storlet" in chunk.lower()
            self.server.sendall(chunk)

    def answers(self) -> None:
        while chunk := self.server.recv(CHUNK):
            if self._cuts_next and self._proxy.cuts:
                self._cut(chunk, self._proxy.cuts.popleft())
                self._proxy.before_close()
                return
            self._cuts_next = False
            self.client.sendall(chunk)

    def _cut(self, answer: bytes, length: int) -> None:
        """Forward the response head and this much of its body."""
        while END_OF_HEAD not in answer:
            answer += self.server.recv(CHUNK)
        end = answer.index(END_OF_HEAD) + len(END_OF_HEAD) + length
        while len(answer) <= end and (chunk := self.server.recv(CHUNK)):
            answer += chunk
        assert len(answer) > end, "the answer ended before it was to be cut"
        self.client.sendall(answer[:end])


@contextmanager
def cutting() -> Iterator[CuttingProxy]:
    """Run a proxy."""
    proxy = CuttingProxy()
    thread = threading.Thread(target=proxy.accept, daemon=True)
    thread.start()
    try:
        yield proxy
    finally:
        proxy.close()
        thread.join()
