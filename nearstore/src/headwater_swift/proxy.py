"""The filter in a proxy's pipeline: behind the auth system, before copy, dlo, slo and versioned_writes.

    [filter:storlets]
    use = egg:headwater_swift#storlets
    execution_server = proxy
    engine_socket = /run/headwater/engine.sock

    [filter:storlets_guard]
    use = egg:headwater_swift#storlets_guard

    [pipeline:main]
    pipeline = ... s3api tempauth storlets copy slo dlo versioned_writes ... storlets_guard proxy-server

It parses what a client asks for, asks policies and the auth system, and has the storlets run: by the object
server's filter on the object's own file if that can be, else by the engine beside this proxy on what
Swift reads. See `headwater_swift.settings` for the settings, and protocol/STORLETS.md for the interface.
"""

import math
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from swift.common.constraints import valid_api_version
from swift.common.http import is_success
from swift.common.registry import register_swift_info
from swift.common.swob import HTTPException, Request, Response, wsgi_to_str
from swift.common.utils import close_if_possible, drain_and_close, get_logger
from swift.common.wsgi import WSGIContext

from headwater_swift import acl, answering, clearance, copying, errors, guard, identity, metadata
from headwater_swift.access import Place, Storlets, denial, is_swifts_own
from headwater_swift.concealment import Concealment
from headwater_swift.deploy import Deployer
from headwater_swift.engine import Engine
from headwater_swift.errors import StorletError
from headwater_swift.invocation import Invocation, accepts_frames, asks_for_part
from headwater_swift.metrics import Metrics
from headwater_swift.order import Order
from headwater_swift.pace import Pace
from headwater_swift.reading import Job, Reading, Runner
from headwater_swift.rights import Rights
from headwater_swift.settings import Settings
from headwater_swift.writing import Stored, body_of, store

_TELLING = ("content-length", "content-range", "etag", "accept-ranges", "x-manifest-etag", "x-parts-count")
"""What tells of an object's bytes; system metadata does as well, of which s3api makes an ETag."""

_PATIENCE_SECONDS = 5.0
"""A framed answer begins after so much silence, so that keep-alives can reach its client."""

_RUN = "headwater-storlets/run"
"""In the environment: the storlets that a request runs, once it is known that there are such."""

_TENANT = "headwater-storlets/tenant"
"""And the account that runs them, once it is known to be enabled: no counter has what anyone names."""


@dataclass(frozen=True)
class _Granted:
    """A read that may be; by `authorize`, and `free` unreadable storlets, where an ACL word lets it."""

    authorize: Callable | None = None
    free: int = 0


