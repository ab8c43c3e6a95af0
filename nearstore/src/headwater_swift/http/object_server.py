"""The filter in an object server's pipeline: runs storlets on the files themselves.

    [filter:storlets]
    use = egg:headwater_swift#storlets
    execution_server = object
    engine_socket = /run/headwater/engine.sock

    [pipeline:main]
    pipeline = healthcheck recon backend_ratelimit storlets object-server

It handles a GET with an execution plan of the proxy's filter. If the object server has the complete plain
object, the filter passes a copy of the open file's descriptor to the engine, which reads the file. The answer
is framed, and padded as in `headwater_swift.wire.pace`. Every other case (a manifest, a fragment, an
encrypted object, a symlink, no local engine) is handled as a normal GET, and the proxy runs the storlets.

No response of this filter is an error of the node. The head is sent within seconds, whatever the engine does,
and later errors are frames.

If an answer breaks off, the proxy resumes it from another replica with a Range. A storlet's answer has no
ranges, so this request is refused. If no frame has arrived, the proxy then runs the storlets itself. Else the
client's answer breaks off too.
"""

import os
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Self

from swift.common.header_key_dict import HeaderKeyDict
from swift.common.swob import HTTPBadRequest, Request
from swift.common.utils import get_logger
from swift.common.wsgi import WSGIContext

from headwater_swift.access.internal_client import LazyClient
from headwater_swift.access.unguarded_reads import ObjectServerPolicies, UnguardedReads
from headwater_swift.execution.engine_stream import EngineStream
from headwater_swift.execution.execution_plan import ExecutionPlan
from headwater_swift.execution.module_loader import ObjectServerModules
from headwater_swift.execution.module_reloads import Loader
from headwater_swift.http.settings import Settings
from headwater_swift.wire.engine import Engine
from headwater_swift.wire.errors import StorletError
from headwater_swift.wire.frames import Frame
from headwater_swift.wire.metrics import Metrics
from headwater_swift.wire.names import STAGES_RUN, Reason
from headwater_swift.wire.pace import ChunkFiller, Pace

_NOT_PLAIN = (
    "x-static-large-object",
    "x-object-manifest",
    "x-object-sysmeta-ec-",
    "x-object-sysmeta-slo-",
    "x-object-sysmeta-symlink-",
    "x-object-sysmeta-crypto-",
    "x-object-transient-sysmeta-crypto-",
)


class ObjectFilter:
    """Runs the proxy's plans, if possible."""

    def __init__(self, app: Callable, conf: dict[str, str], settings: Settings) -> None:
        self._app = app
        self._logger = get_logger(conf, log_route="storlets")
        self._engine = Engine(settings.engine_socket, settings.engine_timeout)
        client = LazyClient(settings.swift_dir, settings.internal_client_conf_path)
        self._modules = ObjectServerModules(self._engine, client, settings.max_module_size)
        policies = ObjectServerPolicies(client, settings.cache_seconds)
        self._unguarded = UnguardedReads(policies, self._logger, Metrics(self._engine, self._logger))

    def __call__(self, env: dict, start_response: Callable) -> Iterable[bytes]:
        """Paste's entry."""
        request = Request(env)
        if refused := self._unguarded.refusal(request):
            return refused(env, start_response)
        plan = self._plan(request) if request.method == "GET" else None
        if plan is None:
            return self._app(env, start_response)
        if "Range" in request.headers:
            refused = HTTPBadRequest(
                request=request, body="a storlet's answer has no ranges, so it cannot be resumed"
            )
            return refused(env, start_response)
        return _ObjectRequest(self._app, self._engine, self._modules, self._logger).respond(
            plan, env, start_response
        )

    def _plan(self, request: Request) -> ExecutionPlan | None:
        """The proxy's plan. None also for one of another version, which its proxy then runs itself."""
        try:
            return ExecutionPlan.parse(request.headers)
        except (KeyError, TypeError, ValueError, zlib.error) as error:
            self._logger.warning("The proxy must run an unreadable execution plan: %r", error)
            return None


