"""Finds the storlets that a request names.

The data of a storlet's object is cached for `cache_seconds` in Swift's cache.
"""

from collections.abc import Callable
from dataclasses import asdict

from swift.common.swob import Request, str_to_wsgi, wsgi_quote, wsgi_to_str
from swift.common.utils import cache_from_env
from swift.common.wsgi import make_pre_authed_request

from headwater_swift.access.authorization import container_info, denial
from headwater_swift.wire.errors import StorletError
from headwater_swift.wire.invocation import Stage
from headwater_swift.wire.names import Reason
from headwater_swift.wire.place import SOURCE, Module, Place

SHA256 = "X-Object-Sysmeta-Storlet-Sha256"


class StorletDirectory:
    """The storlets of accounts, in their container `container`."""

    def __init__(self, app: Callable, container: str, cache_seconds: int) -> None:
        self._app = app
        self._container = container
        self._cache_seconds = cache_seconds

    def find(
        self, request: Request, place: Place, stages: tuple[Stage, ...], exempt: int
    ) -> tuple[Module, ...]:
        """The modules of `stages`. The user must be allowed to read all except the first `exempt`.

        Raises StorletError `storlet` for one that is not deployed, and `policy` for one that the user may not
        read.
        """
        container = Place(place.version, place.account, self._container)
        modules = [self._module(request, container, stage.storlet) for stage in stages]
        for stage, module in list(zip(stages, modules, strict=True))[exempt:]:
            self._check_readable(request, container, stage, module)
        return tuple(modules)

    def forget(self, request: Request, place: Place) -> None:
        """Forget an object of the container that has changed: `place`."""
        if cache := cache_from_env(request.environ):
            cache.delete(self._key(place, place.object.removesuffix(".wasm")))

    def _check_readable(self, request: Request, container: Place, stage: Stage, module: Module) -> None:
        name = module.path.rpartition("/")[2]
        info = container_info(request, self._app, container)
        place = Place(container.version, container.account, container.container, name)
        if denial(request, place, info.get("read_acl")):
            raise StorletError(
                Reason.POLICY, f"you may not run the storlet {stage.storlet!r}, because you may not read it"
            )

    def _module(self, request: Request, container: Place, name: str) -> Module:
        cache = cache_from_env(request.environ)
        key = self._key(container, name)
        if cache and (cached := cache.get(key)):
            return Module(**cached)
        module = self._look_up(request, container, name)
        if cache:
            cache.set(key, asdict(module), time=self._cache_seconds)
        return module

    def _key(self, container: Place, name: str) -> str:
        return f"headwater-storlet/{container.account}/{container.container}/{name}"

    def _look_up(self, request: Request, container: Place, name: str) -> Module:
        for candidate in (name, f"{name}.wasm"):
            path = Place(
                container.version, container.account, container.container, str_to_wsgi(candidate)
            ).path
            head_request = make_pre_authed_request(
                request.environ, "HEAD", wsgi_quote(path), agent="%(orig)s Storlet", swift_source=SOURCE
            )
            response = head_request.get_response(self._app)
            if response.is_success and response.headers.get(SHA256):
                return Module(response.headers[SHA256], path)
            if response.is_success:
                raise StorletError(
                    Reason.STORLET, f"{wsgi_to_str(path)} is not a checked storlet: PUT it again"
                )
            if response.status_int != 404:  # noqa: PLR2004
                raise StorletError(
                    Reason.INTERNAL, f"the HEAD of {wsgi_to_str(path)} failed: {response.status}"
                )
        raise StorletError(
            Reason.STORLET,
            f"the container {container.container!r} has no storlet {name!r}: deploy it by a PUT, or one of "
            "Headwater's by `headwater storlets deploy`",
        )
