"""The output of `headwater status` and `up`, for people and for scripts."""

import os
import shutil
from dataclasses import dataclass
from pathlib import Path

from headwater.embedded import credentials as keys
from headwater.embedded import engine
from headwater.embedded.health import DEAD, ENGINE, RUNNING, server_state
from headwater.embedded.layout import Layout
from headwater.embedded.state import ServerProcess, State

REGION = "us-east-1"

STOPPED, BROKEN = "stopped", "broken"


@dataclass(frozen=True)
class Status:
    """The status of a store: RUNNING, STOPPED, or BROKEN if some of its servers are not RUNNING."""

    layout: Layout
    started: State | None
    servers: tuple[tuple[ServerProcess, str], ...]

    @property
    def state(self) -> str:
        """RUNNING, STOPPED or BROKEN."""
        states = {state for _, state in self.servers}
        if states <= {DEAD}:
            return STOPPED
        return RUNNING if states == {RUNNING} else BROKEN

    @property
    def storlets_absence(self) -> str:
        """The reason why a running store has no storlets. Empty if it has, or does not run."""
        without = self.started and all(server.name != ENGINE for server in self.started.servers)
        return engine.absence(self.layout) if without and self.state != STOPPED else ""

    @property
    def endpoint(self) -> str | None:
        """The URL of both APIs, or None if nothing runs."""
        return f"http://127.0.0.1:{self.started.port}" if self.started and self.state != STOPPED else None

    def as_dict(self) -> dict:
        """The JSON document of `--json`: sizes in bytes, times in ISO 8601, keys in plain text."""
        document = {
            "state": self.state,
            "data": str(self.layout.data),
            "access_log": str(self.layout.access_log),
            "servers": [self._server(*each) for each in self.servers],
            "storlets": {"enabled": not self.storlets_absence, "why": self.storlets_absence},
            "disk": disk_use(self.layout.nodes),
        }
        if self.endpoint and self.started:
            document |= {"port": self.started.port, "started_at": self.started.started_at}
            document |= connection(self.endpoint, keys.load(self.layout.credentials))
        return document

    def _server(self, server: ServerProcess, state: str) -> dict:
        log = str(self.layout.log(server.name))
        return {"name": server.name, "state": state, "pid": server.pid, "port": server.port, "log": log}


def check_servers(layout: Layout, started: State | None) -> Status:
    """Query the health of each recorded server."""
    servers = started.servers if started else ()
    return Status(layout, started, tuple((server, server_state(server)) for server in servers))


def connection(endpoint: str, credentials: keys.Credentials) -> dict:
    """The connection settings of a store, by both APIs, for its owner and its reader."""
    return {
        "s3": {
            "endpoint": endpoint,
            "region": REGION,
            "access_key": keys.OWNER,
            "secret_key": credentials.owner_secret,
        },
        "swift": {
            "auth_url": f"{endpoint}/auth/v1.0",
            "storage_url": f"{endpoint}/v1/AUTH_{keys.ACCOUNT}",
            "user": keys.OWNER,
            "key": credentials.owner_secret,
        },
        "readonly": {"access_key": keys.READER, "secret_key": credentials.reader_secret},
    }


def disk_use(folder: Path) -> dict[str, int]:
    """Bytes that the files under `folder` use on the disk, and free bytes of the disk."""
    if not folder.exists():
        return {"used_bytes": 0, "free_bytes": 0}
    return {"used_bytes": _used(folder), "free_bytes": shutil.disk_usage(folder).free}


def _used(folder: Path) -> int:
    total = 0
    for parent, _, names in os.walk(folder):
        for name in names:
            try:
                total += Path(parent, name).lstat().st_blocks * 512
            except FileNotFoundError:
                continue  # the store may change meanwhile
    return total
