"""An interrupted measurement ends its JVM, with one line and the exit code of the signal."""

import os
import signal
import subprocess
import sys
import time

import psutil
import pytest

_PROGRAM = """
from pathlib import Path
import click
from headwater.main import cli
from headwater.spark import launcher
from headwater.terminal.interrupts import unwind_when_terminated
from headwater_bench.jvm.spark_player import launched

@click.command()
def it():
    unwind_when_terminated()
    with launched({}, launcher.environment(), Path("it.log")) as driven:
        print(driven.proc.pid, flush=True)
        driven.jvm.java.lang.Thread.sleep(60_000)

cli.add_command(it)
cli(["it"])
"""


@pytest.mark.server
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
@pytest.mark.parametrize("of_all", [False, True], ids=["alone", "with its JVM"])
def test_an_interrupted_call_ends_with_a_line_and_its_jvm(tmp_path, number, code, of_all):
    command = [sys.executable, "-c", _PROGRAM]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen(command, cwd=tmp_path, start_new_session=True, **pipes) as process:
        java = int(process.stdout.readline())
        time.sleep(0.5)  # until the call has started
        (os.killpg if of_all else os.kill)(process.pid, number)
        assert process.communicate(timeout=30)[1] == "Interrupted.\n"
    assert process.returncode == code
    assert not psutil.pid_exists(java)
