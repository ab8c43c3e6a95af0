"""Passes chunks of bytes to the engine through a descriptor."""

import os
import socket as plain_socket
from collections.abc import Callable, Iterable

import eventlet
from eventlet.greenio import GreenSocket
from swift.common.utils import close_if_possible

_BUFFER = 1024 * 1024


class Pump:
    """Writes `chunks` into a socket whose other end is `descriptor`, in a separate green thread.

    If the reader closes early, it ends, because a storlet need not read everything. The last chunk is written
    only after the chunks have ended well. A reader that knows their length cannot have all of them before.
    """

    def __init__(self, chunks: Iterable[bytes]) -> None:
        ours, theirs = _plain_socket_pair()
        ours.setsockopt(plain_socket.SOL_SOCKET, plain_socket.SO_SNDBUF, _BUFFER)
        self.descriptor = theirs.detach()
        self.error: BaseException | None = None
        self._chunks = chunks
        self._socket = GreenSocket(ours)
        self._open = True
        self._failed: Callable[[], None] = lambda: None
        self._thread: eventlet.greenthread.GreenThread | None = None

    def start(self, failed: Callable[[], None]) -> None:
        """Begin, or continue for another reader of the same descriptor.

        If the chunks raise, `error` is their exception, and `failed` is called. It must cancel the reader,
        which would otherwise see a normal end.
        """
        self._failed = failed
        if self._thread is None:
            self._thread = eventlet.spawn(self._run)
        elif self.error:
            failed()

    def release_descriptor(self) -> None:
        """The engine has the descriptor. Without our copy, we see when the engine closes its own."""
        if self._open:
            self._open = False
            os.close(self.descriptor)

    def close(self) -> None:
        """End it, and close the chunks."""
        self.release_descriptor()
        if self._thread:
            self._thread.kill()
        self._finish()

    def _run(self) -> None:
        try:
            held = b""
            for chunk in self._chunks:
                if not self._send(held):
                    return
                held = chunk
            self._send(held)
        except (Exception, eventlet.Timeout) as error:  # noqa: BLE001 (reported as the answer's failure)
            self.error = error
            self._failed()
        finally:
            self._finish()

    def _send(self, chunk: bytes) -> bool:
        """Whether a reader received it."""
        try:
            if chunk:
                self._socket.sendall(chunk)
        except (BrokenPipeError, ConnectionResetError):
            return False
        return True

    def _finish(self) -> None:
        self._socket.close()
        close_if_possible(self._chunks)


def _plain_socket_pair() -> tuple[plain_socket.socket, plain_socket.socket]:
    """Two connected blocking sockets, whatever eventlet has patched."""
    original = eventlet.patcher.original("socket")
    return original.socketpair(original.AF_UNIX, original.SOCK_STREAM)
