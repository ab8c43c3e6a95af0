"""An interrupted command ends what it has started, with one line and the exit code of the signal."""

import logging
import os
import signal
from collections.abc import Callable, Iterator

import click
import pytest
from click.testing import CliRunner, Result

from headwater.core.errors import HeadwaterError
from headwater_bench.command import bench
from headwater_bench.core.interrupts import Interruptible, unless_interrupted, unwind_when_terminated


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    """Restore handlers and logging, which are global to the process."""
    handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    yield
    for number, handler in handlers.items():
        signal.signal(number, handler)
    logging.disable(logging.NOTSET)


def _run(action: Callable, **options) -> Result:
    group = Interruptible("group", commands={"it": click.Command("it", callback=action)})
    return CliRunner().invoke(group, ["it"], **options)


def _invoke(action: Callable) -> tuple[int, list[str]]:
    """The exit code of a command that does this, and its output."""
    done = _run(action)
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


def test_every_benchmark_can_be_interrupted():
    assert isinstance(bench, Interruptible)


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_ends_a_command_with_a_line_and_its_code(number, code):
    assert _invoke(lambda: _signalled(number)) == (code, ["interrupted"])


def test_ctrl_c_before_there_is_anything_to_end_has_the_same_code():
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
        _run(lambda: _raise(HeadwaterError("it broke")), catch_exceptions=False)


def test_libraries_log_nothing_after_an_interrupt(capsys):
    log = logging.getLogger("py4j").error
    assert _invoke(lambda: _signalled(signal.SIGINT, lambda: log("broken"))) == (130, ["interrupted"])
    assert "broken" not in capsys.readouterr().err


def test_a_jvm_is_called_at_the_end_except_after_an_interrupt():
    ended = []
    with unless_interrupted(lambda: ended.append("well")):
        pass
    with pytest.raises(ValueError, match="it"), unless_interrupted(lambda: ended.append("badly")):
        raise ValueError("it")
    with pytest.raises(KeyboardInterrupt), unless_interrupted(lambda: ended.append("never")):
        raise KeyboardInterrupt
    assert ended == ["well", "badly"]
