"""`headwater engines`: one status page for the engines of a cluster."""

import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from threading import Thread
from typing import ClassVar

import pytest
import requests

from headwater.core.errors import HeadwaterError
from headwater.engines import reading
from headwater.engines.cluster import Cluster
from headwater.engines.metrics import address, merged
from headwater.engines.server import StatusServer
from http_support import serving
from store_support import HEADWATER, headwater


def engine_url(store: dict) -> str:
    (port,) = [each["port"] for each in store["servers"] if each["name"] == "engine"]
    return f"http://127.0.0.1:{port}"


@pytest.fixture
def dead() -> str:
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        yield f"http://127.0.0.1:{bound.getsockname()[1]}"


@pytest.fixture
def unused() -> int:
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        return bound.getsockname()[1]


END = b"# EOF\n"
LONG = b"".join(b'a_total{tenant="%d"} 1\n' % number for number in range(3000)) + END


class Engine(BaseHTTPRequestHandler):
    """Answers in chunks, as real ones do with many numbers, or breaks in a way."""

    protocol_version = "HTTP/1.1"
    way = ""
    seen: ClassVar[list[dict[str, str]]] = []

    def do_GET(self) -> None:
        self.seen.append(dict(self.headers))
        self.send_response({"fails": 503, "redirects": 302}.get(self.way, 200))
        if self.way == "redirects":
            self.send_header("Location", "http://[")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        while self.way == "drips":
            self._chunk(b"a 1\n")
            time.sleep(0.1)
        content = b"<html>" if self.way == "is another server" else LONG
        for at in range(0, len(content), 8192):
            self._chunk(content[at : at + 8192])
        if self.way == "breaks off":
            self.close_connection = True
        else:
            self._chunk(b"")

    def _chunk(self, content: bytes) -> None:
        self.wfile.write(b"%x\r\n%b\r\n" % (len(content), content))

    def log_message(self, *arguments: object) -> None:
        pass


def engine(way: str) -> type[Engine]:
    return type("Broken", (Engine,), {"way": way, "seen": []})


def test_samples_have_the_name_of_their_engine():
    text = '# TYPE a counter\na_total{tenant="x\\"y{} z",state="b"} 1\nc 2.5\n# EOF\n'
    assert merged({"one:1": text, "two:2": OSError('no "a"\n\\')}).splitlines() == [
        'headwater_engine_up{engine="one:1"} 1',
        'headwater_engine_up{engine="two:2",reason="no \\"a\\"\\n\\\\"} 0',
        'a_total{engine="one:1",tenant="x\\"y{} z",state="b"} 1',
        'c{engine="one:1"} 2.5',
    ]


def test_what_is_no_sample_is_left_out():
    text = '<html>\na b c d\n1\n\nheadwater_engine_up 0\na{engine="two:2"} 1\nb{a="1",engine="two:2"} 1\n'
    assert merged({"one:1": text}) == 'headwater_engine_up{engine="one:1"} 1\n'


@pytest.mark.parametrize(
    ("url", "engine"),
    [
        ("http://Node:9464/", "node:9464"),
        ("https://node", "node:443"),
        ("http://[::1]:1", "[::1]:1"),
        ("http://a_b.c-d", "a_b.c-d:80"),
    ],
)
def test_an_engine_has_the_name_of_its_address(url: str, engine: str):
    assert address(url) == engine


@pytest.mark.parametrize(
    "url",
    [
        "node",
        "ftp://node",
        "http://",
        'http://a"b',
        "http://node:1/metrics",
        "http://user:SECRET@node",
        "http://node?SECRET",
        "http://node#x",
        "http://a..b",
        f"http://{'a' * 64}",
        "http://[::1",
        "http://[x]:1",
        "http://node:99999",
        "http://node:b",
    ],
)
def test_another_url_is_refused(url: str):
    with pytest.raises(HeadwaterError, match="not the address of an engine's pages") as failure:
        address(url)
    assert "--metrics" in failure.value.advice
    assert "SECRET" not in str(failure.value)


def test_an_engine_is_named_once():
    with pytest.raises(HeadwaterError, match="node:80 is named twice"):
        Cluster(["http://node", "http://NODE:80/"])


def test_a_long_answer_in_chunks_is_read_to_its_end():
    with serving(engine("")) as url:
        assert reading.metrics(url).encode() == LONG


