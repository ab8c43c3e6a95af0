"""Serves the status page of a cluster's engines on this machine."""

from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from headwater.engines.cluster import Cluster

_METRICS = {"Content-Type": "text/plain; version=0.0.4; charset=utf-8"}
_PLAIN = {"Content-Type": "text/plain; charset=utf-8"}
_FILES = ("/status", "/status.js", "/status.css")
_KEPT = ("Content-Type", "Content-Security-Policy")
_SAFE = {"X-Content-Type-Options": "nosniff", "Cache-Control": "no-store"}


class StatusServer(ThreadingHTTPServer):
    """Answers /status with the engines' page, and /metrics with the numbers of all, on loopback."""

    def __init__(self, cluster: Cluster, port: int) -> None:
        super().__init__(("127.0.0.1", port), _Handler)
        self.cluster = cluster

    @property
    def url(self) -> str:
        """The page's URL."""
        return f"http://127.0.0.1:{self.server_port}/status"


class _Handler(BaseHTTPRequestHandler):
    server: StatusServer

    def do_GET(self) -> None:
        """Answer one of the pages."""
        if self.path == "/metrics":
            self._answer(HTTPStatus.OK, _METRICS, self.server.cluster.metrics().encode())
        elif self.path in _FILES:
            self._page()
        else:
            self._answer(HTTPStatus.NOT_FOUND, _PLAIN, b"the pages are /metrics and /status\n")

    def _page(self) -> None:
        page = self.server.cluster.page(self.path)
        if page is None:
            self._answer(HTTPStatus.BAD_GATEWAY, _PLAIN, b"no engine answers\n")
        else:
            kept = {name: page.headers[name] for name in _KEPT if name in page.headers}
            self._answer(HTTPStatus.OK, kept, page.content)

    def _answer(self, status: HTTPStatus, headers: dict[str, str], content: bytes) -> None:
        self.send_response(status)
        for name, value in {**headers, **_SAFE, "Content-Length": str(len(content))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *arguments: object) -> None:  # noqa: A002
        """Log no request: the page sends one every 5 seconds."""
