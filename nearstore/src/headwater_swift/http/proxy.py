"""The filter in a proxy's pipeline: after the auth system, before copy, dlo, slo and versioned_writes.

    [filter:storlets]
    use = egg:headwater_swift#storlets
    execution_server = proxy
    engine_socket = /run/headwater/engine.sock

    [filter:storlets_guard]
    use = egg:headwater_swift#storlets_guard

    [pipeline:main]
    pipeline = ... s3api tempauth storlets copy slo dlo versioned_writes ... storlets_guard proxy-server

It parses the client's request, checks policies and the auth system, and runs the storlets. If possible, the
object server's filter runs them on the object's file. Otherwise this proxy's engine runs them on what Swift
reads. See `headwater_swift.http.settings` for the settings, and protocol/STORLETS.md for the interface.
"""

from collections.abc import Callable, Iterable
from importlib.metadata import version

from swift.common.constraints import valid_api_version
from swift.common.registry import register_swift_info
from swift.common.swob import HTTPClientDisconnect, HTTPException, Request, Response
from swift.common.utils import get_logger

from headwater_swift.access import guard, identity
from headwater_swift.access.authorization import is_swifts_own
from headwater_swift.access.rights import Rights
from headwater_swift.execution.admission import Admission, with_places
from headwater_swift.execution.jobs import JobFactory
from headwater_swift.execution.request_counts import RequestCounts, record_tenant
from headwater_swift.execution.runner import Runner
from headwater_swift.execution.storlet_directory import StorletDirectory
from headwater_swift.http import container_metadata, copy_request
from headwater_swift.http.client_connection import ClientLeftError
from headwater_swift.http.deployer import Deployer
from headwater_swift.http.forwarder import Forwarder
from headwater_swift.http.read_handler import ReadHandler
from headwater_swift.http.settings import Settings
from headwater_swift.http.write_handler import WriteHandler
from headwater_swift.wire import errors
from headwater_swift.wire.engine import Engine
from headwater_swift.wire.errors import StorletError
from headwater_swift.wire.metrics import Metrics
from headwater_swift.wire.place import Place

MAX_DEPLOYS = 8
"""Deploys in progress in a proxy process. Each has a temporary file, and may be slow."""
DEPLOY_RETRY_SECONDS = 5
"""How long a client waits that is refused one. A module compiles for seconds, and each try sends it again."""


class ProxyFilter:
    """Runs storlets for clients."""

    def __init__(self, app: Callable, conf: dict[str, str], settings: Settings) -> None:
        guard.check_present()
        register_swift_info("storlets", version=version("headwater-swift"))
        self._app = app
        self._settings = settings
        logger = get_logger(conf, log_route="storlets")
        engine = Engine(settings.engine_socket, settings.engine_timeout)
        deploys = Admission("deploys", MAX_DEPLOYS, settings.weights, DEPLOY_RETRY_SECONDS)
        metrics = Metrics(engine, logger)
        self._deployer = Deployer(app, engine, settings.max_module_size, deploys, metrics)
        self._directory = StorletDirectory(app, settings.storlet_container, settings.cache_seconds)
        self._counts = RequestCounts(metrics)
        runner = Runner(app, engine, settings.max_module_size)
        requests = Admission("storlet requests", settings.max_requests, settings.weights)
        jobs = JobFactory(app, self._directory, requests, settings.max_priority)
        self._reads = ReadHandler(app, jobs, runner, self._counts, logger)
        self._writes = WriteHandler(app, jobs, runner, self._reads, self._counts)

    def __call__(self, env: dict, start_response: Callable) -> Iterable[bytes]:
        """Paste's entry."""
        return with_places(self._respond, env, start_response)

    def _respond(self, env: dict, start_response: Callable) -> Iterable[bytes]:
        request = Request(env)
        place = _place(request)
        if place is None or is_swifts_own(env):
            return self._app(env, start_response)
        errors.refuse_object_attributes(env)
        identity.remove_claims(env)
        env.setdefault("swift.infocache", {})  # shared by all requests made for this one
        try:
            if not place.object:
                return container_metadata.handle(self._app, request, place, start_response)
            response = self._handle(request, place) or Forwarder(self._app).forward(request)
            return response(env, start_response)
        except StorletError as error:
            self._counts.count(request, error.reason)
            return error.response(request)(env, start_response)
        except ClientLeftError:
            self._counts.count(request, "broken")
            return HTTPClientDisconnect(request=request)(env, start_response)
        except HTTPException as error:
            return error(env, start_response)

    def _handle(self, request: Request, place: Place) -> Callable | None:
        """The response to a request on an object, or None if only Swift handles it."""
        if copy_request.is_copy(request):
            return self._writes.copy(request, place)
        if place.container == self._settings.storlet_container and request.method in ("PUT", "DELETE"):
            return self._change_storlet(request, place)
        if request.method in ("GET", "HEAD"):
            return self._reads.handle(request, place)
        return self._writes.put(request, place) if request.method == "PUT" else None

    def _change_storlet(self, request: Request, place: Place) -> Response:
        if request.method == "DELETE":
            response = request.get_response(self._app)
        else:
            response = self._deploy(request, place)
        self._directory.forget(request, place)
        return response

    def _deploy(self, request: Request, place: Place) -> Response:
        """If the account is not enabled, the container is a normal one."""
        rights = Rights.of(request, self._app, place)
        if rights.policy.known and not rights.policy.enabled:
            return request.get_response(self._app)
        record_tenant(request, place)
        return self._deployer.deploy(request, place, rights.container.get("write_acl"))


def _place(request: Request) -> Place | None:
    """The requested account, container or object. None for anything else."""
    try:
        parts = request.split_path(2, 4, rest_with_last=True)
    except ValueError:
        return None
    place = Place(*(part or "" for part in parts))
    return place if valid_api_version(place.version) else None
