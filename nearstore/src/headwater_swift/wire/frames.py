"""The frames of an answer: protocol/STORLETS.md, section 3."""

import json
import struct
import zlib
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from headwater_swift.wire.names import FrameType

MAX_PAYLOAD = 1024 * 1024

METADATA, DATA, PADDING, END, ERROR = (each.encode() for each in FrameType)

_START = struct.Struct("<cI")
_HEADER = struct.Struct("<cII")
_TYPES = frozenset((METADATA, DATA, PADDING, END, ERROR))


class BrokenAnswerError(Exception):
    """An answer that violates the format, or ends early."""


@dataclass(frozen=True)
class Frame:
    """One frame: its type, and all of its bytes."""

    type: bytes
    raw: bytes

    @property
    def payload(self) -> bytes:
        """Its payload. BrokenAnswerError if it does not match its checksum."""
        self.verify()
        return self.raw[_HEADER.size :]

    @property
    def last(self) -> bool:
        """Whether no frame may follow."""
        return self.type in (END, ERROR)

    @property
    def is_keep_alive(self) -> bool:
        """Whether it carries nothing: padding, or data of no bytes.

        It shows that the answer is in progress.
        """
        return self.type == PADDING or (self.type == DATA and len(self.raw) == _HEADER.size)

    def verify(self) -> None:
        """Check its bytes. BrokenAnswerError if they do not match its checksum."""
        with memoryview(self.raw) as raw:
            if zlib.crc32(raw[_HEADER.size :], zlib.crc32(raw[: _START.size])) != _HEADER.unpack_from(raw)[2]:
                raise BrokenAnswerError("a frame has a wrong checksum")

    def document(self) -> dict[str, Any]:
        """The JSON object in its payload. BrokenAnswerError if it is invalid."""
        try:
            document = json.loads(self.payload)
        except ValueError as error:
            raise BrokenAnswerError(f"a frame of type {self.type!r} is not JSON") from error
        if not isinstance(document, dict):
            raise BrokenAnswerError(f"a frame of type {self.type!r} is not a JSON object")
        return document


def make(kind: bytes, payload: bytes = b"") -> Frame:
    """A frame of at most MAX_PAYLOAD bytes."""
    start = _START.pack(kind, len(payload))
    checksum = zlib.crc32(payload, zlib.crc32(start))
    return Frame(kind, _HEADER.pack(kind, len(payload), checksum) + payload)


def of_document(kind: bytes, document: dict[str, Any]) -> Frame:
    """A frame that carries JSON."""
    return make(kind, json.dumps(document).encode())


def padding(size: int) -> bytes:
    """Padding frames of `size` bytes in total, which must be at least MIN_PADDING."""
    frames = b""
    while size:
        taken = min(size, _HEADER.size + MAX_PAYLOAD)
        if 0 < size - taken < MIN_PADDING:
            taken -= MIN_PADDING
        frames += make(PADDING, bytes(taken - _HEADER.size)).raw
        size -= taken
    return frames


MIN_PADDING = _HEADER.size
"""The length of the smallest frame."""

KEEP_ALIVE = Frame(PADDING, padding(4096))
"""For clients. Eventlet's server buffers less than 4 KiB."""


class FrameReader:
    """Splits the bytes from `receive` (empty at their end) into frames, and checks them.

    The checksum of data is checked where its payload is read. Servers forward most data unread, and its last
    reader detects damage.

    An exception of `receive` passes through without loss, so reading can continue.
    """

    def __init__(self, receive: Callable[[], bytes]) -> None:
        self._receive = receive
        self._chunks: deque[memoryview] = deque()
        self._size = 0
        self._ended = False
        self._metadata_may_come = True

    def read(self) -> Frame:
        """The next frame. BrokenAnswerError if there is none."""
        if self._ended:
            raise BrokenAnswerError("the answer has already ended")
        self._fill(_HEADER.size)
        header = self._peek(_HEADER.size)
        kind, length, _ = _HEADER.unpack(header)
        if kind not in _TYPES or length > MAX_PAYLOAD:
            raise BrokenAnswerError(f"invalid start of a frame: {header.tobytes()!r}")
        frame = Frame(kind, self._take(_HEADER.size + length))
        if frame.type != DATA or frame.is_keep_alive:
            frame.verify()
        self._check_order(frame)
        return frame

    def _peek(self, size: int) -> memoryview:
        """The next bytes, which have been received and stay."""
        if len(self._chunks[0]) < size:
            self._chunks = deque([memoryview(b"".join(self._chunks))])
        return self._chunks[0][:size]

    def _take(self, size: int) -> bytes:
        """The next bytes. They are copied once, because all answers pass here."""
        self._fill(size)
        self._size -= size
        taken = []
        while size:
            chunk = self._chunks.popleft()
            taken.append(chunk[:size])
            if len(chunk) > size:
                self._chunks.appendleft(chunk[size:])
            size -= len(taken[-1])
        return b"".join(taken)

    def _fill(self, size: int) -> None:
        while self._size < size:
            received = self._receive()
            if not received:
                raise BrokenAnswerError("the answer ended before its end frame")
            self._chunks.append(memoryview(received))
            self._size += len(received)

    def _check_order(self, frame: Frame) -> None:
        if frame.type == METADATA and not self._metadata_may_come:
            raise BrokenAnswerError("a metadata frame comes too late")
        self._metadata_may_come &= frame.is_keep_alive
        self._ended = frame.last
        if self._ended and self._size:
            raise BrokenAnswerError("bytes follow the last frame")
