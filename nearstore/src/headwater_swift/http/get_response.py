"""The response to a client's GET: plain, or in frames."""

from collections.abc import Callable, Iterator, Mapping
from logging import LoggerAdapter
from typing import Any, Self

from swift.common.middleware.s3api.utils import sysmeta_header
from swift.common.swob import Request, Response
from swift.common.utils import config_true_value

from headwater_swift.execution.frame_streams import all_frames, data_chunks
from headwater_swift.execution.runner import StorletAnswer
from headwater_swift.wire import user_metadata
from headwater_swift.wire.errors import StorletError
from headwater_swift.wire.frames import END, KEEP_ALIVE, METADATA, Frame, of_document
from headwater_swift.wire.names import MEDIA_TYPE, Header

_S3_SOURCE_ETAG = Header.SOURCE_ETAG.replace("X-", "X-Object-Meta-", 1)
"""s3api returns user metadata as `x-amz-meta-*`, and no other unknown header."""

_COPIED_HEADERS = (
    "content-type",
    "content-language",
    "cache-control",
    "x-timestamp",
    "last-modified",
    "x-delete-at",
    "vary",
)

EndCallback = Callable[[str, int], None]
"""Called once with the outcome, `complete` or `broken`, and the bytes sent."""


_SOURCE_MEMBERS = ("bytes_in", "records_in", "cpu_seconds", "fuel")
"""Members of an end frame that describe the source. A required storlet may hide the source's length."""


def build(
    request: Request,
    answer: StorletAnswer,
    framed: bool,
    hidden: int,
    on_end: EndCallback,
    logger: LoggerAdapter,
) -> Response:
    """The response to `request` with the body of `answer`.

    The first `hidden` stages are required. If there are any, nothing about their input is reported.
    """
    headers = {
        name: value
        for name, value in answer.source.items()
        if name.lower() in _COPIED_HEADERS
        or name.lower().startswith((user_metadata.PREFIX, "access-control-"))
    }
    headers |= user_metadata.to_headers(answer.metadata)
    if "Etag" in answer.source and not hidden:
        if "s3api.auth_details" in request.environ:
            headers[_S3_SOURCE_ETAG] = _s3_etag(answer.source)
        else:
            headers[Header.SOURCE_ETAG] = answer.source["Etag"]
    if framed:
        headers["Content-Type"] = MEDIA_TYPE
    body = _Body(request, answer, framed, hidden, on_end, logger)
    return Response(status=200, headers=headers, app_iter=body, request=request)


def _s3_etag(source: Mapping[str, str]) -> str:
    """The ETag that s3api returns. For an object uploaded in parts it differs from Swift's."""
    if s3_etag := source.get(sysmeta_header("object", "etag").title()):
        return s3_etag
    etag = source["Etag"].strip('"')
    return f"{etag}-N" if config_true_value(source.get("X-Static-Large-Object")) else etag


class _Body:
    """The bytes of the answer. A broken plain answer raises, so that the server cuts the connection.

    It is its own iterator, because Swift closes the iterator that it received, and not always the iterable.
    """

    def __init__(
        self,
        request: Request,
        answer: StorletAnswer,
        framed: bool,
        hidden: int,
        on_end: EndCallback,
        logger: LoggerAdapter,
    ) -> None:
        self._answer = answer
        self._hidden = hidden
        self._on_end = on_end
        self._open = True
        self._sent = 0
        self._state = "broken"
        self._logger = logger
        self._path = request.path
        self._chunks = self._framed() if framed else self._plain()

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> bytes:
        chunk = next(self._chunks)
        self._sent += len(chunk)
        return chunk

    def close(self) -> None:
        """End it. Called at least once, when everything is sent or the client has disconnected."""
        if self._open:
            self._open = False
            self._answer.stream.close()
            self._on_end(self._state, self._sent)

    def _plain(self) -> Iterator[bytes]:
        return data_chunks(self._answer.stream, self._complete)

    def _complete(self, _end: dict[str, Any]) -> None:
        self._state = "complete"

    def _framed(self) -> Iterator[bytes]:
        if self._answer.metadata:
            yield of_document(METADATA, {"metadata": self._answer.metadata}).raw
        try:
            for frame in all_frames(self._answer.stream):
                if frame.is_keep_alive:
                    yield KEEP_ALIVE.raw
                    continue
                if frame.type == METADATA:
                    user_metadata.validate(frame.document())
                if frame.type == END:
                    self._state = "complete"
                    frame = self._visible_end(frame)  # noqa: PLW2901 (what its reader may know)
                yield frame.raw
        except StorletError as error:
            self._logger.warning("The answer for %s failed: %s", self._path, error)
            yield error.frame().raw

    def _visible_end(self, end: Frame) -> Frame:
        """The end frame without the members that its reader may not know."""
        if not self._hidden:
            return end
        document = {name: value for name, value in end.document().items() if name not in _SOURCE_MEMBERS}
        return of_document(END, document | {"stages": document.get("stages", [])[self._hidden :]})
