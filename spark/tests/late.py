"""A proxy to a store whose listings lack one object."""

import os
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import unquote, urlsplit

from forwarding import CHUNK, Connection, Proxy

_BODIES = {
    b"list-type=2": b"<ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>",
    b"format=json": b"[]",
}
"""Of the S3 API and of Swift's."""


class LateProxy(Proxy):
    """Forwards connections to the store. A listing from the object's own key shows nothing."""

    def __init__(self, key: str) -> None:
        target = urlsplit(os.environ["HEADWATER_TEST_SWIFT_ENDPOINT"])
        super().__init__((target.hostname, target.port))
        self.key = key
        self.hidden = 0

    def connection(self, client: socket.socket, server: socket.socket) -> Connection:
        """How a connection is forwarded."""
        return _Connection(client, server, self)

    def hides(self, line: str) -> bool:
        """Whether a request's first line is that of a listing from the object's key."""
        hides = line.startswith("GET ") and f"prefix={self.key}" in unquote(line).replace(" ", "&").split("&")
        self.hidden += hides
        return hides


class _Connection(Connection):
    def __init__(self, client: socket.socket, server: socket.socket, proxy: LateProxy) -> None:
        super().__init__(client, server)
        self._proxy = proxy

    def requests(self) -> None:
        while chunk := self.client.recv(CHUNK):
            line = chunk.partition(b"\r\n")[0]
            if not self._proxy.hides(line.decode("latin-1")):
                self.server.sendall(chunk)
                continue
            body = next(body for name, body in _BODIES.items() if name in line)
            self.client.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body))

    def answers(self) -> None:
        while chunk := self.server.recv(CHUNK):
            self.client.sendall(chunk)


@contextmanager
def late(key: str) -> Iterator[LateProxy]:
    """A running proxy."""
    proxy = LateProxy(key)
    threading.Thread(target=proxy.accept, daemon=True).start()
    try:
        yield proxy
    finally:
        proxy.close()
