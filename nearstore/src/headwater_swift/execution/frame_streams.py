"""Answers in progress as streams of frames: an engine's, an object server's, or both."""

import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Protocol

from eventlet import Timeout
from swift.common.utils import close_if_possible

from headwater_swift.wire import user_metadata
from headwater_swift.wire.errors import StorletError
from headwater_swift.wire.frames import (
    DATA,
    END,
    ERROR,
    METADATA,
    BrokenAnswerError,
    Frame,
    FrameReader,
    of_document,
)
from headwater_swift.wire.names import Reason


class Stream(Protocol):
    """Frames, the last of which is an end or an error frame. `read` raises StorletError if they break off."""

    def read(self) -> Frame:
        """The next frame. While there is none, keep-alives come every few seconds."""

    def close(self) -> None:
        """End it. Unread frames are not made."""


class FramedBody:
    """The frames in the body of an object server's response."""

    def __init__(self, chunks: Iterable[bytes]) -> None:
        self._chunks = chunks
        iterator = iter(chunks)
        self._reader = FrameReader(lambda: next(iterator, b""))

    def read(self) -> Frame:
        """The next frame."""
        try:
            return self._reader.read()
        except (Exception, Timeout) as error:  # (any exception of Swift's stack means a broken answer)
            raise StorletError(Reason.INPUT, f"the object server's answer broke off: {error}") from error

    def close(self) -> None:
        """Close the body."""
        close_if_possible(self._chunks)


class PeekedStream:
    """A stream whose first frame was already read."""

    def __init__(self, first: Frame | None, stream: Stream) -> None:
        self._first = first
        self._stream = stream

    def read(self) -> Frame:
        """The next frame."""
        first, self._first = self._first, None
        return first or self._stream.read()

    def close(self) -> None:
        """Close the stream."""
        self._stream.close()


class ChainedStream:
    """A stream made from another one's data. Its end frame has the counts of both."""

    def __init__(self, inner: "DataChunks", outer: Stream) -> None:
        self._inner = inner
        self._outer = outer

    def read(self) -> Frame:
        """The next frame."""
        frame = self._outer.read()
        if frame.type == END and self._inner.end is not None:
            return of_document(END, _merge_end_documents(self._inner.end, frame.document()))
        if frame.type == ERROR:
            document = frame.document()
            return of_document(ERROR, document | {"stage": self._inner.stages + document.get("stage", 0)})
        return frame

    def close(self) -> None:
        """Close both. The outer one's pump closes the inner one."""
        self._outer.close()


class DataChunks:
    """The data of a stream as chunks. `end` is its end frame's document, once it was read."""

    def __init__(self, stream: Stream, stages: int) -> None:
        self._stream = stream
        self._data = data_chunks(stream, self._on_end)
        self.stages = stages
        self.end: dict[str, Any] | None = None

    def __iter__(self) -> Iterator[bytes]:
        return self._data

    def close(self) -> None:
        """Close the stream."""
        self._stream.close()

    def _on_end(self, document: dict[str, Any]) -> None:
        self.end = document


def all_frames(stream: Stream) -> Iterator[Frame]:
    """All frames of a stream, including the last one. Raises StorletError."""
    while True:
        frame = stream.read()
        yield frame
        if frame.last:
            return


def data_chunks(stream: Stream, on_end: Callable[[dict[str, Any]], None]) -> Iterator[bytes]:
    """The data bytes of a stream. `on_end` is called with its end frame's document. Raises StorletError."""
    for frame in all_frames(stream):
        if frame.type == END:
            on_end(frame.document())
        elif frame.type == ERROR:
            raise StorletError.of_frame(frame)
        elif frame.type == DATA and not frame.is_keep_alive:
            yield _payload(frame)


def _payload(frame: Frame) -> bytes:
    try:
        return frame.payload
    except BrokenAnswerError as error:
        raise StorletError(Reason.INPUT, f"the answer was damaged on its way: {error}") from error


def read_first(stream: Stream, begin_by: float, on_silence: Callable[[], None]) -> Frame:
    """The first frame with content. After `begin_by` (of the monotonic clock) also a keep-alive.

    `on_silence` is called at each keep-alive before. Raises its error, or StorletError if the stream fails,
    and closes the stream.
    """
    try:
        while (frame := stream.read()).is_keep_alive and time.monotonic() < begin_by:
            on_silence()
    except BaseException:
        stream.close()
        raise
    return frame


def read_metadata(
    stream: Stream, begin_by: float, on_silence: Callable[[], None]
) -> tuple[dict[str, str], Frame]:
    """The metadata at the start of a stream, and the first frame after it, or a keep-alive if it is silent.

    Raises as `read_first`, and closes the stream, if it fails before.
    """
    metadata: dict[str, str] = {}
    while (frame := read_first(stream, begin_by, on_silence)).type == METADATA:
        try:
            metadata |= user_metadata.validate(frame.document())
        except BaseException:
            stream.close()
            raise
    if frame.type == ERROR:
        stream.close()
        raise StorletError.of_frame(frame)
    return metadata, frame


def _merge_end_documents(inner: dict[str, Any], outer: dict[str, Any]) -> dict[str, Any]:
    first = {name: inner[name] for name in ("bytes_in", "records_in") if name in inner}
    sums = {
        name: inner[name] + outer[name] for name in ("cpu_seconds", "fuel") if name in inner and name in outer
    }
    return {
        **outer,
        **first,
        **sums,
        "metadata": {**inner.get("metadata", {}), **outer.get("metadata", {})},
        "stages": [*inner.get("stages", []), *outer.get("stages", [])],
    }
