"""External interrupts of a measurement."""

import logging
import signal
from typing import Any

import click

from headwater.core.errors import HeadwaterError
from headwater.terminal import console

_EXIT_CODE = 128
"""The exit code of an interrupted command is this plus the signal's number, as in shells."""


class Interrupted(SystemExit):
    """A signal requires the command to end. `code` is its exit code."""


_INTERRUPTS = (Interrupted, KeyboardInterrupt)


def unwind_when_terminated() -> None:
    """Let SIGTERM and Ctrl-C unwind alike: a terminated run must end its store and its JVMs too.

    Ctrl-C then raises no KeyboardInterrupt, which py4j would catch to send its JVM more requests.
    """
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _unwind)


def _unwind(number: int, _: object) -> None:
    logging.disable()  # py4j's messages about connections that break now are not useful
    raise Interrupted(_EXIT_CODE + number)


class Interruptible(click.Group):
    """Commands that an interrupt ends with a message and with the exit code of its signal."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command. Errors that happen while an interrupt ends it are reported in a line before."""
        try:
            return super().invoke(ctx)
        except BaseException as error:
            code = _code(error)
            if code is None:
                raise
            _report(error)
            ctx.exit(code)


def _code(error: BaseException | None) -> int | None:
    """The exit code of the interrupt that is this error or caused it. None without an interrupt."""
    while error is not None and not isinstance(error, _INTERRUPTS):
        error = error.__context__
    return getattr(error, "code", _EXIT_CODE + signal.SIGINT) if error else None


def _report(error: BaseException) -> None:
    if isinstance(error, HeadwaterError):
        console.show_error(error)
    elif not isinstance(error, _INTERRUPTS):
        console.err.print(f"while it was ended: {type(error).__name__}: {error}", markup=False)
    console.err.print("interrupted")
