"""The fault proxy forwards, refuses, and loses or cuts answers of requests that were done."""

from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import ClassVar

import pytest
import requests

from fault_proxy import FaultProxy

BODY = b"0123456789" * 10


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    done: ClassVar[list[bytes]] = []
    body = BODY

    def do_PUT(self) -> None:
        self.done.append(self.rfile.read(int(self.headers["Content-Length"])))
        self.send_response(200)
        self.send_header("Content-Length", str(len(self.body)))
        self.end_headers()
        self.wfile.write(self.body)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def proxy() -> Iterator[FaultProxy]:
    Handler.done.clear()
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    proxy = FaultProxy(server.server_address, 1)
    yield proxy
    proxy.close()
    server.shutdown()
    server.server_close()


def put(proxy: FaultProxy, fault: str, monkeypatch: pytest.MonkeyPatch) -> requests.Response:
    monkeypatch.setattr(proxy, "draw", lambda: fault)
    with requests.Session() as session:
        session.trust_env = False
        return session.put(f"http://{proxy.address}/object", data=b"body", timeout=20)


def test_a_request_without_a_fault(proxy: FaultProxy, monkeypatch: pytest.MonkeyPatch) -> None:
    assert put(proxy, "", monkeypatch).content == BODY
    assert Handler.done == [b"body"]


def test_a_refused_request_is_not_done(proxy: FaultProxy, monkeypatch: pytest.MonkeyPatch) -> None:
    assert put(proxy, "503", monkeypatch).status_code == 503
    assert Handler.done == []


@pytest.mark.parametrize("body", [BODY, b""])
@pytest.mark.parametrize("fault", ["lost answer", "cut answer"])
def test_a_request_whose_answer_is_lost_is_done(
    proxy: FaultProxy, fault: str, body: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Handler, "body", body)
    with pytest.raises(requests.RequestException):
        put(proxy, fault, monkeypatch)
    assert Handler.done == [b"body"]


def test_a_seed_draws_the_same_faults_again(proxy: FaultProxy) -> None:
    other = FaultProxy(("127.0.0.1", 1), 1)
    drawn = [proxy.draw() for _ in range(2000)]
    assert drawn == [other.draw() for _ in range(2000)]
    assert set(drawn) == {"", "503", "lost answer", "cut answer"}
    other.close()
