"""Reads that reach an object server through a proxy without `storlets_guard`: no policy restricts them.

The guard marks every read that it has checked. An object server cannot refuse the others, since it does not
know the container's policy: it logs an error for each such proxy once a minute, and counts them.
"""

import time
from logging import LoggerAdapter

from swift.common.swob import Request

from headwater_swift.metrics import Metrics

MARK = "X-Backend-Storlet-Guard"
"""No client can set it: the gatekeeper removes `X-Backend-*`."""

_LOG_SECONDS = 60.0
_PROXY = "proxy-server"
"""How the `User-Agent` of a proxy begins; the reconstructor and the like do not read for clients."""


class UnguardedReads:
    """Reports them."""

    def __init__(self, logger: LoggerAdapter, metrics: Metrics) -> None:
        self._logger = logger
        self._metrics = metrics
        self._logged_at: dict[str, float] = {}

    def check(self, request: Request) -> None:
        """Report the request if it is such a read."""
        is_read = request.method in ("GET", "HEAD") and (request.user_agent or "").startswith(_PROXY)
        if not is_read or MARK in request.headers:
            return
        proxy = request.remote_addr or "unknown"
        self._metrics.add("unguarded_reads", 1, proxy=proxy)
        now = time.monotonic()
        if now - self._logged_at.get(proxy, -_LOG_SECONDS) >= _LOG_SECONDS:
            self._logged_at[proxy] = now
            self._logger.error(
                "The proxy %s has no storlets_guard, so it ignores storlet policies: it read %s. Add "
                "storlets and storlets_guard to its pipeline. An internal client needs neither.",
                proxy,
                request.path,
            )
