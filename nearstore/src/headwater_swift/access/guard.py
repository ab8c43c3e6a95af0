"""The innermost filter of the proxy's pipeline: no read bypasses a policy.

The outer filter runs the storlets that a policy requires. Some objects are read where it does not see them:
segments of a manifest, symlinks, and requests of a middleware in between for the user. Each such GET and HEAD
passes this filter. It is refused (403) if a policy of its container requires a storlet for this user and the
outer filter has not cleared the container for this request.

Swift's own reads (versions that it moves, its requests for containers) are not restricted.

Listings are not reads and are not guarded. They show names, sizes and ETags, so such users must not have
access to them.
"""

from collections.abc import Callable, Iterable
from typing import Any

from swift.common.constraints import valid_api_version
from swift.common.middleware.copy import ServerSideCopyMiddleware
from swift.common.middleware.dlo import DynamicLargeObject
from swift.common.middleware.slo import StaticLargeObject
from swift.common.middleware.staticweb import StaticWeb
from swift.common.middleware.symlink import SymlinkMiddleware
from swift.common.middleware.versioned_writes.legacy import VersionedWritesMiddleware
from swift.common.registry import get_swift_info, register_swift_info
from swift.common.swob import HTTPForbidden, Request

from headwater_swift.access import policy_pass
from headwater_swift.access.authorization import is_swifts_own
from headwater_swift.access.rights import Rights
from headwater_swift.wire.errors import StorletError
from headwater_swift.wire.names import GUARD_MARK
from headwater_swift.wire.place import Place

NAME = "storlets_guard"
"""The guard's name in `/info`."""


def check_present() -> None:
    """Raise ValueError if there is no guard. Paste creates the last filter first."""
    if NAME not in get_swift_info():
        raise ValueError(
            "the pipeline has storlets without storlets_guard, so readers can bypass storlet policies: "
            "add storlets_guard as the last filter before proxy-server"
        )


_READERS = {
    "copy": ServerSideCopyMiddleware,
    "slo": StaticLargeObject,
    "dlo": DynamicLargeObject,
    "versioned_writes": VersionedWritesMiddleware,
    "symlink": SymlinkMiddleware,
    "staticweb": StaticWeb,
}
"""Filters that read objects themselves."""


def check_last(app: Any) -> None:
    """Raise ValueError if a filter that reads objects comes after the guard, which does not see its reads."""
    while app is not None:
        for name, reader in _READERS.items():
            if isinstance(app, reader):
                raise ValueError(  # noqa: TRY004 (the pipeline has a wrong order)
                    f"in the pipeline {name} comes after storlets_guard, so its reads bypass storlet "
                    "policies: move storlets_guard to the last place before proxy-server"
                )
        app = getattr(app, "app", None)


class Guard:
    """Refuses reads that have not been cleared."""

    def __init__(self, app: Callable) -> None:
        check_last(app)
        self._app = app
        register_swift_info(NAME)

    def __call__(self, env: dict, start_response: Callable) -> Iterable[bytes]:
        """Paste's entry."""
        request = Request(env)
        place = _read_place(request)
        if place is None:
            return self._app(env, start_response)
        if self._may_read(request, place):
            request.headers[GUARD_MARK] = "true"
            return self._app(env, start_response)
        policy_pass.record_refusal(env)
        refused = HTTPForbidden(request=request, body="A policy requires a storlet for this read.\n")
        return refused(env, start_response)

    def _may_read(self, request: Request, place: Place) -> bool:
        if is_swifts_own(request.environ) or policy_pass.is_granted(request.environ, place, request.method):
            return True
        try:
            return not Rights.of(request, self._app, place).required
        except StorletError:
            return False


def _read_place(request: Request) -> Place | None:
    """The object that is read, or None for every other request."""
    if request.method not in ("GET", "HEAD"):
        return None
    try:
        place = Place(*request.split_path(4, 4, rest_with_last=True))
    except ValueError:
        return None
    return place if valid_api_version(place.version) else None
