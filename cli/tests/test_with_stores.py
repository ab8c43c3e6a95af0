"""tools/with-stores leaves nothing, however it ends."""

import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

pytestmark = pytest.mark.server

TOOL = Path(__file__).resolve().parents[2] / "tools/with-stores"

# A command that leaves a process in a separate session, like Spark's servers, and waits to be ended.
COMMAND = """
import os, subprocess, sys
subprocess.Popen(["sleep", "600"], start_new_session=True)
print(os.environ["HEADWATER_TEST_RUN"], os.environ["HEADWATER_TEST_SWIFT_LOG"], flush=True)
sys.stdin.read()
"""


def marked(mark: str) -> list[psutil.Process]:
    found = []
    for process in psutil.process_iter():
        try:
            if process.environ().get("HEADWATER_TEST_RUN") == mark:
                found.append(process)
        except psutil.Error:
            continue
    return found


def programs(processes: list[psutil.Process]) -> str:
    return " ".join(argument for process in processes for argument in process.cmdline())


def await_end(mark: str) -> None:
    deadline = time.monotonic() + 60
    while left := marked(mark):
        assert time.monotonic() < deadline, programs(left)
        time.sleep(0.1)


def await_removal(file: Path) -> None:
    deadline = time.monotonic() + 60
    while file.exists():
        assert time.monotonic() < deadline
        time.sleep(0.1)


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
def test_started_processes_end_with_the_script(how):
    with subprocess.Popen(
        [TOOL, sys.executable, "-c", COMMAND], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as tool:
        mark, log = tool.stdout.readline().split()
        assert Path(log).exists()
        started = programs(marked(mark))
        tool.send_signal(how)
    for program in ("swift.proxy.server", "headwater-engine", "versitygw", "sleep"):
        assert program in started
    await_end(mark)
    await_removal(Path(log))


def test_processes_that_a_command_leaves_end_after_it():
    done = subprocess.run(
        [TOOL, sys.executable, "-c", COMMAND],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    mark, log = done.stdout.split()
    assert marked(mark) == []
    assert not Path(log).exists()
