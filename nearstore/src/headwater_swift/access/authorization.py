"""The user's rights, as Swift's auth system decides them.

The middleware calls `swift.authorize` with the ACL that Swift has cached. Swift does the same for any other
request.
"""

from collections.abc import Callable
from typing import Any

from swift.common.swob import Request, Response
from swift.proxy.controllers.base import get_account_info, get_container_info

from headwater_swift.wire.place import SOURCE, Place

_PRE_AUTHED = ".wsgi.pre_authed"


def account_info(request: Request, app: Callable) -> dict[str, Any]:
    """Swift's cached data of the request's account."""
    return get_account_info(request.environ, app, swift_source=SOURCE)


def container_info(request: Request, app: Callable, place: Place) -> dict[str, Any]:
    """Swift's cached data of a container."""
    request.environ.setdefault("swift.infocache", {})
    env = {**request.environ, "PATH_INFO": Place(place.version, place.account, place.container).path}
    return get_container_info(env, app, swift_source=SOURCE)


def denial(request: Request, place: Place, acl: str | None, method: str = "GET") -> Response | None:
    """The auth system's refusal of this request if the container's ACL is `acl`. None if it is allowed."""
    return _authorized(request, place, acl, method)[0]


def is_owner(request: Request, place: Place, method: str = "GET") -> bool:
    """Whether the user owns the account.

    No ACL is passed, because keystoneauth does not report ownership of a user whom an ACL admits.
    """
    denied, owner = _authorized(request, place, None, method)
    return denied is None and owner


def _authorized(request: Request, place: Place, acl: str | None, method: str) -> tuple[Response | None, bool]:
    authorize = request.environ.get("swift.authorize")
    if authorize is None:
        return None, True  # a pipeline without auth
    env = {**request.environ, "REQUEST_METHOD": method, "PATH_INFO": place.path}
    env.pop("swift_owner", None)  # s3api sets it for every user
    inner_request = Request(env)
    inner_request.acl = acl
    return authorize(inner_request), bool(env.get("swift_owner"))


def is_swifts_own(env: dict[str, Any]) -> bool:
    """Whether Swift makes this request for itself, not for a user."""
    return env.get("REMOTE_USER") == _PRE_AUTHED
