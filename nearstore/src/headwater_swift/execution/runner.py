"""Runs storlets on an object: on its object server as far as possible, the rest on this proxy."""

import os
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from io import BytesIO
from typing import Any

from swift.common.swob import Request, Response, wsgi_quote
from swift.common.utils import close_if_possible
from swift.common.wsgi import make_subrequest

from headwater_swift.execution.engine_stream import EngineStream
from headwater_swift.execution.execution_plan import ExecutionPlan
from headwater_swift.execution.frame_streams import (
    ChainedStream,
    DataChunks,
    FramedBody,
    PeekedStream,
    Stream,
    read_first,
    read_metadata,
)
from headwater_swift.execution.jobs import Job
from headwater_swift.execution.module_loader import bounded, load_through_proxy
from headwater_swift.execution.module_reloads import Loader
from headwater_swift.execution.pump import Pump
from headwater_swift.wire.engine import Engine, memory_file
from headwater_swift.wire.errors import StorletError
from headwater_swift.wire.frames import ERROR, Frame
from headwater_swift.wire.names import STAGES_RUN, Reason
from headwater_swift.wire.place import SOURCE, Place

MAX_RESOURCES_BYTES = 16 * 1024 * 1024

_CONTENT_RANGE = re.compile(r"bytes (\d+)-\d+/(\d+)")


@dataclass(frozen=True)
class StorletAnswer:
    """A started answer: the source's headers, the metadata so far, and the remaining frames."""

    source: dict[str, str]
    metadata: dict[str, str]
    stream: Stream


class Runner:
    """Runs jobs for a proxy. `app` is the next filter."""

    def __init__(self, app: Callable, engine: Engine, max_module_size: int) -> None:
        self._app = app
        self._engine = engine
        self._max_module_size = max_module_size

    def start(self, request: Request, job: Job) -> StorletAnswer | Response:
        """Start an answer. Returns the source's response if it has none of its bytes (404, 304, ...)."""
        on_object = job.invocation.on_object
        if on_object == 0:
            return self._fetch_and_run(request, job)
        response = self._fetch_source(request, job, job.plan.first_stages(on_object).to_headers())
        if not response.is_success:
            return response
        if STAGES_RUN not in response.headers:
            return self._run_on_plain_object(request, job, response)
        stream = FramedBody(response.app_iter)
        try:
            first = read_first(stream, job.begin_by, job.on_silence)
        except StorletError:  # the answer has broken off, and Swift reads objects from other replicas
            return self._fetch_and_run(request, job)
        if _is_left_to_proxy(first):
            stream.close()
            return self._fetch_and_run(request, job)
        return self._run_later_stages(request, job, response, PeekedStream(first, stream))

    def run_on_chunks(
        self,
        request: Request,
        plan: ExecutionPlan,
        chunks: Iterable[bytes],
        headers: dict[str, str],
        source: dict[str, Any],
    ) -> Stream:
        """Run a plan on chunks. `source` is the engine's `input` without the descriptor."""
        pump = Pump(chunks)
        descriptors: list[int] = []
        try:
            resources = self._open_resources(request, source.pop("resources", ()), descriptors)
            engine_request = plan.to_engine_request(
                {"descriptor": 0, "kind": "stream", **source}, headers, resources
            )
        except BaseException:
            pump.close()
            for descriptor in descriptors:
                os.close(descriptor)
            raise
        return EngineStream(self._engine, engine_request, descriptors, self._loader(request, plan), pump)

    def _fetch_and_run(self, request: Request, job: Job) -> StorletAnswer | Response:
        wanted = job.plan.split.header if job.plan.split else None
        response = self._fetch_source(request, job, {"Range": wanted} if wanted else {})
        if wanted and response.status_int == 416:  # noqa: PLR2004
            close_if_possible(response.app_iter)
            raise StorletError(
                Reason.RANGE, f"the split starts after the object's end: the object has no {wanted}"
            )
        return self._run_all_stages(request, job, response) if response.is_success else response

    def _run_on_plain_object(
        self, request: Request, job: Job, response: Response
    ) -> StorletAnswer | Response:
        """Run storlets on a plain object that the object server returned.

        If a split needs only a part, the source is requested again.
        """
        if job.plan.split and job.plan.split.header:
            close_if_possible(response.app_iter)
            return self._fetch_and_run(request, job)
        return self._run_all_stages(request, job, response)

    def _run_all_stages(self, request: Request, job: Job, response: Response) -> StorletAnswer:
        try:
            job.policy.check_placed(job.plan.stages, 0)
            start, length = _position(response)
            end = job.plan.split.end if job.plan.split else None
        except BaseException:
            close_if_possible(response.app_iter)
            raise
        source = {"length": length, "start": start, "end": end, "resources": job.invocation.resources}
        stream = self.run_on_chunks(request, job.plan, response.app_iter, dict(response.headers), source)
        return _start_answer(response, stream, job)

    def _run_later_stages(
        self, request: Request, job: Job, response: Response, inner: Stream
    ) -> StorletAnswer:
        count = int(response.headers[STAGES_RUN])
        rest = job.plan.later_stages(count)
        if not rest.stages:
            return _start_answer(response, inner, job)
        try:
            job.policy.check_placed(job.plan.stages, count)
        except BaseException:
            inner.close()
            raise
        chunks = DataChunks(inner, count)
        outer = self.run_on_chunks(
            request, rest, chunks, dict(response.headers), {"length": None, "start": 0, "end": None}
        )
        return _start_answer(response, ChainedStream(chunks, outer), job)

    def _fetch_source(self, request: Request, job: Job, headers: dict[str, str]) -> Response:
        env = source_env(request, job.place)
        if job.authorize:
            env["swift.authorize"] = job.authorize
        get_request = Request(env)
        get_request.headers.update(headers)
        return get_request.get_response(self._app)

    def _open_resources(
        self, request: Request, paths: Iterable[tuple[str, str]], descriptors: list[int]
    ) -> list[dict[str, int]]:
        """Read the extra resources as the user, and add their descriptors."""
        remaining = MAX_RESOURCES_BYTES
        found = []
        for container, name in paths:
            content = self._read_resource(request, container, name, remaining)
            remaining -= len(content)
            descriptors.append(memory_file("resource", content))
            found.append({"descriptor": len(descriptors), "length": len(content)})  # 0 is the object's
        return found

    def _read_resource(self, request: Request, container: str, name: str, limit: int) -> bytes:
        version, account, _ = request.split_path(2, 3, rest_with_last=True)
        path = wsgi_quote(Place(version, account, container, name).path)
        env = {**request.environ, "swift.infocache": {}}  # the policy pass is for the object only
        response = make_subrequest(env, "GET", path, swift_source=SOURCE).get_response(self._app)
        if not response.is_success:
            close_if_possible(response.app_iter)
            raise StorletError(
                Reason.PARAMETERS, f"the extra resource /{container}/{name} cannot be read: {response.status}"
            )
        try:
            return bounded(response.app_iter, limit)
        except StorletError as error:
            raise StorletError(
                Reason.LIMIT, f"the extra resources have more than {MAX_RESOURCES_BYTES} bytes"
            ) from error

    def _loader(self, request: Request, plan: ExecutionPlan) -> Loader:
        def load(stage: int) -> str:
            return load_through_proxy(
                self._app, self._engine, request, plan.modules[stage], self._max_module_size
            )

        return load


