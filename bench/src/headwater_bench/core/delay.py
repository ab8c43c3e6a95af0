"""A proxy that delays every request to a store, like the network path to a public cloud."""

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from socket import IPPROTO_TCP, SHUT_RDWR, TCP_NODELAY, create_connection, socket
from socketserver import BaseRequestHandler, ThreadingTCPServer
from urllib.parse import urlsplit

_CHUNK = 1 << 18
_END_OF_HEAD = b"\r\n\r\n"


class DelayProxy(ThreadingTCPServer):
    """Forwards HTTP/1.1 connections. Each request is sent `seconds` after it arrived.

    Requests of a connection do not overlap: each is sent after the previous response.
    """

    daemon_threads = True
    request_queue_size = 128

    def __init__(self, target: tuple[str, int], seconds: float) -> None:
        super().__init__(("127.0.0.1", 0), _Connection)
        self.target, self.seconds = target, seconds


class _Connection(BaseRequestHandler):
    """A connection, until one side ends it."""

    def handle(self) -> None:
        with suppress(OSError), create_connection(self.server.target) as store:
            self._is_idle = True
            for each in (self.request, store):
                each.setsockopt(IPPROTO_TCP, TCP_NODELAY, 1)
            threading.Thread(target=self._answer, args=(store,), daemon=True).start()
            while chunk := self.request.recv(_CHUNK):
                if self._is_idle:
                    self._is_idle = False
                    time.sleep(self.server.seconds)
                store.sendall(chunk)
            store.shutdown(SHUT_RDWR)

    def _answer(self, store: socket) -> None:
        with suppress(OSError):
            while chunk := store.recv(_CHUNK):
                # After only a `100 Continue` the same request continues.
                continues = chunk.startswith(b"HTTP/1.1 100 ") and chunk.find(_END_OF_HEAD) == len(chunk) - 4
                self._is_idle = self._is_idle or not continues
                self.request.sendall(chunk)
            self.request.shutdown(SHUT_RDWR)


@contextmanager
def delayed(document: dict, milliseconds: int) -> Iterator[dict]:
    """The document (see `Status.as_dict`) of a store, reached through such a proxy in the block."""
    before = document["s3"]["endpoint"]
    target = urlsplit(before)
    with DelayProxy((target.hostname, target.port), milliseconds / 1000) as proxy:
        threading.Thread(target=proxy.serve_forever, daemon=True).start()
        after = f"http://127.0.0.1:{proxy.server_address[1]}"
        try:
            yield json.loads(json.dumps(document).replace(before, after))
        finally:
            proxy.shutdown()
