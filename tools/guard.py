"""A process that cleans up after another one, even after one that is killed.

The guard waits for the end of its standard input, which the guarded process keeps open. Then it ends every
process whose environment has the run's mark, and removes the run's folder.
"""

import os
import secrets
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

MARK = "HEADWATER_TEST_RUN"
"""The environment variable that identifies the processes of a run."""

_STOP_SECONDS = 10


@contextmanager
def guarded(folder: Path) -> Iterator[dict[str, str]]:
    """Yield the variable for all processes started in the block.

    After it they are ended and `folder` is removed.
    """
    mark = secrets.token_hex(16)
    watcher = subprocess.Popen(
        [sys.executable, __file__, mark, str(folder)],
        stdin=subprocess.PIPE,
        start_new_session=True,
    )
    try:
        yield {MARK: mark}
    finally:
        watcher.stdin.close()
        watcher.wait()


def main(mark: str, folder: str) -> None:
    """Wait for the end of the guarded process, then clean up."""
    for ignored in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(ignored, signal.SIG_IGN)
    sys.stdin.read()
    end(mark)
    shutil.rmtree(folder, ignore_errors=True)


def end(mark: str) -> None:
    """End all processes with the mark by SIGTERM, and the remaining ones by SIGKILL after ten seconds."""
    deadline = time.monotonic() + _STOP_SECONDS
    signalled: set[int] = set()
    while running := marked(mark):
        late = time.monotonic() > deadline
        for pid in running if late else running - signalled:
            _signal(pid, signal.SIGKILL if late else signal.SIGTERM)
        signalled |= running
        time.sleep(0.05)


def marked(mark: str) -> set[int]:
    """The processes whose environment has the mark. A process that has ended has no environment."""
    entry = f"{MARK}={mark}".encode()
    return {int(each.name) for each in Path("/proc").glob("[0-9]*") if entry in _environment(each)}


def _environment(process: Path) -> list[bytes]:
    try:
        return (process / "environ").read_bytes().split(b"\0")
    except OSError:
        return []


def _signal(pid: int, number: signal.Signals) -> None:
    try:
        os.kill(pid, number)
    except ProcessLookupError:
        pass


if __name__ == "__main__":
    main(*sys.argv[1:])
