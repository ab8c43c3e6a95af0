"""PUT and COPY of objects through storlets."""

from collections.abc import Callable
from dataclasses import replace

from swift.common.swob import Request, Response

from headwater_swift.access.authorization import denial
from headwater_swift.access.rights import Rights
from headwater_swift.execution.answer_upload import Stored, body_of, store
from headwater_swift.execution.jobs import Jobs
from headwater_swift.execution.request_counts import RequestCounts
from headwater_swift.execution.runner import Runner
from headwater_swift.http import copy_request
from headwater_swift.http.read_handler import Reads
from headwater_swift.wire.errors import StorletError
from headwater_swift.wire.invocation import Invocation
from headwater_swift.wire.names import Header, Reason
from headwater_swift.wire.place import Place


class Writes:
    """Handles these requests. `app` is the next filter."""

    def __init__(
        self, app: Callable, jobs: Jobs, runner: Runner, reads: Reads, counts: RequestCounts
    ) -> None:
        self._app = app
        self._jobs = jobs
        self._runner = runner
        self._reads = reads
        self._counts = counts

    def put(self, request: Request, place: Place) -> Response | None:
        """The response to a PUT, or None if no storlet runs."""
        invocation = Invocation.parse(request)
        if invocation is None:
            return None
        if invocation.split:
            raise StorletError(
                Reason.PARAMETERS, f"{Header.RANGE} is for reading: a PUT's body is taken whole"
            )
        rights = Rights.of(request, self._app, place)
        if denied := denial(request, place, rights.container.get("write_acl"), "PUT"):
            return denied
        job = self._jobs.make(request, place, rights.policy.admit(_on_proxy(invocation)), rights, 0)
        source = {
            "length": request.content_length,
            "start": 0,
            "end": None,
            "resources": invocation.resources,
        }
        headers = dict(request.headers)
        stored = Stored(lambda: self._runner.run_on(request, job.order, body_of(request), headers, source))
        return self._stored(request, store(self._app, request, stored, {}))

    def copy(self, request: Request, place: Place) -> Response | None:
        """The response to a copy, or None if no storlet runs."""
        invocation = Invocation.parse(request)
        source, target = copy_request.places(request, place)
        rights = Rights.of(Request({**request.environ, "PATH_INFO": source.path}), self._app, source)
        if invocation is None and not rights.required:
            return None
        reading = self._reads.begin(request, source, invocation or Invocation(()), rights)
        if isinstance(reading, Response):
            return reading
        return self._stored(request, copy_request.copy(self._app, request, source, target, reading))

    def _stored(self, request: Request, answer: Response) -> Response:
        self._counts.count(request, "stored" if answer.is_success else "refused")
        return answer


def _on_proxy(invocation: Invocation) -> Invocation:
    return replace(invocation, stages=tuple(replace(stage, on_proxy=True) for stage in invocation.stages))
