"""Ctrl-C and SIGTERM end a command with one sentence and the exit code of shells."""

import os
import pty
import signal
import socket
import subprocess
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from threading import Event

import pytest

from http_support import serving
from plugin_support import install
from store_support import HEADWATER
from terminal_support import shown

HEEDING = ["env", "--default-signal=INT", HEADWATER]
"""The command. Background processes, such as these tests, may ignore Ctrl-C."""

KEYS = {"AWS_ACCESS_KEY_ID": "k", "AWS_SECRET_ACCESS_KEY": "s", "AWS_REGION": "x"}
PROGRAM = """
import signal
import click
from headwater.core.errors import HeadwaterError

@click.command()
def late():
    try:
        signal.raise_signal(signal.SIGINT)
    except KeyboardInterrupt as error:
        raise {error} from error
"""
UNWOUND = """
import logging
import os
import signal
import click
from headwater.core.errors import HeadwaterError
from headwater.terminal.interrupts import unwind_when_terminated

@click.command()
def long():
    unwind_when_terminated()
    try:
        os.kill(os.getpid(), signal.{name})
        signal.sigtimedwait([], 60)
    finally:
        logging.getLogger("py4j").error("broken")
        {then}
"""


def test_a_command_that_waits_for_a_store_is_interrupted() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"http://127.0.0.1:{silent.getsockname()[1]}"
        with subprocess.Popen(
            [*HEEDING, "ls", "s3://b/x", "--endpoint", url],
            env=os.environ | KEYS,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as command:
            connection, _ = silent.accept()
            with connection:
                command.send_signal(signal.SIGINT)
                assert command.communicate(timeout=60) == ("", "Interrupted.\n")
    assert command.returncode == 130


class StalledStore(BaseHTTPRequestHandler):
    """An S3 API that has an object, and whose answers to reads do not come."""

    is_reading = Event()
    may_end = Event()

    def do_HEAD(self) -> None:
        self.send_response(200)
        for name, value in (
            ("Content-Length", "10"),
            ("ETag", '"e"'),
            ("Last-Modified", self.date_time_string()),
        ):
            self.send_header(name, value)
        self.end_headers()

    def do_GET(self) -> None:
        self.is_reading.set()
        self.may_end.wait()

    def log_message(self, *_: object) -> None:
        """Nothing."""


@pytest.fixture
def stalled() -> Iterator[str]:
    with serving(StalledStore) as url:
        yield url
        StalledStore.may_end.set()


def test_a_query_ends_although_reads_are_not_answered_and_the_cursor_is_back(stalled: str) -> None:
    ours, theirs = pty.openpty()
    table = ["SELECT * FROM 's3://b/meters.csv'", "--schema", "n INT", "--no-header"]
    statement = ["query", *table, "--endpoint", stalled]
    with subprocess.Popen([*HEEDING, *statement], env=os.environ | KEYS, stderr=theirs) as command:
        os.close(theirs)
        try:
            assert StalledStore.is_reading.wait(60)
            command.send_signal(signal.SIGINT)
            assert command.wait(60) == 130
        finally:
            command.kill()
    text = shown(ours)
    assert "read meters.csv" in text
    assert text.rindex("\x1b[?25h") > text.rindex("\x1b[?25l")
    assert text.endswith("Interrupted.\r\n")


@pytest.mark.parametrize(
    ("error", "shown"),
    [
        ("RuntimeError('Query interrupted')", "Interrupted.\n"),  # as DuckDB does
        ("HeadwaterError('a lock stays')", "Error: a lock stays\nInterrupted.\n"),
    ],
)
def test_an_error_that_an_interrupt_causes_is_no_traceback(tmp_path: Path, error: str, shown: str) -> None:
    environment = install(tmp_path, PROGRAM.replace("{error}", error), "late = other:late")
    done = subprocess.run([*HEEDING, "late"], env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", shown)


@pytest.mark.parametrize(
    ("name", "then", "code", "shown"),
    [
        ("SIGINT", "pass", 130, "Interrupted.\n"),
        ("SIGTERM", "pass", 143, "Interrupted.\n"),
        ("SIGTERM", "raise ConnectionRefusedError", 143, "Interrupted.\n"),
        ("SIGTERM", "raise HeadwaterError('it runs on')", 143, "Error: it runs on\nInterrupted.\n"),
    ],
)
def test_a_signal_unwinds_a_command_and_libraries_log_nothing(
    tmp_path: Path, name: str, then: str, code: int, shown: str
) -> None:
    environment = install(tmp_path, UNWOUND.format(name=name, then=then), "long = other:long")
    done = subprocess.run([HEADWATER, "long"], env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (code, "", shown)
