"""The servers' logging to files."""

import logging

import pytest
from swift.common.utils import get_logger

from headwater.embedded import logs


@pytest.fixture
def conf(tmp_path, monkeypatch) -> dict:
    monkeypatch.setattr(logs, "MAX_BYTES", 200)
    return {
        "log_file": str(tmp_path / "server.log"),
        "log_format": "%(message)s",
        "log_custom_handlers": "headwater.embedded.logs.to_file",
    }


def test_loggers_share_a_file_that_is_rotated_and_bounded(conf, tmp_path):
    first, second = (get_logger(conf, log_route=f"test-{name}") for name in ("one", "two"))
    assert logging.getLogger("test-one").handlers == logging.getLogger("test-two").handlers
    for number in range(100):
        (first if number % 2 else second).info("line %03d", number)
    files = sorted(tmp_path.glob("server.log*"), reverse=True)
    assert [file.name for file in files] == ["server.log.3", "server.log.2", "server.log.1", "server.log"]
    kept = "".join(file.read_text() for file in files).splitlines()
    assert kept == [f"line {number:03}" for number in range(100 - len(kept), 100)]


def test_each_line_is_flushed_to_the_log_only(conf, tmp_path):
    logger = get_logger(conf, log_route="test-flushed")
    logger.info("at once")
    assert (tmp_path / "server.log").read_text() == "at once\n"
    assert len(logging.getLogger("test-flushed").handlers) == 1
