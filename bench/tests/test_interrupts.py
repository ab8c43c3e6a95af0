"""An interrupted command ends what it has started, with one line and the exit code of the signal."""

import logging
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator

import click
import psutil
import pytest
from click.testing import CliRunner

from headwater.core.errors import HeadwaterError
from headwater_bench.command import bench
from headwater_bench.core.interrupts import Interruptible, unwind_when_terminated

_PROGRAM = """
from pathlib import Path
import click
from headwater.spark import launcher
from headwater_bench.core.interrupts import Interruptible, unwind_when_terminated
from headwater_bench.jvm.spark_player import launched

@click.command()
def it():
    unwind_when_terminated()
    with launched({}, launcher.environment(), Path("it.log")) as driven:
        print(driven.proc.pid, flush=True)
        driven.jvm.java.lang.Thread.sleep(60_000)

Interruptible("group", commands={"it": it})(["it"])
"""


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    """Restore handlers and logging, which are global to the process."""
    handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    yield
    for number, handler in handlers.items():
        signal.signal(number, handler)
    logging.disable(logging.NOTSET)


def _invoke(action: Callable, **options) -> tuple[int, list[str]]:
    """The exit code of a command that does this, and its output."""
    group = Interruptible("group", commands={"it": click.Command("it", callback=action)})
    done = CliRunner().invoke(group, ["it"], **options)
    return done.exit_code, done.stderr.splitlines()


def _signalled(number: int, then: Callable = lambda: None) -> None:
    unwind_when_terminated()
    try:
        os.kill(os.getpid(), number)
        signal.sigtimedwait([], 1)
    finally:
        then()


def _raise(error: BaseException) -> None:
    raise error


def test_a_signal_ends_a_command_with_a_line_and_its_code():
    assert isinstance(bench, Interruptible)
    for number, code in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):
        assert _invoke(lambda number=number: _signalled(number)) == (code, ["interrupted"])
    assert _invoke(lambda: _raise(KeyboardInterrupt())) == (130, ["interrupted"])


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (ConnectionRefusedError("[a] refused"), "while it was ended: ConnectionRefusedError: [a] refused"),
        (HeadwaterError("it runs on"), "Error: it runs on"),
    ],
)
def test_an_error_during_an_interrupt_is_reported_in_one_line(error, message):
    found = _invoke(lambda: _signalled(signal.SIGTERM, lambda: _raise(error)))
    assert found == (143, [message, "interrupted"])


def test_other_errors_are_raised_unchanged():
    with pytest.raises(HeadwaterError, match="it broke"):
        _invoke(lambda: _raise(HeadwaterError("it broke")), catch_exceptions=False)


def test_libraries_log_nothing_after_an_interrupt(capsys):
    log = logging.getLogger("py4j").error
    assert _invoke(lambda: _signalled(signal.SIGINT, lambda: log("broken"))) == (130, ["interrupted"])
    assert "broken" not in capsys.readouterr().err


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
        assert process.communicate(timeout=30)[1] == "interrupted\n"
    assert process.returncode == code
    assert not psutil.pid_exists(java)
