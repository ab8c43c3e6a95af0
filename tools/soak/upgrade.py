"""An upgrade in the middle of a soak, in the order of docs/operate/upgrade.md."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil

from releases import Release
from storlet_support import Store

_SERVERS = ("proxy", "object", "engine")
"""In the order of an upgrade. The storlet follows."""

_END_S = 30


class Installation:
    """The version that a store's servers use from their next start on."""

    def __init__(self, middleware: Path) -> None:
        self._link = middleware

    def change(self, store: Store, release: Release) -> None:
        """Install a version, restart the servers one after the other, and deploy its storlet."""
        new = self._link.with_suffix(".new")
        new.symlink_to(release.middleware)
        new.rename(self._link)
        store.program = release.engine
        for name in _SERVERS:
            _end(store, name)
            store.revive(name)
        store.owner.authenticate()
        store.owner.send_ok("PUT", "/storlet/csv", data=release.csv.read_bytes())


@contextmanager
def installed(folder: Path) -> Iterator[Installation]:
    """Until it ends, servers start with what is installed. That is this checkout's version at first."""
    link, before = folder / "middleware", os.environ.get("PYTHONPATH", "")
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [str(link), before]))
    try:
        yield Installation(link)
    finally:
        os.environ["PYTHONPATH"] = before


def _end(store: Store, name: str) -> None:
    """As systemd ends it."""
    process = psutil.Process(store.pid(name))
    process.terminate()
    process.wait(_END_S)
