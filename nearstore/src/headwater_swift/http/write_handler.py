"""PUT and COPY of objects through storlets."""

from collections.abc import Callable
from dataclasses import replace

from swift.common.swob import HTTPLengthRequired, Request, Response

from headwater_swift.access.authorization import denial
from headwater_swift.access.rights import Rights
from headwater_swift.execution.answer_upload import AnswerUpload, read_body, upload
from headwater_swift.execution.jobs import JobFactory
from headwater_swift.execution.request_counts import RequestCounts
from headwater_swift.execution.runner import Runner
from headwater_swift.http import copy_request
from headwater_swift.http.read_handler import ReadHandler
from headwater_swift.wire.errors import StorletError
from headwater_swift.wire.invocation import Invocation
from headwater_swift.wire.names import Header, Reason
from headwater_swift.wire.place import Place


class WriteHandler:
    """Handles these requests. `app` is the next filter."""

    def __init__(
        self, app: Callable, jobs: JobFactory, runner: Runner, reads: ReadHandler, counts: RequestCounts
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
                Reason.PARAMETERS, f"{Header.RANGE} is for GET only: a PUT's storlet reads the complete body"
            )
        if request.content_length is None and not request.is_chunked:
            return HTTPLengthRequired(request=request)
        rights = Rights.of(request, self._app, place)
        if denied := denial(request, place, rights.container.get("write_acl"), "PUT"):
            return denied
        job = self._jobs.make(request, place, rights.policy.admit(_place_on_proxy(invocation)), rights, 0)
        source = {
            "length": request.content_length,
            "start": 0,
            "end": None,
            "resources": invocation.resources,
        }
        headers = dict(request.headers)
        answer = AnswerUpload(
            lambda: self._runner.run_on_chunks(request, job.plan, read_body(request), headers, source)
        )
        return self._count(request, upload(self._app, request, answer, {}))

    def copy(self, request: Request, place: Place) -> Response | None:
        """The response to a copy, or None if no storlet runs."""
        invocation = Invocation.parse(request)
        source, target = copy_request.parse_places(request, place)
        rights = Rights.of(Request({**request.environ, "PATH_INFO": source.path}), self._app, source)
        if invocation is None and not rights.required:
            return None
        answer = self._reads.start(request, source, invocation or Invocation(()), rights)
        if isinstance(answer, Response):
            return answer
        return self._count(request, copy_request.copy(self._app, request, source, target, answer))

    def _count(self, request: Request, response: Response) -> Response:
        self._counts.count(request, "stored" if response.is_success else "refused")
        return response


def _place_on_proxy(invocation: Invocation) -> Invocation:
    return replace(invocation, stages=tuple(replace(stage, on_proxy=True) for stage in invocation.stages))
