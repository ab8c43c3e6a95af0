"""`headwater engines`: one status page for the engines of a cluster."""

import signal
import socket
import subprocess
from http.server import BaseHTTPRequestHandler
from threading import Thread

import pytest
import requests

from headwater.core.errors import HeadwaterError
from headwater.engines import cluster
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


class Broken(BaseHTTPRequestHandler):
    """Answers that no engine sends."""

    def do_GET(self) -> None:
        status = {"/redirected": 302, "/failed": 503}.get(self.path, 200)
        self.send_response(status)
        self.send_header("Location", "/metrics")
        self.send_header("Content-Length", "100" if self.path == "/short" else "10")
        self.end_headers()
        self.wfile.write(b"0123456789")

    def log_message(self, *arguments: object) -> None:
        pass


def test_samples_have_the_name_of_their_engine():
    text = '# TYPE a counter\na_total{tenant="x\\"y{} z",state="b"} 1\nc 2.5\n# EOF\n'
    assert merged({"one:1": text, "two:2": None}).splitlines() == [
        'headwater_engine_up{engine="one:1"} 1',
        'headwater_engine_up{engine="two:2"} 0',
        'a_total{engine="one:1",tenant="x\\"y{} z",state="b"} 1',
        'c{engine="one:1"} 2.5',
    ]


def test_what_is_no_sample_is_left_out():
    assert merged({"one:1": "<html>\na b c d\n1\n\n"}) == 'headwater_engine_up{engine="one:1"} 1\n'


@pytest.mark.parametrize(
    "url", ["node", "ftp://node", "http://", 'http://a"b', "http://node:1/metrics", "http://u@n"]
)
def test_another_url_is_refused(url: str):
    with pytest.raises(HeadwaterError, match="not the address of an engine's pages") as failure:
        address(url)
    assert "--metrics" in failure.value.advice


@pytest.mark.parametrize("path", ["redirected", "failed", "short"])
def test_only_a_complete_answer_counts(path: str):
    with serving(Broken) as url:
        assert cluster._get(f"{url}/metrics").content == b"0123456789"
        assert cluster._get(f"{url}/{path}") is None


def test_an_answer_that_is_too_long_does_not_count(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(cluster, "_MAX_BYTES", 9)
    with serving(Broken) as url:
        assert cluster._get(f"{url}/metrics") is None


def test_the_page_is_that_of_an_engine_that_answers(store: dict, dead: str):
    url = engine_url(store)
    with StatusServer(Cluster([dead, url]), 0) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        ours = server.url.removesuffix("/status")
        for file in ("/status", "/status.js", "/status.css"):
            page, engines = (
                requests.get(f"{ours}{file}", timeout=10),
                requests.get(f"{url}{file}", timeout=10),
            )
            assert page.content == engines.content
            for header in ("Content-Type", "Content-Security-Policy", "X-Content-Type-Options"):
                assert page.headers[header] == engines.headers[header]
        lines = requests.get(f"{ours}/metrics", timeout=10).text.splitlines()
        assert f'headwater_engine_up{{engine="{address(dead)}"}} 0' in lines
        assert any(each.startswith(f'headwater_engine_workers{{engine="{address(url)}"}} ') for each in lines)
        assert requests.get(f"{ours}/other", timeout=10).status_code == 404
        server.shutdown()


def test_without_any_engine_there_is_no_page(dead: str):
    with StatusServer(Cluster([dead]), 0) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        answer = requests.get(server.url, timeout=10)
        assert (answer.status_code, answer.text) == (502, "no engine answers\n")
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
