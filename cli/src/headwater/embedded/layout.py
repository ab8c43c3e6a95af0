"""The paths of an embedded store in its data folder."""

import os
import shlex
from dataclasses import dataclass
from pathlib import Path


def default_data_folder() -> Path:
    """`$XDG_DATA_HOME/headwater`, or `~/.local/share/headwater`."""
    home = os.environ.get("XDG_DATA_HOME")
    return (Path(home) if home else Path.home() / ".local" / "share") / "headwater"


def data_argument(folder: Path) -> str:
    """What a command for the store of this folder needs after its name."""
    return "" if folder == default_data_folder() else f" --data {shlex.quote(str(folder))}"


@dataclass(frozen=True)
class Layout:
    """The paths in one data folder. Only `create` accesses the disk."""

    data: Path

    @property
    def etc(self) -> Path:
        """The servers' configuration and rings, written again at each start (except swift.conf)."""
        return self.data / "etc"

    @property
    def nodes(self) -> Path:
        """The folder of Swift's one device: objects, containers and accounts."""
        return self.data / "nodes"

    @property
    def logs(self) -> Path:
        """One log for each server, and the access log."""
        return self.data / "logs"

    @property
    def state(self) -> Path:
        """The running processes. Missing if there are none."""
        return self.data / "state.json"

    @property
    def engine_socket(self) -> Path:
        """The socket of the engine that runs storlets."""
        return self.data / "engine.sock"

    @property
    def engine_cache(self) -> Path:
        """The engine's compiled modules."""
        return self.data / "engine-cache"

    @property
    def credentials(self) -> Path:
        """The generated keys, readable by their owner only."""
        return self.data / "credentials.json"

    @property
    def lock(self) -> Path:
        """Held while `up` or `down` runs."""
        return self.data / "lock"

    @property
    def access_log(self) -> Path:
        """The proxy's access log, one line per client request: see `headwater.embedded.request_log`."""
        return self.logs / "proxy-access.log"

    def config(self, server: str) -> Path:
        """The paste configuration of a server ("proxy", "account", "container", "object")."""
        return self.etc / f"{server}-server.conf"

    def log(self, server: str) -> Path:
        """A server's log."""
        return self.logs / f"{server}.log"

    def output(self, server: str) -> Path:
        """A server's stdout and stderr: a traceback, if it could not start."""
        return self.logs / f"{server}.out"

    def create(self) -> None:
        """Create the folders, closed to other users because the configuration contains keys.

        Raises OSError if the disk or the permissions do not allow it.
        """
        self.data.mkdir(parents=True, exist_ok=True)
        self.data.chmod(0o700)
        for folder in (self.etc, self.nodes / DEVICE, self.logs, self.engine_cache):
            folder.mkdir(parents=True, exist_ok=True)
        self.engine_cache.chmod(0o700)  # required by the engine


DEVICE = "d1"
"""The name of the only device in every ring."""
