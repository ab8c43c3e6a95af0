"""COPY, and PUT with `X-Copy-From`: the paths and headers of a copy whose bytes storlets write."""

from collections.abc import Callable, Mapping

from swift.common.request_helpers import check_path_header
from swift.common.swob import HTTPBadRequest, Request, Response, wsgi_quote, wsgi_unquote
from swift.common.utils import config_true_value

from headwater_swift.execution.answer_upload import AnswerUpload, upload
from headwater_swift.execution.runner import StorletAnswer
from headwater_swift.wire import user_metadata
from headwater_swift.wire.place import Place

_FORM = "must be of the form <container>/<object>"
_REMOVED_VARIABLES = (
    "HTTP_DESTINATION",
    "HTTP_DESTINATION_ACCOUNT",
    "HTTP_IF_MATCH",
    "HTTP_IF_MODIFIED_SINCE",
)


def is_copy(request: Request) -> bool:
    """Whether Swift copies an object for this request. It refuses a COPY without a destination."""
    header = {"COPY": "Destination", "PUT": "X-Copy-From"}.get(request.method)
    return bool(header and request.headers.get(header))


def parse_places(request: Request, place: Place) -> tuple[Place, Place]:
    """The source and the destination.

    Raises HTTPException as Swift does if the headers name none, or if the request has a body.
    """
    if request.content_length:
        raise HTTPBadRequest(request=request, body="Copy requests require a zero byte body\n")
    if request.method == "COPY":
        container, name = check_path_header(request, "Destination", 2, f"Destination {_FORM}")
        account = wsgi_unquote(request.headers.get("Destination-Account", "")) or place.account
        return place, Place(place.version, account, container, name)
    container, name = check_path_header(request, "X-Copy-From", 2, f"X-Copy-From {_FORM}")
    account = wsgi_unquote(request.headers.get("X-Copy-From-Account", "")) or place.account
    return Place(place.version, account, container, name), place


def copy(
    app: Callable, request: Request, source: Place, target: Place, storlet_answer: StorletAnswer
) -> Response:
    """Store what is read from `source` as `target`. Raises StorletError."""
    env = {name: value for name, value in request.environ.items() if name not in _REMOVED_VARIABLES}
    put_request = Request({**env, "PATH_INFO": target.path})
    source_upload = AnswerUpload(lambda: storlet_answer.stream)
    source_upload.metadata |= storlet_answer.metadata
    response = upload(app, put_request, source_upload, _headers(request, storlet_answer.source))
    if response.is_success:
        response.headers["X-Copied-From-Account"] = wsgi_quote(source.account)
        response.headers["X-Copied-From"] = wsgi_quote(f"{source.container}/{source.object}")
        if "Last-Modified" in storlet_answer.source:
            response.headers["X-Copied-From-Last-Modified"] = storlet_answer.source["Last-Modified"]
    return response


def _headers(request: Request, source: Mapping[str, str]) -> dict[str, str]:
    """The source's user metadata, unless fresh metadata is requested, and its type, unless another is."""
    headers = {}
    if not config_true_value(request.headers.get("X-Fresh-Metadata", "false")):
        headers = _user_metadata(source) | _user_metadata(request.headers)
    if not request.headers.get("Content-Type") and "Content-Type" in source:
        headers["Content-Type"] = source["Content-Type"]
    return headers


def _user_metadata(headers: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in headers.items() if name.lower().startswith(user_metadata.PREFIX)}
