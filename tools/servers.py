"""Servers of the test tools: each on a free port of 127.0.0.1, awaited and ended."""

import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

_TRIES = 5
_STOP_SECONDS = 10
_TAKEN = b"address already in use"

Launch = Callable[[int, BinaryIO], subprocess.Popen]
"""Starts a server on a port, with a file for its output."""


@contextmanager
def server(launch: Launch, log: Path, seconds: float) -> Iterator[int]:
    """Run a server until the block ends, and yield its port.

    If another process takes the port first, the server starts again on another one. If it does not listen
    within `seconds`, this program ends with the server's log.
    """
    process, port = _started(launch, log, seconds)
    try:
        yield port
    finally:
        stop(process)


def _started(launch: Launch, log: Path, seconds: float) -> tuple[subprocess.Popen, int]:
    for _ in range(_TRIES):
        port = free_port()
        with log.open("wb") as output:
            process = launch(port, output)
        try:
            if _listens(process, port, seconds):
                return process, port
        except BaseException:
            stop(process)
            raise
        stop(process)
        if _TAKEN not in log.read_bytes().lower():
            break
    sys.exit(
        f"{Path(sys.argv[0]).name}: a server did not start; {log}:\n{log.read_text(errors='replace')[-4000:]}"
    )


def _listens(process: subprocess.Popen, port: int, seconds: float) -> bool:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline and process.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return process.poll() is None
        except OSError:
            time.sleep(0.05)
    return False


def free_port() -> int:
    """A port of 127.0.0.1 that no process uses now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def stop(process: subprocess.Popen) -> None:
    """End a process, gently first."""
    if process.poll() is not None:
        return
    process.terminate()
    try:
        process.wait(_STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def run(command: list[str], environment: dict[str, str]) -> int:
    """Run a command to its end, and return its exit code. It handles Ctrl-C itself."""
    try:
        child = subprocess.Popen(command, env=environment)
    except OSError as error:
        print(
            f"{Path(sys.argv[0]).name}: cannot run {command[0]}: {error.strerror}",
            file=sys.stderr,
        )
        return 127
    try:
        code = child.wait()
    except BaseException:
        stop(child)
        raise
    return code if code >= 0 else 128 - code
