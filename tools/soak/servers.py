"""What the cluster's processes hold: memory, descriptors, threads and files that are left over."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

import psutil

from cluster_config import DEVICES, NODES, Plan
from swift_cluster import ENGINES, Cluster

_MORE_DESCRIPTORS = _MORE_THREADS = 24
_MORE_MEMORY = 128 << 20
"""Bytes. The growth that is allowed between two idle moments: caches and pools fill once."""


@dataclass(frozen=True)
class Holding:
    """What one server holds with its workers. Memory is the sum of the resident sets in bytes."""

    memory: int
    descriptors: int
    threads: int


def holdings(cluster: Cluster) -> dict[str, Holding]:
    """What each server holds now."""
    return {name: _holding(psutil.Process(cluster.pid(name))) for name in (*cluster.plan.addresses, *ENGINES)}


def growth(before: dict[str, Holding], after: dict[str, Holding]) -> Iterator[str]:
    """A sentence for each server that holds much more than before the work."""
    for name, old in before.items():
        new = after[name]
        if new.memory > old.memory + _MORE_MEMORY:
            yield f"the memory of {name} grew from {old.memory >> 20} to {new.memory >> 20} MiB"
        if new.descriptors > old.descriptors + _MORE_DESCRIPTORS:
            yield f"the descriptors of {name} grew from {old.descriptors} to {new.descriptors}"
        if new.threads > old.threads + _MORE_THREADS:
            yield f"the threads of {name} grew from {old.threads} to {new.threads}"


def temporary_files(plan: Plan) -> int:
    """Files that Swift's object servers did not complete. A killed server leaves them to Swift's auditor."""
    devices = (plan.devices(node) / device for node in NODES for device in DEVICES)
    folders = (folder for device in devices for folder in device.glob("tmp*"))
    return sum(1 for folder in folders for each in folder.iterdir() if each.is_file())


def _holding(server: psutil.Process) -> Holding:
    memory = descriptors = threads = 0
    for process in (server, *server.children(recursive=True)):
        with suppress(psutil.NoSuchProcess):  # a worker that ends
            memory += process.memory_info().rss
            descriptors += process.num_fds()
            threads += process.num_threads()
    return Holding(memory, descriptors, threads)