class _ObjectRequest(WSGIContext):
    """A request with an execution plan."""

    def __init__(self, app: Callable, engine: Engine, modules: ObjectServerModules, logger) -> None:
        super().__init__(app)
        self._engine = engine
        self._modules = modules
        self._logger = logger

    def respond(self, plan: ExecutionPlan, env: dict, start_response: Callable) -> Iterable[bytes]:
        """The engine's frames, or the object server's own response."""
        body = self._app_call(env)
        started = None
        file = getattr(body, "_fp", None)
        headers = HeaderKeyDict(self._response_headers)
        if self._get_status_int() == 200 and file is not None and _is_plain(headers):  # noqa: PLR2004
            started = self._start(plan, file.fileno(), headers)
        if started is None:
            start_response(self._response_status, self._response_headers, self._response_exc_info)
            return body
        body.close()  # unread: only a reader that was read to its end validates the data
        # Without it the server buffers small writes.
        env["eventlet.minimum_write_chunk_size"] = 0
        kept = [each for each in self._response_headers if each[0].lower() != "content-length"]
        start_response("200 OK", [*kept, (STAGES_RUN, str(len(plan.stages)))])
        return _PaddedFrames(*started, plan.pace, self._logger)

    def _start(
        self, plan: ExecutionPlan, descriptor: int, headers: Mapping[str, str]
    ) -> tuple[Frame | None, EngineStream] | None:
        """The engine's first frame, if it came immediately, and its answer. None if the proxy must run it."""
        stream = None
        try:
            length = int(headers["Content-Length"])
            start, end = plan.split.within(length) if plan.split else (0, None)
            source = {"descriptor": 0, "kind": "file", "length": length, "start": start, "end": end}
            engine_request = plan.to_engine_request(source, headers, [])
            stream = EngineStream(self._engine, engine_request, [os.dup(descriptor)], self._loader(plan))
            return stream.read_within(plan.pace.interval), stream
        except Exception as error:  # noqa: BLE001 (whatever it is, the proxy can try)
            self._logger.warning("The proxy must run the storlets of %s: %s", plan.request, error)
            if stream:
                stream.close()
            return None

    def _loader(self, plan: ExecutionPlan) -> Loader:
        return lambda stage: self._modules.load(plan.modules[stage], plan.request)


def _is_plain(headers: Mapping[str, str]) -> bool:
    return not any(name.lower().startswith(_NOT_PLAIN) for name in headers)


class _PaddedFrames:
    """The bytes of an engine's frames, padded for the proxy. It is its own iterator, which Swift closes."""

    def __init__(self, first: Frame | None, stream: EngineStream, pace: Pace, logger) -> None:
        self._stream = stream
        self._logger = logger
        self._has_frames = first is not None
        self._bytes = self._read(first, ChunkFiller(pace))

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> bytes:
        return next(self._bytes)

    def close(self) -> None:
        """Cancel the rest."""
        self._stream.close()

    def _read(self, first: Frame | None, chunk: ChunkFiller) -> Iterator[bytes]:
        frame = first
        while True:
            sent = frame.raw if frame else chunk.padding()
            yield sent
            chunk.count(len(sent))
            if frame and frame.last:
                return
            frame = self._next(chunk.seconds_left())

    def _next(self, seconds: float) -> Frame | None:
        try:
            frame = self._stream.read_within(seconds) if seconds else None
        except Exception as error:  # noqa: BLE001 (reported in a frame: a broken answer has no reason)
            self._logger.warning("Storlets failed: %s", error)
            # As long as nothing was sent, the proxy can still run them.
            known = isinstance(error, StorletError) and self._has_frames
            return (error if known else StorletError(Reason.ENGINE, str(error))).frame()
        self._has_frames |= frame is not None
        return frame
