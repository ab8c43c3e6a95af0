"""A proxy that cuts storlet responses."""

import os
import socket
import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from urllib.parse import urlsplit

_CHUNK = 1 << 16
_END_OF_HEAD = b"\r\n\r\n"


class CuttingProxy:
    """Forwards connections to the store.

    For a request that runs storlets, it ends the response body after the first number of bytes in `cuts`,
    calls `before_close` and closes the connection.
    """

    def __init__(self) -> None:
        target = urlsplit(os.environ["HEADWATER_TEST_SWIFT_ENDPOINT"])
        self._target = (target.hostname, target.port)
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.address = f"127.0.0.1:{self._listening.getsockname()[1]}"
        self.cuts: deque[int] = deque()
        self.before_close: Callable[[], object] = lambda: None

    def accept(self) -> None:
        """Serve until closed."""
        with suppress(OSError):
            while True:
                client, _ = self._listening.accept()
                _Connection(client, socket.create_connection(self._target), self).start()

    def close(self) -> None:
        """Accept no more connections."""
        self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()


class _Connection:
    def __init__(self, client: socket.socket, server: socket.socket, proxy: CuttingProxy) -> None:
        self._client, self._server, self._proxy = client, server, proxy
        self._cuts_next = False

    def start(self) -> None:
        for pump in (self._requests, self._answers):
            threading.Thread(target=self._until_closed, args=(pump,), daemon=True).start()

    def _until_closed(self, pump) -> None:
        with suppress(OSError):
            pump()
        for end in (self._client, self._server):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def _requests(self) -> None:
        while chunk := self._client.recv(_CHUNK):
            self._cuts_next |= b"x-run-storlet" in chunk.lower()
            self._server.sendall(chunk)

    def _answers(self) -> None:
        while chunk := self._server.recv(_CHUNK):
            if self._cuts_next and self._proxy.cuts:
                self._cut(chunk, self._proxy.cuts.popleft())
                self._proxy.before_close()
                return
            self._cuts_next = False
            self._client.sendall(chunk)

    def _cut(self, answer: bytes, length: int) -> None:
        """Forward the response head and this much of its body."""
        while _END_OF_HEAD not in answer:
            answer += self._server.recv(_CHUNK)
        end = answer.index(_END_OF_HEAD) + len(_END_OF_HEAD) + length
        while len(answer) <= end and (chunk := self._server.recv(_CHUNK)):
            answer += chunk
        assert len(answer) > end, "the answer ended before it was to be cut"
        self._client.sendall(answer[:end])


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
