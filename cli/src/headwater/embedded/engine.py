"""The engine that runs storlets: finds its program and starts it."""

import os
import shutil
from collections.abc import Sequence
from pathlib import Path

from headwater.core.artifacts import shipped
from headwater.embedded import processes
from headwater.embedded.health import ENGINE
from headwater.embedded.layout import Layout
from headwater.embedded.state import ServerProcess

PROGRAM = "headwater-engine"

_GRACE_S = 5
"""The time for running requests at `down`, which waits longer than that."""

_MAX_SOCKET_PATH = 107
"""Linux's limit for the path of a Unix socket."""


def find(layout: Layout) -> Path | None:
    """The program, shipped or on the PATH. None if there is none, or its socket could not be reached."""
    if len(os.fsencode(layout.engine_socket)) > _MAX_SOCKET_PATH:
        return None
    if os.access(shipped(PROGRAM), os.X_OK):
        return shipped(PROGRAM)
    found = shutil.which(PROGRAM)
    return Path(found) if found else None


def absence(layout: Layout) -> str:
    """The reason why a store of this layout runs no engine, and the remedy."""
    if len(os.fsencode(layout.engine_socket)) > _MAX_SOCKET_PATH:
        return f"the path of {layout.engine_socket} is too long for a socket: choose a shorter --data"
    return f"no {PROGRAM} in the package, in dist or on the PATH: build it with `make build`"


def unprivileged() -> list[str]:
    """The options for root: the engine runs untrusted programs, and refuses to do so as root."""
    return ["--user", "nobody"] if os.geteuid() == 0 else []


def start(layout: Layout, program: Path, port: int, options: Sequence[str] = ()) -> ServerProcess:
    """Start it in a separate session. It serves its metrics on `port` of loopback, for Prometheus."""
    socket = str(layout.engine_socket)
    metrics = f"127.0.0.1:{port}"
    command = [str(program), "serve", "--socket", socket, "--cache", str(layout.engine_cache)]
    command += ["--metrics", metrics, "--grace", str(_GRACE_S)]
    process = processes.launch(layout, [*command, *unprivileged(), *options], layout.log(ENGINE))
    return ServerProcess(ENGINE, process.pid, process.create_time(), port, socket)
