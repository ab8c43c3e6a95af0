"""Feeding an engine: a failure is reported before it can be mistaken for an end."""

import os

import eventlet
import pytest

from headwater_swift.execution.pump import Pump


def failing(*chunks: bytes, error: Exception):
    yield from chunks
    raise error


# Connection errors may be the source's, or those of a reader that has disconnected.
@pytest.mark.parametrize("error", [ValueError(), ConnectionResetError(), BrokenPipeError()])
def test_a_source_that_fails_cancels_the_reader_before_its_end(error):
    pump = Pump(failing(b"some", b"more", error=error))
    seen = []
    pump.start(lambda: seen.append(os.read(pump.descriptor, 100)))
    eventlet.sleep(0)
    assert (seen, pump.error) == (
        [b"some"],
        error,
    )  # and not the last, which a reader might know to be the last
    pump.start(lambda: seen.append("again"))
    assert seen == [b"some", "again"]
    assert os.read(pump.descriptor, 100) == b""
    pump.close()


def test_nothing_is_read_before_the_pump_starts():
    pump = Pump(failing(error=ValueError()))
    eventlet.sleep(0)
    assert pump.error is None
    pump.close()


def test_a_reader_that_disconnects_stops_the_pump_and_closes_the_source():
    closed = []

    def source():
        try:
            while True:
                yield b"x" * 100_000
        finally:
            closed.append(True)

    pump = Pump(source())
    pump.start(lambda: closed.append("failed"))
    eventlet.sleep(0)
    pump.release_descriptor()
    with eventlet.Timeout(10):
        while not closed:
            eventlet.sleep(0)
    assert (closed, pump.error) == ([True], None)
    pump.close()
