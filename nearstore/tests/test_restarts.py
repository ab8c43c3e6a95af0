"""An engine's restart: requests wait for the next engine, and those to a dead one are refused soon."""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import eventlet
import pytest
from eventlet.green import socket

from headwater_swift.execution.engine_stream import EngineStream
from headwater_swift.execution.pump import Pump
from headwater_swift.wire import restarts
from headwater_swift.wire.engine import Engine
from headwater_swift.wire.errors import StorletError
from headwater_swift.wire.frames import DATA, END, ERROR, make, of_document
from headwater_swift.wire.names import STOPPING

STOPS = of_document(ERROR, {"error": "busy", "message": STOPPING, "retry_after": 1}).raw
FULL = of_document(ERROR, {"error": "busy", "message": "all workers are busy", "retry_after": 1}).raw
DONE = make(DATA, b"text").raw + make(END, b"{}").raw
RUN = {"op": "run", "stages": [{"module": "0" * 64}]}


@contextmanager
def engine(path: Path, *answers: bytes) -> Iterator[list[bytes]]:
    """Sends the next of `answers` to each client, and yields the requests so far. Then no engine listens."""
    received: list[bytes] = []
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(str(path))
    listener.listen()

    def serve() -> None:
        for answer in answers:
            client, _ = listener.accept()
            received.append(client.recv(1 << 20))
            client.sendall(answer)
            client.close()

    server = eventlet.spawn(serve)
    yield received
    server.kill()
    listener.close()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "engine.sock"


def test_a_request_waits_for_the_next_engine(path: Path):
    waiting = eventlet.spawn(Engine(str(path), 10).call, {"op": "status"})
    eventlet.sleep(2 * restarts.POLL_SECONDS)
    with engine(path, make(END, b'{"version": "1"}').raw):
        assert waiting.wait() == {"version": "1"}


def test_a_socket_of_an_engine_that_has_ended_is_tried_again(path: Path):
    with engine(path):
        pass
    waiting = eventlet.spawn(Engine(str(path), 10).call, {"op": "status"})
    eventlet.sleep(2 * restarts.POLL_SECONDS)
    path.unlink()
    with engine(path, make(END, b"{}").raw):
        assert waiting.wait() == {}


def test_a_dead_engine_delays_only_the_first_requests(path: Path, monkeypatch: pytest.MonkeyPatch):
    clock, waits = [0.0], []
    monkeypatch.setattr(time, "monotonic", lambda: clock[0])

    def sleep(seconds: float) -> None:
        waits.append(seconds)
        clock[0] += seconds

    monkeypatch.setattr(eventlet, "sleep", sleep)
    dead = Engine(str(path), 10)
    for _ in range(2):
        with pytest.raises(StorletError, match="no engine is reachable") as raised:
            dead.send(RUN)
        assert raised.value.reason == "engine"
        assert sum(waits) == pytest.approx(restarts.RESTART_SECONDS, abs=2 * restarts.POLL_SECONDS)
    clock[0] += 2 * restarts.RESTART_SECONDS  # it may have been there meanwhile
    with pytest.raises(StorletError, match="no engine is reachable"):
        dead.send(RUN)
    assert sum(waits) == pytest.approx(2 * restarts.RESTART_SECONDS, abs=4 * restarts.POLL_SECONDS)


def test_an_engine_that_stops_leaves_its_requests_to_the_next_one(path: Path):
    pump = Pump([b"the ", b"input"])
    with engine(path, STOPS, STOPS, DONE) as received:
        stream = EngineStream(Engine(str(path), 10), RUN, [], lambda _: None, pump)
        frames = [stream.read_within(10), stream.read_within(10)]
        stream.close()
    assert [frame.type for frame in frames] == [DATA, END]
    assert len(set(received)) == 1


def test_a_module_is_loaded_into_the_next_engine(path: Path):
    module = os.open("/dev/null", os.O_RDONLY)
    with engine(path, STOPS, make(END, b'{"module": "abc"}').raw):
        assert Engine(str(path), 10).load("AUTH_test", module, 0, "tx") == "abc"
    os.close(module)


def test_a_full_engine_is_not_tried_again(path: Path):
    with engine(path, FULL, DONE) as received:
        stream = EngineStream(Engine(str(path), 10), RUN, [], lambda _: None)
        assert stream.read_within(10).document()["message"] == "all workers are busy"
        stream.close()
    assert len(received) == 1
