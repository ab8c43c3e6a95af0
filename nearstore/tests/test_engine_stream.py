"""An engine's answer as a stream: a read never waits longer than requested."""

import os
import socket as plain_socket

import pytest
from eventlet.event import Event
from eventlet.green import socket

from headwater_swift.execution.engine_stream import EngineStream
from headwater_swift.wire.engine import EngineAnswer
from headwater_swift.wire.errors import StorletError
from headwater_swift.wire.frames import DATA, END, ERROR, make, of_document

REQUEST = {"op": "run", "stages": [{"module": "0" * 64}]}


class Engine:
    """Returns the next of `answers` for each request."""

    timeout = 600.0

    def __init__(self, *answers: bytes) -> None:
        self._answers = list(answers)

    def send(self, _request, descriptors=()) -> EngineAnswer:
        for descriptor in descriptors:
            os.fstat(descriptor)
        ours, theirs = socket.socketpair(plain_socket.AF_UNIX, plain_socket.SOCK_STREAM)
        theirs.sendall(self._answers.pop(0))
        theirs.close()
        return EngineAnswer(ours)


WHOLE = make(DATA, b"text").raw + make(END, b"{}").raw
MISSING = of_document(ERROR, {"error": "missing", "stage": 0}).raw


def descriptor() -> int:
    return os.open("/dev/null", os.O_RDONLY)


def is_open(number: int) -> bool:
    try:
        os.fstat(number)
    except OSError:
        return False
    return True


def test_a_slow_load_of_a_module_does_not_block_a_reader():
    loaded, given = Event(), descriptor()
    stream = EngineStream(Engine(MISSING, WHOLE), REQUEST, [given], lambda _: loaded.wait())
    assert stream.read_within(0.05) is None
    assert is_open(given)
    loaded.send(REQUEST["stages"][0]["module"])
    assert [stream.read_within(10).type, stream.read_within(10).type] == [DATA, END]
    assert not is_open(given)
    stream.close()


def test_closing_cancels_a_request_that_has_not_started():
    never, given = Event(), descriptor()
    stream = EngineStream(Engine(MISSING), REQUEST, [given], lambda _: never.wait())
    assert stream.read_within(0.05) is None
    stream.close()
    assert not is_open(given)


def test_a_closed_connection_of_the_engine_is_reported():
    stream = EngineStream(Engine(make(DATA, b"text").raw), REQUEST, [], lambda _: None)
    assert stream.read_within(10).payload == b"text"
    with pytest.raises(StorletError, match="the engine closed its connection") as raised:
        stream.read_within(10)
    assert raised.value.reason == "engine"


def test_an_error_of_the_loader_is_raised_to_the_reader():
    def load(stage: int) -> str:
        raise StorletError("storlet", "deploy it again")

    stream = EngineStream(Engine(MISSING), REQUEST, [], load)
    with pytest.raises(StorletError, match="deploy it again"):
        stream.read_within(10)
