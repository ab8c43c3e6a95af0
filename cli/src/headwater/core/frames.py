"""The data of a storlet's framed answer, as a stream (protocol/STORLETS.md, section 3)."""

import io
import json
import struct
import zlib
from collections.abc import Callable
from typing import Any

_HEADER = struct.Struct("<cII")
_START = struct.Struct("<cI")
_MAX_PAYLOAD = 1 << 20
_METADATA, _DATA, _PADDING, _END, _ERROR = b"M", b"D", b"P", b"E", b"X"


class BrokenAnswerError(OSError):
    """An answer that violates the format, or ends early."""


class FailedAnswerError(Exception):
    """An error frame: the store's reason, such as `limit`, and its message."""

    def __init__(self, document: dict[str, Any]) -> None:
        super().__init__(f"{document.get('error')}: {document.get('message')}")
        self.reason = str(document.get("error"))


class AnswerStream(io.RawIOBase):
    """The bytes of all data frames. Its end is reached only if the answer is complete.

    `receive` returns up to so many bytes, none at the end. Raises BrokenAnswerError or FailedAnswerError.
    """

    def __init__(self, receive: Callable[[int], bytes]) -> None:
        self._receive = receive
        self._payload = memoryview(b"")
        self._is_over = False
        self._may_have_metadata = True

    def readable(self) -> bool:
        """Always true."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Fill the buffer as far as the current frame reaches."""
        while not self._payload and not self._is_over:
            self._next()
        taken = min(len(buffer), len(self._payload))
        buffer[:taken] = self._payload[:taken]
        self._payload = self._payload[taken:]
        return taken

    def _next(self) -> None:
        header = self._exactly(_HEADER.size)
        kind, length, checksum = _HEADER.unpack(header)
        if length > _MAX_PAYLOAD:
            raise BrokenAnswerError(f"a frame would have {length:,} bytes")
        payload = self._exactly(length)
        if zlib.crc32(payload, zlib.crc32(header[: _START.size])) != checksum:
            raise BrokenAnswerError("a frame has a wrong checksum")
        if kind == _DATA:
            self._payload = memoryview(payload)
            self._may_have_metadata &= length == 0
        elif kind == _END:
            self._document(payload)
            self._finish()
        elif kind == _ERROR:
            raise FailedAnswerError(self._document(payload))
        elif kind == _METADATA:
            self._metadata(payload)
        elif kind != _PADDING:
            raise BrokenAnswerError(f"there is no type of frame {kind!r}")

    def _metadata(self, payload: bytes) -> None:
        if not self._may_have_metadata:
            raise BrokenAnswerError("metadata comes twice, or after data")
        self._may_have_metadata = False
        self._document(payload)

    def _finish(self) -> None:
        if self._receive(1):
            raise BrokenAnswerError("the answer goes on after its end")
        self._is_over = True

    def _exactly(self, count: int) -> bytes:
        found = self._receive(count)
        while len(found) < count:
            more = self._receive(count - len(found))
            if not more:
                raise BrokenAnswerError("the answer broke off")
            found += more
        return found

    @staticmethod
    def _document(payload: bytes) -> dict[str, Any]:
        try:
            document = json.loads(payload)
        except ValueError as error:
            raise BrokenAnswerError("a frame is not JSON") from error
        if not isinstance(document, dict):
            raise BrokenAnswerError("a frame is not a JSON object")
        return document
