"""GET and HEAD of objects through storlets."""

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from logging import LoggerAdapter

from swift.common.swob import Request, Response

from headwater_swift.access import policy_pass, read_acl
from headwater_swift.access.authorization import denial
from headwater_swift.access.rights import Rights
from headwater_swift.execution.error_concealment import Concealment
from headwater_swift.execution.jobs import Jobs
from headwater_swift.execution.request_counts import RequestCounts
from headwater_swift.execution.runner import Reading, Runner
from headwater_swift.http import get_response
from headwater_swift.http.forwarder import Passed, checked
from headwater_swift.wire.errors import StorletError
from headwater_swift.wire.invocation import Invocation, accepts_frames, asks_for_part
from headwater_swift.wire.names import Reason
from headwater_swift.wire.place import Place

_PATIENCE_SECONDS = 5.0
"""A framed answer begins after this much silence, so that keep-alives can reach its client."""


@dataclass(frozen=True)
class _Granted:
    """An allowed read. If an ACL word allows it: by `authorize`, with `free` unreadable storlets."""

    authorize: Callable | None = None
    free: int = 0


class Reads:
    """Handles these requests. `app` is the next filter."""

    def __init__(
        self, app: Callable, jobs: Jobs, runner: Runner, counts: RequestCounts, logger: LoggerAdapter
    ) -> None:
        self._app = app
        self._jobs = jobs
        self._runner = runner
        self._counts = counts
        self._logger = logger

    def answer(self, request: Request, place: Place) -> Callable | None:
        """The response to a GET or HEAD, or None if no storlet runs."""
        # s3api checks a copy's source by a HEAD that has all headers of the copy.
        looks = request.method == "HEAD" and "X-Copy-From" in request.headers
        invocation = None if looks else Invocation.parse(request)
        rights = Rights.of(request, self._app, place)
        if invocation is None and not rights.required:
            return None
        if request.method == "HEAD":
            return self._head(request, place)
        wanted = invocation or Invocation((), framed=accepts_frames(request))
        reading = self.begin(request, place, wanted, rights)
        if isinstance(reading, Response):
            return reading
        return get_response.answer(
            request,
            reading,
            wanted.framed,
            len(rights.required),
            lambda state, sent: self._counts.ended(request, state, sent),
            self._logger,
        )

    def _head(self, request: Request, place: Place) -> Callable:
        """The headers for a user who reads through a storlet, without those of the object's bytes."""
        if asks_for_part(request):
            raise _no_part()
        policy_pass.clear(request.environ, place, "HEAD")
        return Passed(self._app).answer(request, secret=True)

    def begin(
        self, request: Request, place: Place, invocation: Invocation, rights: Rights
    ) -> Reading | Response:
        """Run the invocation's storlets after those that the rights require.

        May return Swift's own response.
        """
        if rights.required:
            if asks_for_part(request) or invocation.split:
                raise _no_part()
            policy_pass.clear(request.environ, place, "GET")
        granted = self._granted(request, place, invocation, rights)
        if isinstance(granted, Response):
            return granted
        full = rights.policy.admit(invocation).after(rights.required)
        free = len(rights.required) + granted.free
        job = self._jobs.make(request, place, full, rights, free)
        concealment = Concealment(job.order, free, self._logger)
        keeps_alive = invocation.framed and request.method == "GET"
        begin_by = time.monotonic() + _PATIENCE_SECONDS if keeps_alive else math.inf
        try:
            reading = self._runner.read(request, replace(job, authorize=granted.authorize, begin_by=begin_by))
        except StorletError as error:
            raise concealment.of(error) from error
        if isinstance(reading, Response):
            return checked(request, reading, rights)
        return replace(reading, stream=concealment.stream(reading.stream))

    def _granted(
        self, request: Request, place: Place, invocation: Invocation, rights: Rights
    ) -> _Granted | Response:
        denied = denial(request, place, rights.container.get("read_acl"))
        if not denied:
            return _Granted()
        first = invocation.stages[0].storlet if invocation.stages else ""
        if not read_acl.allows(rights.container, first, rights.users):
            return denied
        return _Granted(_only(place, request.environ["swift.authorize"]), 1)


def _only(place: Place, authorize: Callable) -> Callable:
    """Decides as `authorize`, but allows reads of the place's container, which its manifests need."""
    inside = Place(place.version, place.account, place.container).path + "/"

    def decide_(request: Request) -> Response | None:
        granted = request.method in ("GET", "HEAD") and f"{request.path_info}/".startswith(inside)
        return None if granted else authorize(request)

    return decide_


def _no_part() -> StorletError:
    return StorletError(Reason.POLICY, "no range of a filtered answer is defined: ask for all of it")
