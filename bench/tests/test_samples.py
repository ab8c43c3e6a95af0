"""The resources of a run: copied bytes, memory, and the delay of its requests."""

import http.client
import os
import socket
import subprocess
import threading
import time
from contextlib import closing, nullcontext
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

import psutil
import pytest

from headwater.core.errors import HeadwaterError
from headwater.embedded.request_log import Watched
from headwater_bench.core import samples
from headwater_bench.core.answers import Answer
from headwater_bench.core.copies import bytes_copied
from headwater_bench.core.delay import delayed
from requests_support import request


def test_copies_have_the_length_of_their_source():
    def copy(source: str, target: str, **fields):
        return request("PUT", f"/bench/{target}", headers={"X-Amz-Copy-Source": source}, **fields)

    seen = [
        request("PUT", "/bench/a%20b", bytes_in=100),
        copy("/bench/a%20b", "c"),
        copy("bench/c", "d"),
        copy("/bench/d", "e", status=500),
        request("PUT", "/bench/f?partNumber=1&uploadId=u", bytes_in=7),
        request("PUT", "/bench/f?partNumber=2&uploadId=u", bytes_in=8),
        copy("/bench/f", "g"),
        request("PUT", "/v1/AUTH_x/bench/h", bytes_in=1000),
        request("PUT", "/v1/AUTH_x/bench/i", headers={"X-Copy-From": "/bench/h"}),
        request("COPY", "/v1/AUTH_x/bench/h"),
    ]
    assert bytes_copied(seen) == 100 + 100 + 15 + 1000 + 1000
    with pytest.raises(HeadwaterError, match="/bench/old was copied"):
        bytes_copied([copy("/bench/old", "new")])
    assert bytes_copied([copy("/bench/old", "new"), copy("/bench/new", "newer")], of_others=7) == 14
    part = {"X-Amz-Copy-Source": "/bench/old", "Range": "bytes=100-149"}
    parts = [request("PUT", f"/bench/new?partNumber={n}&uploadId=u", headers=part) for n in (1, 2)]
    assert bytes_copied([*parts, copy("/bench/new", "newer")]) == 50 + 50 + 100


def test_the_peak_of_memory_is_reset(monkeypatch):
    monkeypatch.setattr(samples, "watched", lambda _: nullcontext(Watched()))
    program = "x = bytearray(200 << 20); x = None; print('let go', flush=True); input()"
    with subprocess.Popen(
        ["python3", "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as child:
        child.stdout.readline()
        process = psutil.Process(child.pid)
        before = samples._peak(process)
        document = {"servers": []}
        taken, _, _ = samples.sample(document, process, lambda: Answer(1.0, []))
        child.communicate(os.linesep)
    assert before > 200 << 20 > taken["peak_memory"]
    assert taken["seconds"] == 1.0
    assert not taken["requests"]


class _Echo(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_PUT(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


def test_every_request_of_a_connection_is_delayed_and_passed_on_whole():
    with ThreadingHTTPServer(("127.0.0.1", 0), _Echo) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        endpoint = f"http://127.0.0.1:{server.server_port}"
        document = {"s3": {"endpoint": endpoint, "key": "k"}, "swift": {"auth_url": f"{endpoint}/auth"}}
        body = bytes(range(256)) * 10_000
        begin = time.perf_counter()
        with delayed(document, 50) as (distant, proxy):
            address = distant["s3"]["endpoint"].removeprefix("http://")
            assert distant["swift"]["auth_url"] == f"http://{address}/auth" != document["swift"]["auth_url"]
            with closing(http.client.HTTPConnection(address)) as connection:
                for _ in range(3):
                    connection.request("PUT", "/", body=body)
                    assert connection.getresponse().read() == body
            assert proxy.requests == 3
        # No machine can be faster than the delays.
        assert time.perf_counter() - begin >= 3 * 0.05
        server.shutdown()


def test_a_request_with_expect_continue_is_delayed_once():
    """Hadoop's and Amazon's clients send a body after the store's `100 Continue`."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        endpoint = f"http://127.0.0.1:{server.getsockname()[1]}"
        document = {"s3": {"endpoint": endpoint}, "swift": {}}
        with delayed(document, 1) as (behind, proxy):
            address = urlsplit(behind["s3"]["endpoint"])
            with socket.create_connection((address.hostname, address.port)) as client:
                store, _ = server.accept()
                with store:
                    for number in (1, 2):
                        _pass(client, store, b"PUT / HTTP/1.1\r\nExpect: 100-continue\r\n\r\n")
                        _pass(store, client, b"HTTP/1.1 100 Continue\r\n\r\n")
                        _pass(client, store, b"body")
                        _pass(store, client, b"HTTP/1.1 200 OK\r\n\r\n")
                        assert proxy.requests == number


def _pass(sender: socket.socket, receiver: socket.socket, sent: bytes) -> None:
    sender.sendall(sent)
    received = b""
    while len(received) < len(sent):
        received += receiver.recv(1000)
    assert received == sent
