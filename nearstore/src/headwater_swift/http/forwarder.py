"""Requests with Swift's own responses, without what their readers may not know."""

from collections.abc import Callable, Iterable

from swift.common.http import is_success
from swift.common.swob import Request, Response
from swift.common.utils import close_if_possible, drain_and_close
from swift.common.wsgi import WSGIContext

from headwater_swift.access import policy_pass
from headwater_swift.access.rights import Rights
from headwater_swift.wire.errors import StorletError
from headwater_swift.wire.names import Reason

_CONTENT_HEADERS = (
    "content-length",
    "content-range",
    "etag",
    "accept-ranges",
    "x-manifest-etag",
    "x-parts-count",
)
"""Headers that describe an object's bytes.

System metadata does too, because s3api derives an ETag from it.
"""


class Forwarder(WSGIContext):
    """A request that only Swift handles, except for the refusal of a segment, and `secret` headers."""

    def forward(self, request: Request, secret: bool = False) -> Callable:
        """Swift's response. A `secret` one reveals nothing of the object's bytes.

        Raises the guard's refusal.
        """
        body = self._app_call(request.environ)
        if policy_pass.was_refused(request.environ) and not is_success(self._get_status_int()):
            drain_and_close(body)
            raise _segment_refusal()

        def respond(_env: dict, start_response: Callable) -> Iterable[bytes]:
            headers = [
                each for each in self._response_headers if not (secret and _describes_content(each[0]))
            ]
            start_response(self._response_status, headers, self._response_exc_info)
            return iter(body) if secret else body  # otherwise the length of a list would be sent

        return respond


def redact(request: Request, response: Response, rights: Rights) -> Response:
    """Swift's response to a read, without what its reader may not know. Raises the guard's refusal."""
    if policy_pass.was_refused(request.environ):
        close_if_possible(response.app_iter)
        raise _segment_refusal()
    if rights.required:
        for name in [name for name in response.headers if _describes_content(name)]:
            del response.headers[name]
    return response


def _describes_content(header: str) -> bool:
    return header.lower() in _CONTENT_HEADERS or header.lower().startswith("x-object-sysmeta-")


def _segment_refusal() -> StorletError:
    return StorletError(Reason.POLICY, "a policy requires a storlet for objects that this one is made of")
