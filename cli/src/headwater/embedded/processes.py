"""Starts, awaits and stops the server processes."""

import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Sequence
from pathlib import Path

import psutil

from headwater.core.errors import HeadwaterError
from headwater.embedded.files import tail
from headwater.embedded.health import ENGINE, answers
from headwater.embedded.layout import Layout
from headwater.embedded.state import ServerProcess

_MODULES = {
    "account": "swift.account.server",
    "container": "swift.container.server",
    "object": "swift.obj.server",
    "proxy": "swift.proxy.server",
}

_OPEN_FILES = 65_536
_START_LIMIT_S = 60.0
_STOP_LIMIT_S = 10.0
_POLL_S = 0.05

_PORT_TAKEN = ("Address already in use", "Could not bind to")
"""The messages of the engine and of Swift's servers for a port that another process uses."""


class PortTakenError(HeadwaterError):
    """The server `server` ended during its start, because another process uses its port."""

    def __init__(self, message: str, *, server: str, detail: str) -> None:
        super().__init__(message, detail=detail)
        self.server = server


def start(layout: Layout, server: str, port: int) -> ServerProcess:
    """Start a server in a separate session, so that it outlives the shell and its terminal."""
    config = str(layout.config(server))
    # Without -P, a file in the working folder could replace a module.
    command = [sys.executable, "-P", "-m", _MODULES[server], config]
    process = launch(layout, command, layout.output(server))
    _raise_file_limit(process)
    return ServerProcess(server, process.pid, process.create_time(), port, config)


def launch(layout: Layout, command: Sequence[str], printed: Path) -> psutil.Process:
    """Start a command with its output in a file."""
    with printed.open("wb") as output:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            cwd=layout.data,
            start_new_session=True,
        )
    return psutil.Process(process.pid)


def _raise_file_limit(process: psutil.Process) -> None:
    """Let the server have more open files than a shell's usual 1024, because each client uses several."""
    _, hard = process.rlimit(psutil.RLIMIT_NOFILE)
    most = _OPEN_FILES if hard == psutil.RLIM_INFINITY else min(hard, _OPEN_FILES)
    process.rlimit(psutil.RLIMIT_NOFILE, (most, hard))


def await_ready(layout: Layout, servers: Iterable[ServerProcess]) -> None:
    """Wait until each server responds.

    Raises PortTakenError for one that ends because it could not bind its port. Raises HeadwaterError, with
    the end of the log, for one that ends for another reason or does not respond in time.
    """
    deadline = time.monotonic() + _START_LIMIT_S
    for server in servers:
        while not answers(server):
            title = f"the {titled(server.name)} (port {server.port})"
            if not server.find():
                raise _ended(server, title, evidence(layout, server.name))
            if time.monotonic() > deadline:
                raise HeadwaterError(
                    f"{title} did not respond within {_START_LIMIT_S:.0f} s",
                    detail=evidence(layout, server.name),
                    advice=f"If the machine is busy, try again. The logs are in {layout.logs}.",
                )
            time.sleep(_POLL_S)


def _ended(server: ServerProcess, title: str, detail: str) -> HeadwaterError:
    message = f"{title} ended during its start"
    if any(words in detail for words in _PORT_TAKEN):
        return PortTakenError(message, server=server.name, detail=detail)
    return HeadwaterError(message, detail=detail)


def titled(server: str) -> str:
    """The name of a server in messages: "proxy server", "engine"."""
    return server if server == ENGINE else f"{server} server"


def evidence(layout: Layout, server: str) -> str:
    """The end of a server's logs and output, each under its file's name."""
    parts = ((path, tail(path)) for path in (layout.log(server), layout.output(server)))
    return "\n".join(f"{path}:\n{text}" for path, text in parts if text)


def stop(servers: Iterable[ServerProcess]) -> None:
    """End the running servers, the proxy first so that it leaves no operation incomplete.

    A process that only has the id of one of ours is ignored. One that does not end within ten seconds is
    killed. HeadwaterError if even that does not end it.
    """
    for server in sorted(servers, key=lambda each: each.name != "proxy"):
        if not _end(server, signal.SIGTERM) and not _end(server, signal.SIGKILL):
            raise HeadwaterError(
                f"the {titled(server.name)} (process {server.pid}) cannot be stopped",
                advice="It may wait for a disk that does not answer. Check the disk, then try again.",
            )


def _end(server: ServerProcess, how: signal.Signals) -> bool:
    """Send a signal, if the server runs, and wait. Returns whether it has ended."""
    deadline = time.monotonic() + _STOP_LIMIT_S
    try:
        if process := server.find():
            process.send_signal(how)
    except psutil.NoSuchProcess:
        return True
    # Not psutil's wait, which also waits until the parent has reaped the process.
    while server.find():
        if time.monotonic() > deadline:
            return False
        time.sleep(_POLL_S)
    return True
