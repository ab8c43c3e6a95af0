"""Ctrl-C ends a command with one sentence and the exit code of shells."""

import os
import signal
import socket
import subprocess
from pathlib import Path

import pytest

from plugin_support import install
from store_support import HEADWATER

HEEDING = ["env", "--default-signal=INT", HEADWATER]
"""The command. Background processes, such as these tests, may ignore Ctrl-C."""

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


def test_a_command_that_waits_for_a_store_is_interrupted() -> None:
    keys = {"AWS_ACCESS_KEY_ID": "k", "AWS_SECRET_ACCESS_KEY": "s"}
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"http://127.0.0.1:{silent.getsockname()[1]}"
        with subprocess.Popen(
            [*HEEDING, "ls", "s3://b/x", "--endpoint", url],
            env=os.environ | keys,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as command:
            connection, _ = silent.accept()
            with connection:
                command.send_signal(signal.SIGINT)
                assert command.communicate(timeout=60) == ("", "Interrupted.\n")
    assert command.returncode == 130


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
