"""The user's identity and rights, and the locations of the requested storlets.

Swift's auth system decides, as for any other request: the middleware calls its `swift.authorize` with the ACL
that Swift has cached. The data of a storlet's object is cached for `cache_seconds` in Swift's cache.
"""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

from swift.common.swob import Request, Response, str_to_wsgi, wsgi_quote, wsgi_to_str
from swift.common.utils import cache_from_env
from swift.common.wsgi import make_pre_authed_request
from swift.proxy.controllers.base import get_account_info, get_container_info

from headwater_swift.errors import StorletError
from headwater_swift.invocation import Stage

SHA256 = "X-Object-Sysmeta-Storlet-Sha256"
SOURCE = "STORLET"
"""The source of the middleware's requests in Swift's logs."""

S3_PARTS = "+segments"
"""The suffix that s3api adds to a bucket's name for the container with the parts of multipart uploads."""

_PRE_AUTHED = ".wsgi.pre_authed"


@dataclass(frozen=True)
class Place:
    """The parts of an object's path, as WSGI strings. `object` is empty for a container."""

    version: str
    account: str
    container: str
    object: str = ""

    @property
    def path(self) -> str:
        """The path, not quoted."""
        return "/" + "/".join(
            part for part in (self.version, self.account, self.container, self.object) if part
        )


@dataclass(frozen=True)
class Module:
    """A deployed storlet: its module's SHA-256 (hex), and the unquoted path of its object."""

    sha256: str
    path: str


def account_info(request: Request, app: Callable) -> dict[str, Any]:
    """Swift's cached data of the request's account."""
    return get_account_info(request.environ, app, swift_source=SOURCE)


def container_info(request: Request, app: Callable, place: Place) -> dict[str, Any]:
    """Swift's cached data of a container."""
    request.environ.setdefault("swift.infocache", {})
    env = {**request.environ, "PATH_INFO": Place(place.version, place.account, place.container).path}
    return get_container_info(env, app, swift_source=SOURCE)


def denial(request: Request, place: Place, acl: str | None, method: str = "GET") -> Response | None:
    """The auth system's refusal of this request if the container's ACL is `acl`. None if it is allowed."""
    return _authorized(request, place, acl, method)[0]


def is_owner(request: Request, place: Place, method: str = "GET") -> bool:
    """Whether the user owns the account.

    No ACL is passed, because keystoneauth does not report ownership of a user whom an ACL admits.
    """
    denied, owner = _authorized(request, place, None, method)
    return denied is None and owner


def _authorized(request: Request, place: Place, acl: str | None, method: str) -> tuple[Response | None, bool]:
    authorize = request.environ.get("swift.authorize")
    if authorize is None:
        return None, True  # a pipeline without auth
    env = {**request.environ, "REQUEST_METHOD": method, "PATH_INFO": place.path}
    env.pop("swift_owner", None)  # s3api sets it for every user
    asked = Request(env)
    asked.acl = acl
    return authorize(asked), bool(env.get("swift_owner"))


def is_swifts_own(env: dict[str, Any]) -> bool:
    """Whether Swift makes this request for itself, not for a user."""
    return env.get("REMOTE_USER") == _PRE_AUTHED


class Storlets:
    """The storlets of accounts, in their container `container`."""

    def __init__(self, app: Callable, container: str, cache_seconds: int) -> None:
        self._app = app
        self._container = container
        self._cache_seconds = cache_seconds

    def find(
        self, request: Request, place: Place, stages: tuple[Stage, ...], free: int
    ) -> tuple[Module, ...]:
        """The modules of `stages`. The user must be allowed to read all except the first `free`.

        Raises StorletError `storlet` for one that is not deployed, and `policy` for one that the user may not
        read.
        """
        where = Place(place.version, place.account, self._container)
        modules = [self._module(request, where, stage.storlet) for stage in stages]
        for stage, module in list(zip(stages, modules, strict=True))[free:]:
            self._check_readable(request, where, stage, module)
        return tuple(modules)

    def forget(self, request: Request, place: Place) -> None:
        """Forget an object of the container that has changed: `place`."""
        if cache := cache_from_env(request.environ):
            cache.delete(self._key(place, place.object.removesuffix(".wasm")))

    def _check_readable(self, request: Request, where: Place, stage: Stage, module: Module) -> None:
        name = module.path.rpartition("/")[2]
        info = container_info(request, self._app, where)
        place = Place(where.version, where.account, where.container, name)
        if denial(request, place, info.get("read_acl")):
            raise StorletError("policy", f"you may not read the storlet {stage.storlet!r}, so not run it")

    def _module(self, request: Request, where: Place, name: str) -> Module:
        cache = cache_from_env(request.environ)
        key = self._key(where, name)
        if cache and (known := cache.get(key)):
            return Module(**known)
        module = self._look(request, where, name)
        if cache:
            cache.set(key, asdict(module), time=self._cache_seconds)
        return module

    def _key(self, where: Place, name: str) -> str:
        return f"headwater-storlet/{where.account}/{where.container}/{name}"

    def _look(self, request: Request, where: Place, name: str) -> Module:
        for candidate in (name, f"{name}.wasm"):
            path = Place(where.version, where.account, where.container, str_to_wsgi(candidate)).path
            asked = make_pre_authed_request(
                request.environ, "HEAD", wsgi_quote(path), agent="%(orig)s Storlet", swift_source=SOURCE
            )
            answer = asked.get_response(self._app)
            if answer.is_success and answer.headers.get(SHA256):
                return Module(answer.headers[SHA256], path)
            if answer.is_success:
                raise StorletError(
                    "storlet", f"{wsgi_to_str(path)} was not checked when it was written: PUT it again"
                )
            if answer.status_int != 404:  # noqa: PLR2004
                raise StorletError("internal", f"{wsgi_to_str(path)} cannot be looked at: {answer.status}")
        raise StorletError(
            "storlet",
            f"the container {where.container!r} has no storlet {name!r}: deploy it by a PUT or, if it is one "
            "that ships, by `headwater filters deploy`",
        )
