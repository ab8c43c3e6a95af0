"""An upgrade in the middle of a soak, in the order of docs/operate/upgrade.md."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import headwater_swift
import psutil
from headwater.core.artifacts import shipped
from headwater.embedded.engine import PROGRAM

from storlet_support import Store

_SERVERS = ("proxy", "object", "engine")
"""In the order of an upgrade. The storlet follows."""

_END_S = 30


@dataclass(frozen=True)
class Release:
    """A version: its engine's program, the folder of its Python middleware, and its csv storlet's module."""

    engine: Path
    middleware: Path
    csv: Path

    @classmethod
    def built(cls, folder: Path) -> Self:
        """What `tools/last-version` built there."""
        built = folder.absolute()
        return cls(built / PROGRAM, built / "middleware", built / "csv.wasm")

    @classmethod
    def current(cls) -> Self:
        """The version of this checkout."""
        middleware = Path(headwater_swift.__file__).parents[1]
        return cls(shipped(PROGRAM), middleware, shipped("storlets") / "csv.wasm")


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
