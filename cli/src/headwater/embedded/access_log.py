"""Swift middleware: the proxy's access log, one line for each request of a client.

It is Swift's proxy-logging with three differences. The lines go to a file. A line is written before the
client has the last byte of the response. The store reports how many requests are in flight. With the last
two, a client that has its responses can read their exact count.
"""

from collections.abc import Callable, Iterable, Iterator

from eventlet import Timeout
from swift.common.middleware.proxy_logging import ProxyLoggingMiddleware
from swift.common.registry import register_sensitive_header
from swift.common.utils import close_if_possible, get_logger

from headwater.embedded.config import IN_FLIGHT_PATH


class AccessLog:
    """Logs requests. `conf` is proxy-logging's, and `headwater.embedded.logs`'s."""

    def __init__(self, app: Callable, conf: dict) -> None:
        logger = get_logger(conf, log_route="proxy-access")
        self._logged = ProxyLoggingMiddleware(app, conf, logger=logger)
        self._in_flight = 0

    def __call__(self, env: dict, start_response: Callable) -> Iterable[bytes]:
        """Forward a request, or return the number of requests in flight."""
        if env["PATH_INFO"] == IN_FLIGHT_PATH:
            body = str(self._in_flight).encode()
            start_response("200 OK", [("Content-Type", "text/plain"), ("Content-Length", str(len(body)))])
            return [body]
        return self._pass_on(env, start_response)

    def _pass_on(self, env: dict, start_response: Callable) -> Iterator[bytes]:
        self._in_flight += 1
        try:
            yield from _hold_last_chunk(self._logged(env, start_response))
        finally:
            self._in_flight -= 1


def _hold_last_chunk(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """The same chunks. The last one is held until `chunks` has ended and has therefore been logged.

    If they break off, it is sent before the error. The client then sees a broken answer and not a status 500.
    """
    held = None
    try:
        for chunk in chunks:
            if held is not None:
                yield held
            held = chunk
    except (Exception, Timeout):
        if held is not None:
            yield held
        raise
    finally:
        close_if_possible(chunks)
    if held is not None:
        yield held


def filter_factory(global_conf: dict, **local_conf: str) -> Callable:
    """Paste's entry to the middleware."""
    # A setting of [DEFAULT] overrides a filter's setting of the same name. The file therefore has another
    # name.
    conf = {
        **global_conf,
        **local_conf,
        "log_file": local_conf["access_log_file"],
        "log_format": "%(message)s",
    }
    register_sensitive_header("x-auth-token")
    register_sensitive_header("x-storage-token")
    return lambda app: AccessLog(app, conf)
