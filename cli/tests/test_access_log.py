"""The embedded store's access log, between Swift and the client."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from eventlet import Timeout
from swift.common.swob import Request

from headwater.embedded.access_log import filter_factory


def answer(chunks: Iterator[bytes], log: Path) -> Iterator[bytes]:
    """The body that a client receives of an application with these chunks."""

    def app(_env, start_response):
        start_response("200 OK", [])
        return chunks

    logged = filter_factory({}, access_log_file=str(log))(app)
    return iter(logged(Request.blank("/v1/AUTH_test/box/one").environ, lambda *_: None))


@pytest.mark.parametrize("error", [OSError("the engine was killed"), Timeout()])
@pytest.mark.parametrize("count", [1, 3])
def test_an_answer_that_breaks_off_is_sent_up_to_there(tmp_path: Path, count, error):
    """A server that has sent nothing when an error arrives answers with the status 500."""

    def breaking() -> Iterator[bytes]:
        yield from [b"chunk"] * count
        raise error

    received = answer(breaking(), tmp_path / "log")
    assert [next(received) for _ in range(count)] == [b"chunk"] * count
    with pytest.raises(type(error)):
        next(received)


def test_an_answer_without_a_first_chunk_is_an_error(tmp_path: Path):
    def breaking() -> Iterator[bytes]:
        raise OSError("the engine was killed")
        yield b""

    with pytest.raises(OSError, match="was killed"):
        next(answer(breaking(), tmp_path / "log"))
