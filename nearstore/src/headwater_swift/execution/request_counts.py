"""The proxy's counters of requests, by tenant, storlets and outcome."""

from swift.common.swob import Request, wsgi_to_str

from headwater_swift.wire.invocation import Invocation
from headwater_swift.wire.metrics import Metrics
from headwater_swift.wire.place import Place

_RUN = "headwater-storlets/run"
"""In the environment: the storlets that a request runs, once it is known that there are any."""

_TENANT = "headwater-storlets/tenant"
"""And the account that runs them, once it is known to be enabled.

Counters then contain no arbitrary names.
"""


def record_tenant(request: Request, place: Place) -> None:
    """Record that the place's account runs storlets for this request."""
    request.environ[_TENANT] = wsgi_to_str(place.account)


def record_run(request: Request, invocation: Invocation) -> None:
    """Record that the request runs the invocation's storlets."""
    request.environ[_RUN] = ",".join(stage.storlet for stage in invocation.stages)


class RequestCounts:
    """Counts requests."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics

    def count_answer(self, request: Request, state: str, sent: int) -> None:
        """Count an answer that ended in this state after this many bytes."""
        self.count(request, state)
        self._metrics.add("bytes_sent", sent, **self._labels(request))

    def count(self, request: Request, status: str) -> None:
        """Count a request with this outcome."""
        self._metrics.add("requests", 1, status=status, **self._labels(request))

    def _labels(self, request: Request) -> dict[str, str]:
        return {"tenant": request.environ.get(_TENANT, ""), "storlet": request.environ.get(_RUN, "")}
