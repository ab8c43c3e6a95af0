"""Ends of a measurement that come from outside."""

import logging
import signal
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import click

from headwater import ui
from headwater.errors import HeadwaterError

_EXIT_CODE = 128
"""With a signal's number added, what shells give a command that it has ended."""


class Interrupted(SystemExit):
    """A signal has come that is to end the command; `code` is its exit code."""


_INTERRUPTS = (Interrupted, KeyboardInterrupt)


def unwind_when_terminated() -> None:
    """Let SIGTERM and Ctrl-C unwind alike: a terminated run must end its store and its JVMs too.

    Ctrl-C is no KeyboardInterrupt then, which py4j would catch to ask its JVM for more.
    """
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _unwind)


def _unwind(number: int, _: object) -> None:
    logging.disable()  # what py4j has to say of connections that break now is no news
    raise Interrupted(_EXIT_CODE + number)


@contextmanager
def own_handler() -> Iterator[None]:
    """Keep the handler of Ctrl-C, which a SparkContext that is made in the block puts its own in place of."""
    before = signal.getsignal(signal.SIGINT)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def unless_interrupted(end: Callable[[], None]) -> Iterator[None]:
    """Call `end` after the block, but not after an interrupt, when a JVM may still be at its last call."""
    with ExitStack() as stack:
        stack.callback(end)
        try:
            yield
        except _INTERRUPTS:
            stack.pop_all()
            raise


class Interruptible(click.Group):
    """Commands that an interrupt ends with a line, and with the exit code of its signal."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command. What else went wrong while an interrupt ended it is told in a line before."""
        try:
            return super().invoke(ctx)
        except BaseException as error:
            code = _code(error)
            if code is None:
                raise
            _tell(error)
            ctx.exit(code)


def _code(error: BaseException | None) -> int | None:
    """The exit code of the interrupt that is this error, or that it came of; None where it is of none."""
    while error is not None and not isinstance(error, _INTERRUPTS):
        error = error.__context__
    return getattr(error, "code", _EXIT_CODE + signal.SIGINT) if error else None


def _tell(error: BaseException) -> None:
    if isinstance(error, HeadwaterError):
        ui.show_error(error)
    elif not isinstance(error, _INTERRUPTS):
        ui.err.print(f"while it was ended: {type(error).__name__}: {error}", markup=False)
    ui.err.print("interrupted")