def source_env(request: Request, place: Place) -> dict[str, Any]:
    """The environment of a GET of `place` as the user, without storlets."""
    env = {
        name: value
        for name, value in request.environ.items()
        if not name.startswith(
            ("HTTP_X_STORLET_", "HTTP_X_RUN_STORLET", "HTTP_X_COPY_FROM", "CONTENT_LENGTH")
        )
        and name not in ("HTTP_RANGE", "HTTP_ACCEPT", "HTTP_DESTINATION", "HTTP_TRANSFER_ENCODING")
    }
    return env | {"REQUEST_METHOD": "GET", "PATH_INFO": place.path, "wsgi.input": BytesIO()}


def _is_left_to_proxy(first: Frame) -> bool:
    """Whether an object server lost its engine or could not load a module."""
    return first.type == ERROR and first.document().get("error") in (Reason.MISSING, Reason.ENGINE)


def _start_answer(response: Response, stream: Stream, job: Job) -> StorletAnswer:
    metadata, first = read_metadata(stream, job.begin_by, job.on_silence)
    return StorletAnswer(dict(response.headers), metadata, PeekedStream(first, stream))


def _position(response: Response) -> tuple[int, int | None]:
    """The position of the response's bytes in the object, and the object's length if it is known."""
    if response.status_int == 206:  # noqa: PLR2004
        found = _CONTENT_RANGE.fullmatch(response.headers.get("Content-Range", ""))
        if not found:
            raise StorletError(
                Reason.INPUT, "Swift returned a part of the object without a valid Content-Range"
            )
        return int(found[1]), int(found[2])
    return 0, response.content_length
