"""Bytes that come in chunks, given to the engine as a descriptor to read from."""

import os
import socket as plain_socket
from collections.abc import Callable, Iterable

import eventlet
from eventlet.greenio import GreenSocket
from swift.common.utils import close_if_possible

_BUFFER = 1024 * 1024


class Pump:
    """Writes `chunks` into a socket whose other end is `descriptor`, in a green thread of its own.

    A reader that goes away early ends it: a storlet need not read everything. The last chunk is written when
    the chunks have ended well: a reader who knows their length cannot have them all before.
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

    def feed(self, failed: Callable[[], None]) -> None:
        """Begin, or go on for another reader of the same descriptor.

        If the chunks raise, `error` is what they raised, and `failed` is called: it has to cancel the reader,
        to whom they otherwise look as if they had ended.
        """
        self._failed = failed
        if self._thread is None:
            self._thread = eventlet.spawn(self._run)
        elif self.error:
            failed()

    def handed_over(self) -> None:
        """The engine has the descriptor: without our copy, we see when it lets go of its own."""
        if self._open:
            self._open = False
            os.close(self.descriptor)

    def close(self) -> None:
        """End it, and close the chunks."""
        self.handed_over()
        if self._thread:
            self._thread.kill()
        self._finish()

    def _run(self) -> None:
        try:
            held = b""
            for chunk in self._chunks:
                if not self._sent(held):
                    return
                held = chunk
            self._sent(held)
        except (Exception, eventlet.Timeout) as error:  # noqa: BLE001 (told as the answer's failure)
            self.error = error
            self._failed()
        finally:
            self._finish()

    def _sent(self, chunk: bytes) -> bool:
        """Whether there was a reader for it."""
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
    """Two connected sockets that block, whatever eventlet has patched."""
    original = eventlet.patcher.original("socket")
    return original.socketpair(original.AF_UNIX, original.SOCK_STREAM)
