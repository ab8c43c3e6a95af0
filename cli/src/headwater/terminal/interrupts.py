"""The interrupts of a command: Ctrl-C, and signals that end a command with what it has started."""

import logging
import signal

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


def exit_code(error: BaseException | None) -> int | None:
    """The exit code of the interrupt that is this error or caused it. None without an interrupt."""
    while error is not None and not isinstance(error, _INTERRUPTS):
        error = error.__context__
    return getattr(error, "code", _EXIT_CODE + signal.SIGINT) if error else None
