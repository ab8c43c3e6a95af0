"""Answers that are being made, as streams of frames: an engine's, an object server's, or both."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Protocol

from eventlet import Timeout
from swift.common.utils import close_if_possible

from headwater_swift import usermeta
from headwater_swift.engine import Answer, Engine
from headwater_swift.errors import StorletError
from headwater_swift.frames import (
    DATA,
    END,
    ERROR,
    METADATA,
    BrokenAnswerError,
    Frame,
    FrameReader,
    of_document,
)
from headwater_swift.pump import Pump

Loader = Callable[[int], None]
"""Has the engine load the module of a stage, by its index."""


class Stream(Protocol):
    """Frames, the last of which is an end or an error frame; `read` raises StorletError if they break off."""

    def read(self) -> Frame:
        """The next frame."""

    def close(self) -> None:
        """End it; what is not read is not made."""


class FramedBody:
    """The frames in the body of an object server's answer."""

    def __init__(self, chunks: Iterable[bytes]) -> None:
        self._chunks = chunks
        iterator = iter(chunks)
        self._reader = FrameReader(lambda: next(iterator, b""))

    def read(self) -> Frame:
        """The next frame."""
        try:
            return self._reader.read()
        except (Exception, Timeout) as error:  # (whatever Swift's stack raises, the answer is broken)
            raise StorletError("input", f"the object server's answer broke off: {error}") from error

    def close(self) -> None:
        """Close the body."""
        close_if_possible(self._chunks)


class Pushed:
    """A stream whose first frame was read already."""

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


class EngineStream:
    """The frames that an engine makes of a pump's bytes."""

    def __init__(self, engine: Engine, answer: Answer, pump: Pump) -> None:
        self._engine = engine
        self._answer = answer
        self._pump = pump

    def read(self) -> Frame:
        """The next frame."""
        return _read(self._engine, self._answer, self._pump)

    def close(self) -> None:
        """Cancel what is not done."""
        self._answer.close()
        self._pump.close()


class Behind:
    """A stream that was made of another one's data: its end frame tells of both."""

    def __init__(self, inner: "Tail", outer: Stream) -> None:
        self._inner = inner
        self._outer = outer

    def read(self) -> Frame:
        """The next frame."""
        frame = self._outer.read()
        if frame.type == END and self._inner.end is not None:
            return of_document(END, _merged(self._inner.end, frame.document()))
        if frame.type == ERROR:
            document = frame.document()
            return of_document(ERROR, document | {"stage": self._inner.stages + document.get("stage", 0)})
        return frame

    def close(self) -> None:
        """Close both: the outer one's pump closes the inner one."""
        self._outer.close()


class Tail:
    """The data of a stream as chunks; `end` is its end frame's document, once it was there."""

    def __init__(self, stream: Stream, stages: int) -> None:
        self._stream = stream
        self._data = data_of(stream, self._ended)
        self.stages = stages
        self.end: dict[str, Any] | None = None

    def __iter__(self) -> Iterator[bytes]:
        return self._data

    def close(self) -> None:
        """Close the stream."""
        self._stream.close()

    def _ended(self, document: dict[str, Any]) -> None:
        self.end = document


def frames_of(stream: Stream) -> Iterator[Frame]:
    """All frames of a stream, its last one too. Raises StorletError."""
    while True:
        frame = stream.read()
        yield frame
        if frame.last:
            return


def data_of(stream: Stream, ended: Callable[[dict[str, Any]], None]) -> Iterator[bytes]:
    """The bytes that a stream carries; `ended` is told its end frame's document. Raises StorletError."""
    for frame in frames_of(stream):
        if frame.type == END:
            ended(frame.document())
        elif frame.type == ERROR:
            raise StorletError.of_frame(frame)
        elif frame.type == DATA and not frame.empty:
            yield frame.payload


def begun(stream: Stream) -> tuple[dict[str, str], Frame]:
    """The metadata that a stream begins with, and the first frame behind, which is not empty.

    Raises StorletError, and closes the stream, if it fails before.
    """
    metadata: dict[str, str] = {}
    try:
        while True:
            frame = stream.read()
            if frame.type == ERROR:
                raise StorletError.of_frame(frame)  # noqa: TRY301 (closed below, as after any error)
            if frame.type == METADATA:
                metadata |= usermeta.checked(frame.document())
            elif not frame.empty:
                return metadata, frame
    except BaseException:
        stream.close()
        raise


def ask(
    engine: Engine,
    request: dict[str, Any],
    descriptors: Sequence[int],
    load: Loader,
    first_of: Callable[[Answer], Frame | None],
) -> tuple[Answer, Frame | None]:
    """Ask an engine to run `request`: its answer, and the first frame, as `first_of` reads it.

    Modules that the engine misses are loaded. Raises StorletError; the descriptors stay the caller's.
    """
    for _ in range(len(request["stages"]) + 1):
        answer = engine.ask(request, descriptors)
        try:
            first = first_of(answer)
            missing = missing_stage(first) if first else None
        except BaseException:
            answer.close()
            raise
        if missing is None:
            return answer, first
        answer.close()
        load(missing)
    raise StorletError("internal", "the engine loads modules and then has them not: look at its log")


def run(
    engine: Engine, request: dict[str, Any], descriptors: Sequence[int], load: Loader, pump: Pump
) -> Stream:
    """Run `request` on an engine and a pump's bytes, and wait for its first frame.

    Raises StorletError; the descriptors stay the caller's, but for the pump's.
    """

    def first_of(answer: Answer) -> Frame:
        pump.feed(answer.cancel)
        return _read(engine, answer, pump)

    answer, first = ask(engine, request, descriptors, load, first_of)
    pump.handed_over()
    return Pushed(first, EngineStream(engine, answer, pump))


def missing_stage(frame: Frame) -> int | None:
    """The index of the stage whose module the engine misses, if the frame says that it does."""
    if frame.type != ERROR:
        return None
    document = frame.document()
    return int(document.get("stage", 0)) if document.get("error") == "missing" else None


def _read(engine: Engine, answer: Answer, pump: Pump) -> Frame:
    try:
        return answer.read(engine.timeout)
    except TimeoutError as error:
        raise StorletError("engine", f"the engine said nothing for {engine.timeout:.0f} s") from error
    except BrokenAnswerError as error:
        cause = pump.error
        if isinstance(cause, StorletError):
            raise cause from error
        if cause is not None:
            raise StorletError("input", f"the object could not be read to its end: {cause}") from cause
        raise StorletError("engine", f"the engine went away: {error}") from error


def _merged(inner: dict[str, Any], outer: dict[str, Any]) -> dict[str, Any]:
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
