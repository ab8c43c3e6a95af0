"""The filter in an object server's pipeline: runs storlets on the files themselves.

    [filter:storlets]
    use = egg:headwater_swift#storlets
    execution_server = object
    engine_socket = /run/headwater/engine.sock

    [pipeline:main]
    pipeline = healthcheck recon storlets object-server

It acts on a GET that carries an order of the proxy's filter. Where the object server has the whole plain
object it gives a copy of the open file's descriptor to the engine, which reads the file; the answer is
framed, and while the engine has nothing to say, empty data frames keep the proxy from giving up. Everything
else (a manifest, a fragment, an encrypted object, a symlink, no engine here) is answered as if nothing had
been asked, and the proxy runs the storlets.

The proxy resumes an answer that broke off from another replica, by a Range. A storlet's answer has no
ranges, so such a request is refused; then the proxy gives up, and the client's answer breaks off as well.
"""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Self

from swift.common.header_key_dict import HeaderKeyDict
from swift.common.swob import HTTPBadRequest, Request
from swift.common.utils import get_logger
from swift.common.wsgi import WSGIContext

from headwater_swift.engine import Answer, Engine
from headwater_swift.frames import HEARTBEAT, BrokenAnswerError, Frame
from headwater_swift.modules import ObjectServerModules
from headwater_swift.order import RAN, Order
from headwater_swift.settings import Settings
from headwater_swift.streams import Loader, ask

_HEARTBEAT_SECONDS = 2.0
"""Well below the proxy's `node_timeout`, 10 seconds."""

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
    """Runs what the proxy orders, where that can be."""

    def __init__(self, app: Callable, conf: dict[str, str], settings: Settings) -> None:
        self._app = app
        self._logger = get_logger(conf, log_route="storlets")
        self._engine = Engine(settings.engine_socket, settings.engine_timeout)
        self._modules = ObjectServerModules(self._engine, settings)

    def __call__(self, env: dict, start_response: Callable) -> Iterable[bytes]:
        """Paste's entry."""
        request = Request(env)
        order = Order.parse(request.headers) if request.method == "GET" else None
        if order is None:
            return self._app(env, start_response)
        if "Range" in request.headers:
            refused = HTTPBadRequest(request=request, body="a storlet's answer cannot be resumed")
            return refused(env, start_response)
        return _Context(self._app, self._engine, self._modules, self._logger).answer(
            order, env, start_response
        )


class _Context(WSGIContext):
    """One request."""

    def __init__(self, app: Callable, engine: Engine, modules: ObjectServerModules, logger) -> None:
        super().__init__(app)
        self._engine = engine
        self._modules = modules
        self._logger = logger

    def answer(self, order: Order, env: dict, start_response: Callable) -> Iterable[bytes]:
        """The engine's frames, or what the object server answers by itself."""
        body = self._app_call(env)
        begun = None
        file = getattr(body, "_fp", None)
        headers = HeaderKeyDict(self._response_headers)
        if self._get_status_int() == 200 and file is not None and _plain(headers):  # noqa: PLR2004
            begun = self._begin(order, file.fileno(), headers)
        if begun is None:
            start_response(self._response_status, self._response_headers, self._response_exc_info)
            return body
        body.close()  # unread: only a reader that was read to its end checks what it read
        # Without it the server holds small writes back, and so every sign of life.
        env["eventlet.minimum_write_chunk_size"] = 0
        kept = [each for each in self._response_headers if each[0].lower() != "content-length"]
        start_response("200 OK", [*kept, (RAN, str(len(order.stages)))])
        return _Frames(*begun, self._engine.timeout)

    def _begin(
        self, order: Order, descriptor: int, headers: Mapping[str, str]
    ) -> tuple[Answer, Frame | None] | None:
        """The engine's answer and its first frame, if that came at once; None where the proxy must run it."""
        try:
            length = int(headers["Content-Length"])
            start, end = order.split.within(length) if order.split else (0, None)
            source = {"descriptor": 0, "kind": "file", "length": length, "start": start, "end": end}
            asked = order.engine_request(source, headers, [])
            # What the engine gets is a copy: the kernel makes it of every descriptor that is sent.
            return ask(self._engine, asked, [descriptor], self._loader(order), _first)
        except Exception as error:  # noqa: BLE001 (whatever it is, the proxy can try)
            self._logger.warning("Storlets of %s are left to the proxy: %s", order.request, error)
            return None

    def _loader(self, order: Order) -> Loader:
        return lambda stage: self._modules.load(order.modules[stage])


def _first(answer: Answer) -> Frame | None:
    try:
        return answer.read(_HEARTBEAT_SECONDS)
    except TimeoutError:
        return None


def _plain(headers: Mapping[str, str]) -> bool:
    return not any(name.lower().startswith(_NOT_PLAIN) for name in headers)


class _Frames:
    """The bytes of an engine's frames, with signs of life in between. Its own iterator: Swift closes that."""

    def __init__(self, answer: Answer, first: Frame | None, timeout: float) -> None:
        self._answer = answer
        self._frames = self._read(first, timeout)

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> bytes:
        return next(self._frames)

    def close(self) -> None:
        """Cancel what is not done."""
        self._answer.close()

    def _read(self, first: Frame | None, timeout: float) -> Iterator[bytes]:
        frame = first or HEARTBEAT
        heard = time.monotonic()
        while True:
            yield frame.raw
            if frame.last:
                return
            try:
                frame = self._answer.read(_HEARTBEAT_SECONDS)
                heard = time.monotonic()
            except TimeoutError as error:
                if time.monotonic() - heard > timeout:
                    raise BrokenAnswerError(f"the engine said nothing for {timeout:.0f} s") from error
                frame = HEARTBEAT
