"""A client of the engine's socket: protocol/STORLETS.md, section 4. It never blocks eventlet's hub.

While an engine restarts, requests wait for the next one: see `headwater_swift.wire.restarts`.
"""

import array
import json
import os
import socket as plain_socket
import struct
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from eventlet.green import socket

from headwater_swift.wire.errors import StorletError
from headwater_swift.wire.frames import END, BrokenAnswerError, Frame, FrameReader
from headwater_swift.wire.names import Operation, Reason
from headwater_swift.wire.restarts import ABSENT, Absence, await_next, reports_stopping

_CONNECT_SECONDS = 5.0
_MAX_REQUEST = 1024 * 1024
_RECEIVE = 1024 * 1024
_VERSION = 1


class EngineAnswer:
    """The frames of one answer, as the engine writes them. Closing it early cancels the request."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self._reader = FrameReader(self._receive)

    def _receive(self) -> bytes:
        try:
            return self._connection.recv(_RECEIVE)
        except ConnectionError as error:
            raise BrokenAnswerError(f"the engine's connection broke: {error.strerror}") from error

    def read(self, timeout: float) -> Frame:
        """The next frame. TimeoutError if it takes longer. The read may then be repeated."""
        self._connection.settimeout(timeout)
        return self._reader.read()

    def cancel(self) -> None:
        """End the request. Its reader sees a broken answer."""
        with suppress(OSError):  # the engine may have disconnected first
            self._connection.shutdown(plain_socket.SHUT_RDWR)

    def close(self) -> None:
        """Release the connection."""
        self._connection.close()


class Engine:
    """The engine that listens on `path`. `timeout` (seconds) limits the wait for its next frame."""

    def __init__(self, path: str, timeout: float) -> None:
        self._path = path
        self._absence = Absence()
        self.timeout = timeout

    def send(self, request: dict[str, Any], descriptors: Sequence[int] = ()) -> EngineAnswer:
        """Send a request and its descriptors, which the caller still owns.

        Raises StorletError: `engine` if none listens, `busy` if it accepts no more connections.
        """
        data = json.dumps({"version": _VERSION, **request}).encode()
        if len(data) > _MAX_REQUEST:
            raise StorletError(
                Reason.PARAMETERS, f"the request has {len(data)} bytes: at most {_MAX_REQUEST} are allowed"
            )
        while True:
            connection = socket.socket(plain_socket.AF_UNIX, plain_socket.SOCK_STREAM)
            connection.settimeout(_CONNECT_SECONDS)
            try:
                connection.connect(self._path)
                _send(connection, struct.pack("<I", len(data)) + data, descriptors)
            except OSError as error:
                connection.close()
                self._judge(error)
            else:
                self._absence.end()
                return EngineAnswer(connection)

    def _judge(self, error: OSError) -> None:
        """Wait if the engine may be restarting. Else raises StorletError."""
        if isinstance(error, BlockingIOError):
            raise StorletError(
                Reason.BUSY, "the engine accepts no more connections now: try again"
            ) from error
        if not (isinstance(error, ABSENT) and self._absence.wait()):
            raise StorletError(
                Reason.ENGINE, f"no engine is reachable here ({error}): try again later"
            ) from error

    def call(self, request: dict[str, Any], descriptors: Sequence[int] = ()) -> dict[str, Any]:
        """Send a request whose complete answer is one frame, and return its document. Raises StorletError."""
        while reports_stopping(frame := self._only_frame(request, descriptors)):
            await_next()
        if frame.type != END:
            raise StorletError.of_frame(frame)
        return frame.document()

    def _only_frame(self, request: dict[str, Any], descriptors: Sequence[int]) -> Frame:
        answer = self.send(request, descriptors)
        try:
            return answer.read(self.timeout)
        except (BrokenAnswerError, TimeoutError) as error:
            raise StorletError(
                Reason.ENGINE, f"the engine did not answer ({error}): try again later"
            ) from error
        finally:
            answer.close()

    def load(self, tenant: str, module: int, length: int, transaction: str) -> str:
        """Check, compile and store a tenant's module, and return its SHA-256 (hex).

        `module` is its descriptor. The engine logs the `transaction`.
        """
        source = {"descriptor": 0, "length": length}
        request = {"op": Operation.LOAD, "request": transaction, "tenant": tenant, "module": source}
        return str(self.call(request, [module])["module"])


def memory_file(name: str, content: bytes) -> int:
    """A descriptor of an unnamed file with this content, positioned at its start. The caller closes it."""
    descriptor = os.memfd_create(name)
    try:
        left = memoryview(content)
        while left:
            left = left[os.write(descriptor, left) :]
        os.lseek(descriptor, 0, os.SEEK_SET)
    except BaseException:
        os.close(descriptor)
        raise
    return descriptor


def _send(connection: socket.socket, data: bytes, descriptors: Sequence[int]) -> None:
    """Send the descriptors with the first bytes.

    A new connection's buffer is empty, so this does not block.
    """
    rights = [(plain_socket.SOL_SOCKET, plain_socket.SCM_RIGHTS, array.array("i", descriptors))]
    sent = connection.sendmsg([data], rights if descriptors else [])
    if sent < len(data):  # even an empty write breaks on an engine that has responded and closed
        connection.sendall(data[sent:])
