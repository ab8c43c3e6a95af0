"""The network of the test cluster: a namespace for each node if the machine allows it, otherwise loopback."""

import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from ctypes import CDLL, get_errno
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import psutil

from cluster_config import NODES, node_of

_NETWORKS = range(512)
"""Each is a /24 of 198.18.0.0/15, which RFC 2544 reserves for tests, and gives its namespaces their names."""
_NAMED = Path("/run/netns")
_CLONE_NEWNET = 0x40000000

Returned = TypeVar("Returned")


@dataclass(frozen=True)
class Loopback:
    """A loopback address, which is the place of the proxies, and of a node without a namespace."""

    ip: str
    entry: Sequence[str] = ()
    """The start of a command that runs in this place."""

    def run(self, function: Callable[[], Returned]) -> Returned:
        """Call a function in this place. The sockets and threads that it creates stay there."""
        return function()

    @contextmanager
    def cut(self, servers: Sequence[int]) -> Iterator[None]:
        """Stop these processes and their workers: Linux accepts connections for them, and nothing answers."""
        mains = [psutil.Process(pid) for pid in servers]
        processes = [each for main in mains for each in (main, *main.children(recursive=True))]
        try:
            for process in processes:
                process.suspend()
            yield
        finally:
            for process in processes:
                process.resume()


@dataclass(frozen=True)
class Namespace:
    """The network namespace of a node. Its link ends at a bridge, which has a namespace too."""

    ip: str
    name: str
    bridge: str

    @property
    def entry(self) -> Sequence[str]:
        """The start of a command that runs in this place. The command keeps the process id."""
        return ("nsenter", f"--net={_NAMED / self.name}")

    def run(self, function: Callable[[], Returned]) -> Returned:
        """Call a function in this place. The sockets and threads that it creates stay there."""

        def inside() -> Returned:
            self._enter()
            return function()

        with ThreadPoolExecutor(1) as thread:
            return thread.submit(inside).result()

    @contextmanager
    def cut(self, _servers: Sequence[int]) -> Iterator[None]:
        """Take the link down: no packet reaches the node, and none leaves it."""
        _ip("-n", self.bridge, "link", "set", self.name, "down")
        try:
            yield
        finally:
            _ip("-n", self.bridge, "link", "set", self.name, "up")

    def create(self) -> None:
        """Create it, and join it to the bridge."""
        _ip("netns", "add", self.name)
        _ip("-n", self.name, "link", "set", "lo", "up")
        _ip("-n", self.name, "link", "add", "eth0", "type", "veth", "peer", self.name, "netns", self.bridge)
        _ip("-n", self.name, "address", "add", f"{self.ip}/24", "dev", "eth0")
        _ip("-n", self.name, "link", "set", "eth0", "up")
        _ip("-n", self.bridge, "link", "set", self.name, "master", "bridge", "up")

    def _enter(self) -> None:
        """Move this thread. Python's own `os.setns` is that of 3.12."""
        with (_NAMED / self.name).open() as namespace:
            if CDLL(None, use_errno=True).setns(namespace.fileno(), _CLONE_NEWNET):
                raise OSError(get_errno(), os.strerror(get_errno()), self.name)


class Network:
    """The places of a cluster's servers. `bridge` is the namespace that joins those of the nodes."""

    def __init__(self, nodes: Sequence[Loopback | Namespace], bridge: str = "") -> None:
        self._nodes = nodes
        self.bridge = bridge

    def of(self, server: str) -> Loopback | Namespace:
        """The place of a server or daemon."""
        node = node_of(server)
        return self._nodes[node - 1] if node else Loopback("127.0.0.1")

    def close(self) -> None:
        """Remove it, after the servers have ended. The bridge, which claims the names, is last."""
        if not self.bridge:
            return
        if Path("/sys/class/net", self.bridge).exists():
            _ip("link", "delete", self.bridge)
        for name in (*(each.name for each in self._nodes), self.bridge):
            if (_NAMED / name).exists():
                _ip("netns", "delete", name)


def separate() -> Network:
    """Namespaces, if the machine allows them. Otherwise the addresses of loopback."""
    try:
        return namespaces()
    except OSError as refused:
        print(f"The nodes have no network namespaces: {refused}", file=sys.stderr)
        return loopback()


def loopback() -> Network:
    """Nodes on 127.0.0.1 to 127.0.0.3."""
    return Network([Loopback(f"127.0.0.{node}") for node in NODES])


def namespaces() -> Network:
    """Nodes with a namespace each, which the proxies reach by a bridge. OSError if it is not allowed."""
    number, bridge = _claimed()
    prefix = f"198.{18 + number // 256}.{number % 256}"
    nodes = [Namespace(f"{prefix}.{node}", f"{bridge}-{node}", bridge) for node in NODES]
    network = Network(nodes, bridge)
    try:
        _ip("-n", bridge, "link", "add", "bridge", "type", "bridge")
        _ip("-n", bridge, "link", "set", "bridge", "up")
        _ip("link", "add", bridge, "type", "veth", "peer", "host", "netns", bridge)
        _ip("-n", bridge, "link", "set", "host", "master", "bridge", "up")
        _ip("address", "add", f"{prefix}.254/24", "dev", bridge)
        _ip("link", "set", bridge, "up")
        for node in nodes:
            node.create()
    except BaseException:
        network.close()
        raise
    return network


def _claimed() -> tuple[int, str]:
    """A network that no cluster has, also none that was killed: its number, and its bridge's namespace."""
    for number in random.sample(_NETWORKS, len(_NETWORKS)):
        try:
            _ip("netns", "add", name := f"headwater-{number}")
        except FileExistsError:
            continue
        return number, name
    raise OSError("all are used: `ip netns list`")


def _ip(*words: str) -> None:
    """Run `ip` of iproute2. Its error is an OSError."""
    done = subprocess.run(["ip", *words], capture_output=True, text=True, check=False)
    if done.returncode:
        kind = FileExistsError if "File exists" in done.stderr else OSError
        raise kind(f"{' '.join(done.args)}: {done.stderr.strip()}")
