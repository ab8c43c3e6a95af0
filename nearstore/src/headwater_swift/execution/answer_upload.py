"""Stores answers: PUT runs storlets on the body, COPY on the source, and the answer is stored.

An answer that fails is never stored. Reading it raises an error before Swift reaches its
end, so no replica commits.
"""

import hashlib
from collections.abc import Callable, Iterator
from typing import Any

from eventlet.wsgi import ChunkReadError
from swift.common.swob import Request, Response, normalize_etag
from swift.common.utils import FileLikeIter, close_if_possible

from headwater_swift.execution.frame_streams import Stream, data_chunks
from headwater_swift.wire import user_metadata
from headwater_swift.wire.errors import StorletError
from headwater_swift.wire.frames import METADATA
from headwater_swift.wire.names import Limit, Reason

CHUNK = 64 * 1024
"""The bytes that Swift's servers read of an object at once, with a timeout of `client_timeout` (60 s)."""

_REQUEST_TIMEOUT = 408
_TOO_SLOW = (
    "Swift received no 64 KiB of the answer within its client_timeout: "
    "speed up the storlet, or the client that sends its input"
)
_FOOTERS = "swift.callback.update_footers"
_DROPPED = (
    "HTTP_ETAG",
    "CONTENT_LENGTH",
    "HTTP_X_RUN_STORLET",
    "HTTP_X_COPY_FROM",
    "HTTP_X_COPY_FROM_ACCOUNT",
)


class AnswerUpload:
    """The data of a stream, which `begin` makes, as Swift reads a PUT's body.

    It consists of complete chunks. An object server that times out on a chunk closes its connection, which is
    an error of the node. The proxy waits equally long, and gives up the PUT first. `error` is the exception
    that interrupted the data.
    """

    def __init__(self, begin: Callable[[], Stream]) -> None:
        self._begin = begin
        self._stream: Stream | None = None
        self.metadata: dict[str, str] = {}
        self.error: StorletError | None = None
        self.complete = False
        self._chunks = _complete_chunks(self._data())
        self._first = b""

    def await_first(self) -> None:
        """Wait for the first chunk, for which Swift's timeout is short. Raises StorletError."""
        self._first = next(self._chunks, b"")

    def __iter__(self) -> Iterator[bytes]:
        if self._first:
            yield self._first
        yield from self._chunks

    def _data(self) -> Iterator[bytes]:
        try:
            self._stream = self._begin()
            yield from data_chunks(_MetadataRecorder(self._stream, self.metadata), self._finish)
        except StorletError as error:
            self.error = error
            raise

    def close(self) -> None:
        """End what has begun."""
        if self._stream:
            self._stream.close()

    def _finish(self, document: dict[str, Any]) -> None:
        self.metadata |= user_metadata.validate(document)
        self.complete = True


class _MetadataRecorder:
    """A stream that records the metadata it returns."""

    def __init__(self, stream: Stream, metadata: dict[str, str]) -> None:
        self._stream = stream
        self._metadata = metadata

    def read(self):
        frame = self._stream.read()
        if frame.type == METADATA:
            self._metadata |= user_metadata.validate(frame.document())
        return frame

    def close(self) -> None:
        self._stream.close()


def upload(app: Callable, request: Request, source: AnswerUpload, headers: dict[str, str]) -> Response:
    """PUT `source` at the path of `request`, with `headers` in addition to its own. Raises StorletError."""
    env = {name: value for name, value in request.environ.items() if name not in _DROPPED}
    env |= {
        "REQUEST_METHOD": "PUT",
        "HTTP_TRANSFER_ENCODING": "chunked",
        "wsgi.input": FileLikeIter(iter(source)),
    }
    env[_FOOTERS] = _with_metadata(request.environ.get(_FOOTERS), source)
    put_request = Request(env)
    put_request.headers.update(headers)
    try:
        source.await_first()
        response = put_request.get_response(app)
    finally:
        source.close()
    if source.error:
        close_if_possible(response.app_iter)
        raise source.error
    if response.status_int == _REQUEST_TIMEOUT and not source.complete:
        close_if_possible(response.app_iter)
        raise StorletError(Reason.LIMIT, _TOO_SLOW, limit=Limit.TIME)
    if response.is_success and not source.complete:
        raise StorletError(
            Reason.INTERNAL, "Swift reported success for an answer that it did not read to its end"
        )
    return response


def _complete_chunks(data: Iterator[bytes]) -> Iterator[bytes]:
    """The same bytes in chunks of the size that Swift reads, except for the last one."""
    gathered = bytearray()
    for piece in data:
        gathered += piece
        while len(gathered) >= CHUNK:
            yield bytes(gathered[:CHUNK])
            del gathered[:CHUNK]
    if gathered:
        yield bytes(gathered)


def read_body(request: Request) -> Iterator[bytes]:
    """A PUT's body. StorletError if it is incomplete (`input`), or does not match its `ETag` (`etag`)."""
    wanted = normalize_etag(request.headers.get("ETag"))
    digest = hashlib.md5(usedforsecurity=False)
    length = request.content_length
    seen = 0
    for chunk in iter(lambda: _read(request), b""):
        seen += len(chunk)
        digest.update(chunk)
        yield chunk
    if length is not None and seen != length:
        raise StorletError(Reason.INPUT, f"the body has {seen} of {length} bytes: send it again")
    if wanted and digest.hexdigest() != wanted:
        raise StorletError(
            Reason.ETAG, f"the body does not match its ETag, but {digest.hexdigest()}: send it again"
        )


def _read(request: Request) -> bytes:
    """Up to 64 KiB of a PUT's body. Empty at its end."""
    try:
        return request.environ["wsgi.input"].read(CHUNK)
    except TimeoutError as error:
        raise StorletError(
            Reason.INPUT, "the client sent no more of the body within Swift's client_timeout: send it again"
        ) from error
    except (OSError, ChunkReadError) as error:
        raise StorletError(
            Reason.INPUT, "the body's chunks are damaged or end early: send it again"
        ) from error


def _with_metadata(before: Callable | None, source: AnswerUpload) -> Callable[[dict[str, str]], None]:
    def update(footers: dict[str, str]) -> None:
        if before:
            before(footers)
        footers.update(user_metadata.to_headers(source.metadata))

    return update
