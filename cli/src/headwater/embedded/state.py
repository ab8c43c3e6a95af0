"""The record of running processes, which identifies the processes that are ours."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path

import psutil

from headwater.core.errors import HeadwaterError
from headwater.embedded.files import write_private

_CLOCK_SLACK_S = 2.0
"""psutil derives a start time from the boot time, which changes slightly when the clock is set."""


@dataclass(frozen=True)
class ServerProcess:
    """One server process. Start time (seconds since 1970) and configuration detect a reused pid."""

    name: str
    pid: int
    created: float
    port: int
    config: str

    def find(self) -> psutil.Process | None:
        """The process, if it still runs and is this one. A zombie does not run."""
        try:
            process = psutil.Process(self.pid)
            same_start = abs(process.create_time() - self.created) < _CLOCK_SLACK_S
            # While Linux loads a program, the process has no arguments yet.
            arguments = process.cmdline()
            ours = same_start and (not arguments or self.config in arguments)
            return process if ours and process.status() != psutil.STATUS_ZOMBIE else None
        except psutil.Error:
            return None


@dataclass(frozen=True)
class State:
    """What `up` started: the client port, the time (ISO 8601, UTC), and the servers."""

    port: int
    started_at: str
    servers: tuple[ServerProcess, ...]

    def alive(self) -> tuple[ServerProcess, ...]:
        """The servers that still run."""
        return tuple(server for server in self.servers if server.find())


def save(path: Path, state: State) -> None:
    """Write the state file atomically."""
    write_private(path, json.dumps(asdict(state), indent=2) + "\n")


def load(path: Path) -> State | None:
    """The recorded state, or None if nothing was started here. HeadwaterError if it cannot be read."""
    try:
        fields = json.loads(path.read_text(encoding="utf-8"))
        fields["servers"] = tuple(ServerProcess(**server) for server in fields["servers"])
        return State(**fields)
    except FileNotFoundError:
        return None
    except (ValueError, TypeError, KeyError) as error:
        raise HeadwaterError(
            f"{path} is damaged ({type(error).__name__})",
            advice="End the processes that name this folder on their command line, then remove the file.",
        ) from error
