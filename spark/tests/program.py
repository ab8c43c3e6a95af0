"""Spark programs in separate processes."""

import os
import signal
import subprocess
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from headwater.spark import launcher

_PROGRAMS = Path(__file__).parent / "programs"
_LIMIT_SECONDS = 600
_POLL_SECONDS = 0.01
SETTINGS = {
    "spark.master": "local[2]",
    "spark.driver.host": "127.0.0.1",
    "spark.driver.memory": "512m",
    "spark.driver.extraJavaOptions": launcher.SHORT_LIVED,
    "spark.ui.enabled": "false",
    "spark.sql.shuffle.partitions": "2",
    "spark.sql.session.timeZone": "UTC",
}
FREQUENT_REPORTS = {
    "spark.executor.heartbeatInterval": "100ms",
    "spark.executor.heartbeat.maxFailures": "100000",  # also while Spark starts on a busy machine
}
"""Settings with which executors report their counts at once."""


class Program:
    """A running program."""

    def __init__(self, process: subprocess.Popen, log: Path) -> None:
        self._process, self._log = process, log

    def ends(self, before: Callable[[], bool] = lambda: False) -> bool:
        """Wait for its end or for a condition, and return whether it ended."""
        while not before():
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(_POLL_SECONDS)
                return True
        return False

    def kill(self) -> None:
        """Kill it and all its processes immediately."""
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def ended_well(self) -> str:
        """Its output. It must have ended without an error."""
        assert self._process.wait(_LIMIT_SECONDS) == 0, self.output()
        return self.output()

    def output(self) -> str:
        """Its output so far."""
        return self._log.read_text(errors="replace")


@contextmanager
def started(
    name: str,
    *arguments: str,
    settings: Mapping[str, str],
    log: Path,
    variables: Mapping[str, str] | None = None,
) -> Iterator[Program]:
    """Start a program of ours with spark-submit, and with variables of the environment.

    If it still runs at the end, it is killed.
    """
    with launcher.command(SETTINGS | settings, [str(_PROGRAMS / f"{name}.py"), *arguments]) as command:
        with log.open("wb") as output:
            process = subprocess.Popen(
                command,
                env=launcher.environment() | dict(variables or {}),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        program = Program(process, log)
        try:
            yield program
        finally:
            program.kill()
