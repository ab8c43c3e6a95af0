"""The frames of an answer: protocol/STORLETS.md, section 3."""

import json
import struct
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

MEDIA_TYPE = "application/vnd.headwater.frames"
MAX_PAYLOAD = 1024 * 1024

METADATA, DATA, END, ERROR = b"M", b"D", b"E", b"X"

_START = struct.Struct("<cI")
_HEADER = struct.Struct("<cII")
_TYPES = frozenset((METADATA, DATA, END, ERROR))


class BrokenAnswerError(Exception):
    """An answer that breaks the format, or ends before its end."""


@dataclass(frozen=True)
class Frame:
    """One frame: its type, and the whole of its bytes."""

    type: bytes
    raw: bytes

    @property
    def payload(self) -> bytes:
        """What it carries."""
        return self.raw[_HEADER.size :]

    @property
    def last(self) -> bool:
        """Whether nothing may follow."""
        return self.type in (END, ERROR)

    @property
    def empty(self) -> bool:
        """Whether it is data of no bytes, which only says that the answer is being worked on."""
        return self.type == DATA and len(self.raw) == _HEADER.size

    def document(self) -> dict[str, Any]:
        """The JSON object that it carries; BrokenAnswerError if it is none."""
        try:
            document = json.loads(self.payload)
        except ValueError as error:
            raise BrokenAnswerError(f"a frame of type {self.type!r} that is no JSON") from error
        if not isinstance(document, dict):
            raise BrokenAnswerError(f"a frame of type {self.type!r} that is no JSON object")
        return document


def make(kind: bytes, payload: bytes = b"") -> Frame:
    """A frame of at most MAX_PAYLOAD bytes."""
    start = _START.pack(kind, len(payload))
    checksum = zlib.crc32(payload, zlib.crc32(start))
    return Frame(kind, _HEADER.pack(kind, len(payload), checksum) + payload)


def of_document(kind: bytes, document: dict[str, Any]) -> Frame:
    """A frame that carries JSON."""
    return make(kind, json.dumps(document).encode())


HEARTBEAT = make(DATA)


class FrameReader:
    """Cuts the bytes that `receive` gives (empty at their end) into frames, and checks them.

    Whatever `receive` raises passes through and loses nothing: reading can go on.
    """

    def __init__(self, receive: Callable[[], bytes]) -> None:
        self._receive = receive
        self._buffer = bytearray()
        self._ended = False

    def read(self) -> Frame:
        """The next frame; BrokenAnswerError if there is none."""
        if self._ended:
            raise BrokenAnswerError("the answer was read to its end")
        self._fill(_HEADER.size)
        kind, length, checksum = _HEADER.unpack_from(self._buffer)
        if kind not in _TYPES or length > MAX_PAYLOAD:
            raise BrokenAnswerError(f"no frame begins with {bytes(self._buffer[: _HEADER.size])!r}")
        self._fill(_HEADER.size + length)
        frame = Frame(kind, bytes(self._buffer[: _HEADER.size + length]))
        del self._buffer[: _HEADER.size + length]
        if zlib.crc32(frame.payload, zlib.crc32(frame.raw[: _START.size])) != checksum:
            raise BrokenAnswerError("a frame whose checksum is wrong")
        if frame.last:
            self._check_end()
        return frame

    def _fill(self, size: int) -> None:
        while len(self._buffer) < size:
            received = self._receive()
            if not received:
                raise BrokenAnswerError("the answer ended before its end frame")
            self._buffer += received

    def _check_end(self) -> None:
        self._ended = True
        if self._buffer:
            raise BrokenAnswerError("there are bytes behind the last frame")
