"""Storlet metadata of accounts and containers: policies, and read ACLs with `.storlet:` words.

The headers of a PUT or POST are converted to system metadata. A GET or HEAD of the owner shows them.
"""

import json
from collections.abc import Callable, Iterable

from swift.common.swob import Request, wsgi_to_str
from swift.common.wsgi import WSGIContext

from headwater_swift.access import policy, read_acl
from headwater_swift.access.authorization import container_info, is_owner
from headwater_swift.wire.errors import StorletError
from headwater_swift.wire.names import Header, Reason
from headwater_swift.wire.place import Place


def handle(app: Callable, request: Request, place: Place, start_response: Callable) -> Iterable[bytes]:
    """Forward a request on an account or a container. Raises StorletError."""
    if request.method in ("PUT", "POST"):
        _convert_headers(app, request, place)
    return _OwnerView(app).respond(request, place, start_response)


def _convert_headers(app: Callable, request: Request, place: Place) -> None:
    text = request.headers.get(_policy_header(place))
    if text is not None:
        if not is_owner(request, place, request.method):
            raise StorletError(Reason.POLICY, "only the account's owner sets a storlet policy")
        compact = json.dumps(policy.parse(wsgi_to_str(text))) if text else ""
        request.headers[_system_header(place)] = compact
    if place.container and _has_acl(request):
        if not is_owner(request, place, request.method):
            return  # Swift ignores the ACL of a user who may not set it, and so does this filter
        read_acl.rewrite(request, container_info(request, app, place))


def _policy_header(place: Place) -> str:
    return Header.CONTAINER_POLICY if place.container else Header.ACCOUNT_POLICY


def _system_header(place: Place) -> str:
    kind = "Container" if place.container else "Account"
    return f"X-{kind}-Sysmeta-{policy.SYSMETA.title()}"


def _has_acl(request: Request) -> bool:
    names = (read_acl.READ, "X-Remove-Container-Read", Header.READER_USER, Header.READER_STORLET)
    return any(name in request.headers for name in names)


class _OwnerView(WSGIContext):
    """One response, with system metadata converted to the headers of the protocol."""

    def respond(self, request: Request, place: Place, start_response: Callable) -> Iterable[bytes]:
        body = self._app_call(request.environ)
        if request.method in ("GET", "HEAD") and request.environ.get("swift_owner"):
            self._show(place)
        start_response(self._response_status, self._response_headers, self._response_exc_info)
        return body

    def _show(self, place: Place) -> None:
        if text := self._response_header_value(_system_header(place)):
            self._response_headers.append((_policy_header(place), text))
        if grants := self._response_header_value(read_acl.HEADER):
            read = self._response_header_value(read_acl.READ) or ""
            others = [each for each in self._response_headers if each[0].lower() != read_acl.READ.lower()]
            self._response_headers = [*others, (read_acl.READ, read_acl.format_acl(read, grants))]
