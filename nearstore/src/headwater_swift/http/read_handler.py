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
from headwater_swift.execution.error_concealment import ErrorConcealment
from headwater_swift.execution.jobs import JobFactory
from headwater_swift.execution.request_counts import RequestCounts
from headwater_swift.execution.runner import Runner, StorletAnswer
from headwater_swift.http import get_response
from headwater_swift.http.client_connection import ClientConnection
from headwater_swift.http.forwarder import Forwarder, redact
from headwater_swift.wire.errors import StorletError
from headwater_swift.wire.invocation import Invocation, accepts_frames, requests_part
from headwater_swift.wire.names import Reason
from headwater_swift.wire.place import Place

_MAX_SILENCE_SECONDS = 5.0
"""A framed answer begins after this much silence, so that keep-alives can reach its client."""


@dataclass(frozen=True)
class _ReadGrant:
    """An allowed read. If an ACL word allows it: by `authorize`, with `exempt` unreadable storlets."""

    authorize: Callable | None = None
    exempt: int = 0


class ReadHandler:
    """Handles these requests. `app` is the next filter."""

    def __init__(
        self, app: Callable, jobs: JobFactory, runner: Runner, counts: RequestCounts, logger: LoggerAdapter
    ) -> None:
        self._app = app
        self._jobs = jobs
        self._runner = runner
        self._counts = counts
        self._logger = logger

    def handle(self, request: Request, place: Place) -> Callable | None:
        """The response to a GET or HEAD, or None if no storlet runs."""
        # s3api checks a copy's source by a HEAD that has all headers of the copy.
        is_copy_check = request.method == "HEAD" and "X-Copy-From" in request.headers
        invocation = None if is_copy_check else Invocation.parse(request)
        rights = Rights.of(request, self._app, place)
        if invocation is None and not rights.required:
            return None
        if request.method == "HEAD":
            return self._head(request, place)
        wanted = invocation or Invocation((), framed=accepts_frames(request))
        answer = self.start(request, place, wanted, rights)
        if isinstance(answer, Response):
            return answer
        return get_response.build(
            request,
            answer,
            wanted.framed,
            len(rights.required),
            lambda state, sent: self._counts.count_answer(request, state, sent),
            self._logger,
        )

    def _head(self, request: Request, place: Place) -> Callable:
        """The headers for a user who reads through a storlet, without those of the object's bytes."""
        if requests_part(request):
            raise _part_refusal()
        policy_pass.grant(request.environ, place, "HEAD")
        return Forwarder(self._app).forward(request, secret=True)

    def start(
        self, request: Request, place: Place, invocation: Invocation, rights: Rights
    ) -> StorletAnswer | Response:
        """Run the invocation's storlets after those that the rights require.

        May return Swift's own response.
        """
        if rights.required:
            if requests_part(request) or invocation.split:
                raise _part_refusal()
            policy_pass.grant(request.environ, place, "GET")
        grant = self._authorize(request, place, invocation, rights)
        if isinstance(grant, Response):
            return grant
        full = rights.policy.admit(invocation).prepend(rights.required)
        exempt = len(rights.required) + grant.exempt
        job = self._jobs.make(request, place, full, rights, exempt)
        concealment = ErrorConcealment(job.plan, exempt, self._logger)
        keeps_alive = invocation.framed and request.method == "GET"
        begin_by = time.monotonic() + _MAX_SILENCE_SECONDS if keeps_alive else math.inf
        job = replace(job, authorize=grant.authorize, begin_by=begin_by)
        if request.method == "GET":  # a COPY is completed without its client, as each of Swift's writes
            job = replace(job, on_silence=ClientConnection(request).check)
        try:
            answer = self._runner.start(request, job)
        except StorletError as error:
            raise concealment.conceal(error) from error
        if isinstance(answer, Response):
            return redact(request, answer, rights)
        return replace(answer, stream=concealment.stream(answer.stream))

    def _authorize(
        self, request: Request, place: Place, invocation: Invocation, rights: Rights
    ) -> _ReadGrant | Response:
        denied = denial(request, place, rights.container.get("read_acl"))
        if not denied:
            return _ReadGrant()
        first = invocation.stages[0].storlet if invocation.stages else ""
        if not read_acl.allows(rights.container, first, rights.users):
            return denied
        return _ReadGrant(_allow_container_reads(place, request.environ["swift.authorize"]), 1)


def _allow_container_reads(place: Place, authorize: Callable) -> Callable:
    """Decides as `authorize`, but allows reads of the place's container, which its manifests need."""
    inside = Place(place.version, place.account, place.container).path + "/"

    def authorize_read(request: Request) -> Response | None:
        granted = request.method in ("GET", "HEAD") and f"{request.path_info}/".startswith(inside)
        return None if granted else authorize(request)

    return authorize_read


def _part_refusal() -> StorletError:
    return StorletError(
        Reason.POLICY, "a required storlet's answer has no ranges: request the complete object"
    )
