"""Restarts of the engine. Between two engines, for a moment none listens, and requests wait.

An engine that stops refuses requests until its running ones have ended, and then ends. These refusals are not
counted as absence, because its `--grace` bounds them.
"""

import time

import eventlet

from headwater_swift.wire.frames import ERROR, Frame
from headwater_swift.wire.names import STOPPING, Reason

ABSENT = (FileNotFoundError, ConnectionRefusedError, ConnectionResetError, BrokenPipeError)
"""The errors of a socket whose engine has ended, or has refused the request before it was sent."""

RESTART_SECONDS = 5.0
POLL_SECONDS = 0.1


class Absence:
    """Whether an absent engine may be restarting. One that has died delays only the first requests.

    After a time without requests, it is not known whether the engine was there. The absence begins again.
    """

    def __init__(self, seconds: float = RESTART_SECONDS) -> None:
        self._seconds = seconds
        self._since: float | None = None
        self._last = 0.0

    def wait(self) -> bool:
        """Wait a moment. False if the engine has been absent for longer than a restart takes."""
        now = time.monotonic()
        if self._since is None or now - self._last > self._seconds:
            self._since = now
        self._last = now
        if now - self._since > self._seconds:
            return False
        await_next()
        return True

    def end(self) -> None:
        """The engine is there."""
        self._since = None


def await_next() -> None:
    """Wait a moment for the next engine."""
    eventlet.sleep(POLL_SECONDS)


def reports_stopping(frame: Frame) -> bool:
    """Whether an engine's first frame refuses the request because the engine stops."""
    if frame.type != ERROR:
        return False
    document = frame.document()
    return document.get("error") == Reason.BUSY and document.get("message") == STOPPING
