"""Serves the status page of a cluster's engines on this machine."""

from contextlib import suppress
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit

from headwater.engines.cluster import Cluster
from headwater.engines.reading import AGENT

_METRICS = "text/plain; version=0.0.4; charset=utf-8"
_PLAIN = "text/plain; charset=utf-8"
_FILES = {
    "/status": ("status.html", "text/html; charset=utf-8"),
    "/status.js": ("status.js", "text/javascript; charset=utf-8"),
    "/status.css": ("status.css", "text/css; charset=utf-8"),
}
"""Beside this file, as links to those that the engine serves, so that the page exists without an engine."""

_HOSTS = ("127.0.0.1", "localhost", "::1")
# As the engine's own pages: what an engine's users choose cannot become code.
_SAFE = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
}


class StatusServer(ThreadingHTTPServer):
    """Answers /status with the engines' page, and /metrics with the numbers of all, on loopback."""

    def __init__(self, cluster: Cluster, port: int) -> None:
        super().__init__(("127.0.0.1", port), StatusHandler)
        self.cluster = cluster

    @property
    def url(self) -> str:
        """The page's URL."""
        return f"http://127.0.0.1:{self.server_port}/status"


class StatusHandler(BaseHTTPRequestHandler):
    """One request of a browser."""

    server: StatusServer
    timeout = 10  # of a client that sends or reads nothing

    def handle(self) -> None:
        """Answer. The client may leave at any time."""
        with suppress(ConnectionError):
            super().handle()

    def do_GET(self) -> None:
        """Answer one of the pages."""
        if self.headers.get("User-Agent") == AGENT:
            self._answer(HTTPStatus.LOOP_DETECTED, _PLAIN, b"this is no engine\n")
        elif not self._is_asked_by_its_name():
            self._answer(HTTPStatus.MISDIRECTED_REQUEST, _PLAIN, b"open the page as localhost\n")
        elif self.path == "/metrics":
            self._answer(HTTPStatus.OK, _METRICS, self.server.cluster.metrics().encode())
        elif self.path in _FILES:
            name, kind = _FILES[self.path]
            self._answer(HTTPStatus.OK, kind, Path(__file__).with_name(name).read_bytes())
        else:
            self._answer(HTTPStatus.NOT_FOUND, _PLAIN, b"the pages are /metrics and /status\n")

    def _is_asked_by_its_name(self) -> bool:
        """Whether the request is not one of a page that lets its own name lead to this machine."""
        try:
            return urlsplit(f"//{self.headers.get('Host', '')}").hostname in _HOSTS
        except ValueError:
            return False

    def _answer(self, status: HTTPStatus, kind: str, content: bytes) -> None:
        self.send_response(status)
        headers = {"Content-Type": kind, **_SAFE, "Content-Length": str(len(content))}
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *arguments: object) -> None:  # noqa: A002
        """Log no request: the page sends one every 5 seconds."""