@pytest.mark.parametrize(
    ("way", "reason"),
    [
        ("fails", "status 503"),
        ("redirects", "status 302"),
        ("is another server", "the answer is not the metrics of an engine"),
        ("breaks off", "the answer is incomplete or not HTTP"),
        ("drips", "no answer in 0.5 seconds"),
    ],
)
def test_a_broken_engine_has_a_reason(way: str, reason: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(reading, "SECONDS", 0.5)
    with serving(engine("")) as good, serving(engine(way)) as broken:
        lines = Cluster([good, broken]).metrics().splitlines()
    assert lines[:2] == [
        f'headwater_engine_up{{engine="{address(good)}"}} 1',
        f'headwater_engine_up{{engine="{address(broken)}",reason="{reason}"}} 0',
    ]
    assert len(lines) == 3002


def test_an_answer_that_is_too_long_does_not_count(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(reading, "_MAX_BYTES", len(LONG) - 1)
    with serving(engine("")) as url, pytest.raises(reading.UnreadableError, match="longer than"):
        reading.metrics(url)


def test_engines_are_asked_without_proxies_and_credentials(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, dead: str
):
    (tmp_path / "netrc").write_text("default login user password secret\n")
    monkeypatch.setenv("NETRC", str(tmp_path / "netrc"))
    monkeypatch.setenv("HTTP_PROXY", dead)
    monkeypatch.setenv("http_proxy", dead)
    one = engine("")
    with serving(one) as url:
        reading.metrics(url)
    assert [set(each) for each in one.seen] == [{"Host", "Accept-Encoding", "User-Agent"}]


@contextmanager
def page(*urls: str) -> Iterator[str]:
    """The URL of a running page of several engines, without a path."""
    with StatusServer(Cluster(urls), 0) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield server.url.removesuffix("/status")
        server.shutdown()


def test_the_page_is_the_engines(store: dict, dead: str):
    url = engine_url(store)
    with page(dead, url) as ours:
        for file in ("/status", "/status.js", "/status.css"):
            ones, engines = (requests.get(f"{each}{file}", timeout=10) for each in (ours, url))
            assert ones.content == engines.content
            for header in ("Content-Type", "Content-Security-Policy", "X-Content-Type-Options"):
                assert ones.headers[header] == engines.headers[header]
        lines = requests.get(f"{ours}/metrics", timeout=10).text.splitlines()
        refused = f'headwater_engine_up{{engine="{address(dead)}",reason="Connection refused"}} 0'
        assert refused in lines
        assert any(each.startswith(f'headwater_engine_workers{{engine="{address(url)}"}} ') for each in lines)
        assert requests.get(f"{ours}/other", timeout=10).status_code == 404


def test_the_page_exists_without_any_engine(dead: str):
    with page(dead) as ours:
        assert "<title>" in requests.get(f"{ours}/status", timeout=10).text


@pytest.mark.parametrize(
    ("host", "status"),
    [("localhost:1", 200), ("[::1]:1", 200), ("evil.example:9463", 421), ("[", 421), ("", 421)],
)
def test_only_names_of_this_machine_lead_to_the_page(dead: str, host: str, status: int):
    with page(dead) as ours:
        answer = requests.get(f"{ours}/metrics", headers={"Host": host}, timeout=10)
        assert answer.status_code == status


def test_a_page_that_names_itself_asks_once(unused: int):
    with StatusServer(Cluster([f"http://127.0.0.1:{unused}"]), unused) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        answer = requests.get(f"http://127.0.0.1:{unused}/metrics", timeout=10).text
        assert answer == f'headwater_engine_up{{engine="127.0.0.1:{unused}",reason="status 508"}} 0\n'
        server.shutdown()


def test_the_command_serves_until_it_is_interrupted(dead: str):
    # Background processes, such as these tests, may ignore Ctrl-C.
    command = ["env", "--default-signal=INT", HEADWATER, "engines", dead, "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        url = running.stdout.readline().split()[-1]
        assert requests.get(f"{url.removesuffix('/status')}/metrics", timeout=10).text.endswith(" 0\n")
        running.send_signal(signal.SIGINT)
        try:
            assert running.communicate(timeout=60) == ("", "Interrupted.\n")
        finally:
            running.kill()
    assert running.returncode == 130


def test_a_port_that_is_in_use_is_named(dead: str):
    done = headwater("engines", dead, "--port", dead.rpartition(":")[2])
    assert done.returncode == 1
    assert "Address already in use" in done.stderr
    assert "--port" in done.stderr
