"""The resources of a run: copied bytes, memory, and the delay of its requests. The commit of its result."""

import os
import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from urllib.parse import urlsplit

import psutil
import pytest

from bench_support import request
from headwater.core.errors import HeadwaterError
from headwater.embedded.request_log import Watched
from headwater_bench.core import delay, samples
from headwater_bench.core.answers import Answer
from headwater_bench.core.delay import delayed
from headwater_bench.core.machine import commit


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
    assert samples.bytes_copied(seen) == 100 + 100 + 15 + 1000 + 1000
    with pytest.raises(HeadwaterError, match="/bench/old was copied"):
        samples.bytes_copied([copy("/bench/old", "new")])
    assert samples.bytes_copied([copy("/bench/old", "new"), copy("/bench/new", "newer")], of_others=7) == 14
    part = {"X-Amz-Copy-Source": "/bench/old", "Range": "bytes=100-149"}
    parts = [request("PUT", f"/bench/new?partNumber={n}&uploadId=u", headers=part) for n in (1, 2)]
    assert samples.bytes_copied([*parts, copy("/bench/new", "newer")]) == 50 + 50 + 100


def test_the_peak_of_memory_is_reset(monkeypatch):
    monkeypatch.setattr(samples, "watched", lambda _: nullcontext(Watched()))
    program = "x = bytearray(200 << 20); x = None; print('let go', flush=True); input()"
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with subprocess.Popen(["python3", "-c", program], **pipes) as child:
        child.stdout.readline()
        process = psutil.Process(child.pid)
        before = samples._peak(process)
        document = {"servers": []}
        taken, _, _ = samples.sample(document, process, lambda: Answer(1.0, []))
        child.communicate(os.linesep)
    assert before > 200 << 20 > taken["peak_memory"]
    assert taken["seconds"] == 1.0
    assert not taken["requests"]


@contextmanager
def _through_proxy(milliseconds: int) -> Iterator[tuple[socket.socket, socket.socket]]:
    """A client's connection through a proxy, and the store's end of it."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        endpoint = f"http://127.0.0.1:{server.getsockname()[1]}"
        document = {"s3": {"endpoint": endpoint, "key": "k"}, "swift": {"auth_url": f"{endpoint}/auth"}}
        with delayed(document, milliseconds) as distant:
            assert distant["swift"]["auth_url"] == f"{distant['s3']['endpoint']}/auth"
            assert distant["s3"]["key"] == "k"
            address = urlsplit(distant["s3"]["endpoint"])
            with socket.create_connection((address.hostname, address.port)) as client:
                store, _ = server.accept()
                with store:
                    yield client, store


def _pass(sender: socket.socket, receiver: socket.socket, sent: bytes) -> None:
    threading.Thread(target=sender.sendall, args=(sent,), daemon=True).start()
    received = b""
    while len(received) < len(sent):
        received += receiver.recv(1 << 20)
    assert received == sent


def test_every_request_of_a_connection_is_delayed_and_passed_on_whole():
    body = bytes(range(256)) * 10_000
    begin = time.perf_counter()
    with _through_proxy(50) as (client, store):
        for _ in range(3):
            _pass(client, store, b"PUT / HTTP/1.1\r\n\r\n" + body)
            _pass(store, client, b"HTTP/1.1 200 OK\r\n\r\n" + body)
    # No machine can be faster than the delays.
    assert time.perf_counter() - begin >= 3 * 0.05


def test_a_request_with_expect_continue_is_delayed_once(monkeypatch):
    """Hadoop's and Amazon's clients send a body after the store's `100 Continue`."""
    delays: list[float] = []
    monkeypatch.setattr(delay.time, "sleep", delays.append)
    with _through_proxy(1) as (client, store):
        for number in (1, 2):
            _pass(client, store, b"PUT / HTTP/1.1\r\nExpect: 100-continue\r\n\r\n")
            _pass(store, client, b"HTTP/1.1 100 Continue\r\n\r\n")
            _pass(client, store, b"body")
            _pass(store, client, b"HTTP/1.1 200 OK\r\n\r\n")
            assert delays == [0.001] * number


_NAME = ("-c", "user.name=A", "-c", "user.email=a@example.org")


def _git(folder: Path, *arguments: str) -> None:
    subprocess.run(["git", "-C", str(folder), *_NAME, *arguments], check=True, capture_output=True)


def test_results_do_not_change_the_commit(tmp_path):
    assert commit(tmp_path) == ""
    _git(tmp_path, "init")
    for name in ("README.md", "docs/page.md", "bench/results/a.json", "src/code"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("1")
    _git(tmp_path, "add", ".")
    _git(tmp_path, "commit", "-m", "one")
    clean = commit(tmp_path)
    assert len(clean) == len(" at 1234567")
    for name in ("README.md", "docs/page.md", "bench/results/a.json"):
        (tmp_path / name).write_text("2")
    assert commit(tmp_path) == clean
    (tmp_path / "src/code").write_text("2")
    changed = commit(tmp_path)
    assert changed.startswith(f"{clean}+")
    (tmp_path / "src/code").write_text("3")
    assert commit(tmp_path) not in (changed, clean)
