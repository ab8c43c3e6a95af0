"""What the store's processes hold: memory, descriptors, threads and files that are left over."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import psutil

from storlet_support import Store

SERVERS = ("account", "container", "object", "proxy", "engine")
_MORE_DESCRIPTORS = _MORE_THREADS = 24
_MORE_MEMORY = 128 << 20
"""Bytes. The growth that is allowed between two idle moments: caches and pools fill once."""


@dataclass(frozen=True)
class Holding:
    """What one process holds. Memory is the resident set in bytes."""

    memory: int
    descriptors: int
    threads: int


def holdings(store: Store) -> dict[str, Holding]:
    """What each server holds now."""
    return {name: _holding(psutil.Process(store.pid(name))) for name in SERVERS}


def growth(before: dict[str, Holding], after: dict[str, Holding]) -> Iterator[str]:
    """A sentence for each server that holds much more than before the work."""
    for name, old in before.items():
        new = after[name]
        if new.memory > old.memory + _MORE_MEMORY:
            yield f"the {name} server's memory grew from {old.memory >> 20} to {new.memory >> 20} MiB"
        if new.descriptors > old.descriptors + _MORE_DESCRIPTORS:
            yield f"the {name} server's descriptors grew from {old.descriptors} to {new.descriptors}"
        if new.threads > old.threads + _MORE_THREADS:
            yield f"the {name} server's threads grew from {old.threads} to {new.threads}"


def temporary_files(data: Path) -> int:
    """Files that Swift's object servers did not complete. A killed server leaves them to Swift's auditor."""
    return sum(1 for folder in (data / "nodes").glob("*/tmp*") for each in folder.iterdir() if each.is_file())


def _holding(process: psutil.Process) -> Holding:
    return Holding(process.memory_info().rss, process.num_fds(), process.num_threads())