class ProxyFilter:
    """Runs storlets for clients."""

    def __init__(self, app: Callable, conf: dict[str, str], settings: Settings) -> None:
        guard.check_present()
        register_swift_info("storlets")
        self._app = app
        self._settings = settings
        self._logger = get_logger(conf, log_route="storlets")
        self._engine = Engine(settings.engine_socket, settings.engine_timeout)
        self._deployer = Deployer(app, self._engine, settings.max_module_size)
        self._runner = Runner(app, self._engine, settings.max_module_size)
        self._storlets = Storlets(app, settings.container, settings.cache_seconds)
        self._metrics = Metrics(self._engine, self._logger)

    def __call__(self, env: dict, start_response: Callable) -> Iterable[bytes]:
        """Paste's entry."""
        request = Request(env)
        place = _place(request)
        if place is None or is_swifts_own(env):
            return self._app(env, start_response)
        errors.refuse_object_attributes(env)
        identity.remove_claims(env)
        env.setdefault("swift.infocache", {})  # the same for all requests that this one leads to
        try:
            if not place.object:
                return metadata.handle(self._app, request, place, start_response)
            answer = self._answer(request, place) or _Passed(self._app).answer(request)
            return answer(env, start_response)
        except StorletError as error:
            self._count(request, error.reason)
            return error.response(request)(env, start_response)
        except HTTPException as error:
            return error(env, start_response)

    def _answer(self, request: Request, place: Place) -> Callable | None:
        """The answer to a request on an object; None where it is Swift's alone."""
        if copying.is_copy(request):
            return self._copy(request, place)
        if place.container == self._settings.container and request.method in ("PUT", "DELETE"):
            return self._change_storlet(request, place)
        if request.method in ("GET", "HEAD"):
            return self._read(request, place)
        return self._put(request, place) if request.method == "PUT" else None

    def _change_storlet(self, request: Request, place: Place) -> Response:
        if request.method == "DELETE":
            answer = request.get_response(self._app)
        else:
            answer = self._deploy(request, place)
        self._storlets.forget(request, place)
        return answer

    def _deploy(self, request: Request, place: Place) -> Response:
        """Where the account is not enabled, the container is one like any other."""
        rights = Rights.of(request, self._app, place)
        if rights.policy.known and not rights.policy.enabled:
            return request.get_response(self._app)
        request.environ[_TENANT] = wsgi_to_str(place.account)
        return self._deployer.deploy(request, place, rights.container.get("write_acl"))

    def _read(self, request: Request, place: Place) -> Callable | None:
        # s3api looks at a copy's source by a HEAD that has all the headers of the copy.
        looks = request.method == "HEAD" and "X-Copy-From" in request.headers
        invocation = None if looks else Invocation.parse(request)
        rights = Rights.of(request, self._app, place)
        if invocation is None and not rights.required:
            return None
        if request.method == "HEAD":
            return self._head(request, place)
        wanted = invocation or Invocation((), framed=accepts_frames(request))
        reading = self._reading(request, place, wanted, rights)
        if isinstance(reading, Response):
            return reading
        return answering.answer(
            request,
            reading,
            wanted.framed,
            len(rights.required),
            lambda state, sent: self._ended(request, state, sent),
            self._logger,
        )

    def _head(self, request: Request, place: Place) -> Callable:
        """What a reader who reads through a storlet may know: of the object's bytes nothing."""
        if asks_for_part(request):
            raise _no_part()
        clearance.clear(request.environ, place, "HEAD")
        return _Passed(self._app).answer(request, secret=True)

    def _reading(
        self, request: Request, place: Place, invocation: Invocation, rights: Rights
    ) -> Reading | Response:
        if rights.required:
            if asks_for_part(request) or invocation.split:
                raise _no_part()
            clearance.clear(request.environ, place, "GET")
        granted = self._granted(request, place, invocation, rights)
        if isinstance(granted, Response):
            return granted
        full = rights.policy.admit(invocation).after(rights.required)
        free = len(rights.required) + granted.free
        job = self._job(request, place, full, rights, free)
        concealment = Concealment(job.order, free, self._logger)
        keeps_alive = invocation.framed and request.method == "GET"
        begin_by = time.monotonic() + _PATIENCE_SECONDS if keeps_alive else math.inf
        try:
            reading = self._runner.read(request, replace(job, authorize=granted.authorize, begin_by=begin_by))
        except StorletError as error:
            raise concealment.of(error) from error
        if isinstance(reading, Response):
            return _checked(request, reading, rights)
        return replace(reading, stream=concealment.stream(reading.stream))

    def _granted(
        self, request: Request, place: Place, invocation: Invocation, rights: Rights
    ) -> _Granted | Response:
        denied = denial(request, place, rights.container.get("read_acl"))
        if not denied:
            return _Granted()
        first = invocation.stages[0].storlet if invocation.stages else ""
        if not acl.allows(rights.container, first, rights.users):
            return denied
        return _Granted(_only(place, request.environ["swift.authorize"]), 1)

    def _job(self, request: Request, place: Place, invocation: Invocation, rights: Rights, free: int) -> Job:
        policy = rights.policy
        policy.check_enabled()
        request.environ[_TENANT] = wsgi_to_str(place.account)
        policy.check_placed(invocation.stages, invocation.on_object)
        modules = self._storlets.find(request, place, invocation.stages, free)
        request.environ[_RUN] = ",".join(stage.storlet for stage in invocation.stages)
        order = Order(
            request.environ.get("swift.trans_id", ""),
            wsgi_to_str(place.account),
            min(policy.priority, self._settings.max_priority),
            policy.limits(),
            invocation.stages,
            modules,
            invocation.split,
            Pace.of_proxy(self._app),
        )
        return Job(place, invocation, order, policy)

    def _put(self, request: Request, place: Place) -> Response | None:
        invocation = Invocation.parse(request)
        if invocation is None:
            return None
        if invocation.split:
            raise StorletError("parameters", "X-Storlet-Range is for reading: a PUT's body is taken whole")
        rights = Rights.of(request, self._app, place)
        if denied := denial(request, place, rights.container.get("write_acl"), "PUT"):
            return denied
        job = self._job(request, place, rights.policy.admit(_on_proxy(invocation)), rights, 0)
        source = {
            "length": request.content_length,
            "start": 0,
            "end": None,
            "resources": invocation.resources,
        }
        headers = dict(request.headers)
        stored = Stored(lambda: self._runner.run_on(request, job.order, body_of(request), headers, source))
        return self._stored(request, store(self._app, request, stored, {}))

    def _copy(self, request: Request, place: Place) -> Response | None:
        invocation = Invocation.parse(request)
        source, target = copying.places(request, place)
        rights = Rights.of(Request({**request.environ, "PATH_INFO": source.path}), self._app, source)
        if invocation is None and not rights.required:
            return None
        reading = self._reading(request, source, invocation or Invocation(()), rights)
        if isinstance(reading, Response):
            return reading
        return self._stored(request, copying.copy(self._app, request, source, target, reading))

    def _stored(self, request: Request, answer: Response) -> Response:
        self._count(request, "stored" if answer.is_success else "refused")
        return answer

    def _ended(self, request: Request, state: str, sent: int) -> None:
        self._count(request, state)
        self._metrics.add("bytes_sent", sent, **self._labels(request))

    def _count(self, request: Request, status: str) -> None:
        self._metrics.add("requests", 1, status=status, **self._labels(request))

    def _labels(self, request: Request) -> dict[str, str]:
        return {"tenant": request.environ.get(_TENANT, ""), "storlet": request.environ.get(_RUN, "")}


