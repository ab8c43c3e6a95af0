"""Refuses reads through a proxy without `storlets_guard`, which ignores policies.

The guard marks every read that it has checked. For any other read of a proxy, an object server looks up the
policy. If it requires a storlet, the read is refused (403), because the object server does not know the user,
who may be excepted. 403 is no error of the node, so the proxy continues to serve other objects. The object
server also logs an error for each such proxy, and counts the reads. Swift's daemons and internal clients are
not proxies and may read.
"""

import time
from logging import LoggerAdapter

from swift.common.swob import HTTPForbidden, Request, Response, wsgi_quote
from swift.common.utils import LRUCache

from headwater_swift.access.internal_client import LazyClient
from headwater_swift.access.rights import find_policy
from headwater_swift.wire.errors import StorletError
from headwater_swift.wire.metrics import Metrics
from headwater_swift.wire.names import GUARD_MARK, Reason
from headwater_swift.wire.place import Place

_LOG_SECONDS = 60.0
_CONTAINERS_MAX = 1000
_PROXY = "proxy-server"
"""The start of a proxy's `User-Agent`."""

_REFUSED = (
    "A storlet policy restricts this object, and this proxy ignores storlet policies. "
    "Its operator has to add storlets and storlets_guard to its pipeline.\n"
)


class ObjectServerPolicies:
    """The policies of containers, as an object server reads them."""

    def __init__(self, client: LazyClient, cache_seconds: int) -> None:
        self._client = client
        self._requires = LRUCache(_CONTAINERS_MAX, cache_seconds)(self._look_up)

    def require_storlets(self, account: str, container: str) -> bool:
        """Whether some users must read the container's objects through a storlet (WSGI strings).

        Raises any error of the lookup.
        """
        return self._requires(account, container)

    def _look_up(self, account: str, container: str) -> bool:
        place = Place("v1", account, container)
        request = Request.blank(wsgi_quote(place.path))
        _, _, policy = find_policy(request, self._client.get().app, place)
        if not policy.known:
            raise StorletError(Reason.BUSY, "Swift returns no policy of this container now")
        return bool(policy.require)


class UnguardedReads:
    """Refuses these reads if a policy requires a storlet, and reports them."""

    def __init__(self, policies: ObjectServerPolicies, logger: LoggerAdapter, metrics: Metrics) -> None:
        self._policies = policies
        self._logger = logger
        self._metrics = metrics
        self._logged_at: dict[tuple[str, str], float] = {}

    def refusal(self, request: Request) -> Response | None:
        """The refusal of such a read, or None if the object server may respond."""
        is_read = request.method in ("GET", "HEAD") and (request.user_agent or "").startswith(_PROXY)
        if not is_read or GUARD_MARK in request.headers:
            return None
        proxy = request.remote_addr or "unknown"
        self._metrics.add("unguarded_reads", 1, proxy=proxy)
        refused = self._is_restricted(request)
        self._log(proxy, "may not read" if refused else "read", request)
        return HTTPForbidden(request=request, body=_REFUSED) if refused else None

    def _is_restricted(self, request: Request) -> bool:
        try:
            _, _, account, container, _ = request.split_path(5, 5, rest_with_last=True)
        except ValueError:
            return False  # no object: the object server's own response
        try:
            return self._policies.require_storlets(account, container)
        except Exception as error:  # noqa: BLE001 (without the policy nothing is shown)
            self._logger.warning("No storlet policy of %s is available: %s", request.path, error)
            return True

    def _log(self, proxy: str, outcome: str, request: Request) -> None:
        now = time.monotonic()
        if now - self._logged_at.get((proxy, outcome), -_LOG_SECONDS) < _LOG_SECONDS:
            return
        self._logged_at[proxy, outcome] = now
        self._logger.error(
            "The proxy %s has no storlets_guard, so it ignores storlet policies: it %s %s. Add storlets and "
            "storlets_guard to its pipeline. An internal client needs neither.",
            proxy,
            outcome,
            request.path,
        )