class _Passed(WSGIContext):
    """A request that is Swift's alone, but for the refusal of a segment, and what is to be kept `secret`."""

    def answer(self, request: Request, secret: bool = False) -> Callable:
        body = self._app_call(request.environ)
        if clearance.was_refused(request.environ) and not is_success(self._get_status_int()):
            drain_and_close(body)
            raise _refused()

        def respond(_env: dict, start_response: Callable) -> Iterable[bytes]:
            headers = [each for each in self._response_headers if not (secret and _tells(each[0]))]
            start_response(self._response_status, headers, self._response_exc_info)
            return iter(body) if secret else body  # the length of a list would be told instead

        return respond


def _checked(request: Request, answer: Response, rights: Rights) -> Response:
    """Swift's own answer to a read, without what its reader may not know. Raises the guard's refusal."""
    if clearance.was_refused(request.environ):
        close_if_possible(answer.app_iter)
        raise _refused()
    if rights.required:
        for name in [name for name in answer.headers if _tells(name)]:
            del answer.headers[name]
    return answer


def _place(request: Request) -> Place | None:
    """The account, container or object that is asked for; None if it is something else."""
    try:
        parts = request.split_path(2, 4, rest_with_last=True)
    except ValueError:
        return None
    place = Place(*(part or "" for part in parts))
    return place if valid_api_version(place.version) else None


def _on_proxy(invocation: Invocation) -> Invocation:
    return replace(invocation, stages=tuple(replace(stage, on_proxy=True) for stage in invocation.stages))


def _only(place: Place, authorize: Callable) -> Callable:
    """Decides as `authorize`, but lets the place's container be read, as a manifest in it needs."""
    inside = Place(place.version, place.account, place.container).path + "/"

    def decide_(request: Request) -> Response | None:
        granted = request.method in ("GET", "HEAD") and f"{request.path_info}/".startswith(inside)
        return None if granted else authorize(request)

    return decide_


def _tells(header: str) -> bool:
    return header.lower() in _TELLING or header.lower().startswith("x-object-sysmeta-")


def _no_part() -> StorletError:
    return StorletError("policy", "no range of a filtered answer is defined: ask for all of it")


def _refused() -> StorletError:
    return StorletError("policy", "a policy requires a storlet for objects that this one is made of")
