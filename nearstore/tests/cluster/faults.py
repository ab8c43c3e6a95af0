"""Faults that the operator of a cluster meets, each of one node. They end with their `with` statement."""

import random
import shutil
from collections.abc import Callable, Iterator
from configparser import ConfigParser
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass

from fault_proxy import FaultProxy

from addresses import listens
from cluster_config import DEVICES, NODES, PROXIES, STORAGE
from fault_load import Drawn
from rolling import restart
from storlet_support import await_true
from swift_cluster import Cluster

_CHANCES = {"503": 0.2, "lost answer": 0.2, "cut answer": 0.2}
_MORE_THAN_ALL = str(1 << 62)
"""Bytes that no device has free."""


def _unprepared(inject: Callable[[Cluster, int, random.Random], AbstractContextManager[None]]):
    """Of a fault that needs no preparation."""

    @contextmanager
    def prepare(cluster: Cluster, node: int, draw: random.Random) -> Iterator[AbstractContextManager[None]]:
        yield inject(cluster, node, draw)

    return prepare


def _harms_none(_drawn: Drawn, _node: int) -> bool:
    return False


@dataclass(frozen=True)
class Fault:
    """A fault, and which requests may fail that begin while it lasts. For all others, Swift has replicas."""

    prepare: Callable[[Cluster, int, random.Random], AbstractContextManager[AbstractContextManager[None]]]
    """Before any request is sent."""
    harms: Callable[[Drawn, int], bool] = _harms_none
    nodes: int = len(NODES)
    restarts: bool = True
    """Whether it starts a server of the node again. A proxy is of none."""


def _killed(kind: str) -> Callable[[Cluster, int, random.Random], AbstractContextManager[None]]:
    """Of the node's server of this kind, which is started again."""

    @contextmanager
    def inject(cluster: Cluster, node: int, _draw: random.Random) -> Iterator[None]:
        server = f"{kind}-{node}"
        cluster.kill(server)
        try:
            yield
        finally:
            cluster.start(server)

    return inject


@contextmanager
def _partitioned(cluster: Cluster, node: int, _draw: random.Random) -> Iterator[None]:
    """The node's three servers reach nothing, and nothing reaches them."""
    servers = [f"{kind}-{node}" for kind in STORAGE]
    with cluster.network.of(servers[0]).cut([cluster.pid(server) for server in servers]):
        yield


@contextmanager
def _unmounted(cluster: Cluster, node: int, draw: random.Random) -> Iterator[None]:
    """The device's folder is empty, as a mount point without its device."""
    device = cluster.plan.devices(node) / draw.choice(DEVICES)
    away = cluster.plan.folder / f"unmounted-{node}-{device.name}"
    device.rename(away)
    device.mkdir()
    try:
        yield
    finally:
        shutil.rmtree(device)  # requests in progress may have written there
        away.rename(device)


@contextmanager
def _full(cluster: Cluster, node: int, _draw: random.Random) -> Iterator[None]:
    """The node's devices have less space than their reserve."""
    reconfigure(cluster, f"object-{node}", fallocate_reserve=_MORE_THAN_ALL)
    restart(cluster, f"object-{node}")
    try:
        yield
    finally:
        reconfigure(cluster, f"object-{node}", fallocate_reserve="0")
        restart(cluster, f"object-{node}")


@contextmanager
def _before_lossy_server(
    cluster: Cluster, node: int, draw: random.Random
) -> Iterator[AbstractContextManager[None]]:
    with lossy(cluster, node, draw.randrange(2**32), _CHANCES) as proxy:
        proxy.is_on = False
        yield _answers_lost(proxy)


@contextmanager
def _answers_lost(proxy: FaultProxy) -> Iterator[None]:
    proxy.is_on = True
    try:
        yield
        await_true(lambda: proxy.faults.total() > 0, 60)
    finally:
        proxy.is_on = False
    print(f"{proxy.requests} requests of the object server: {dict(proxy.faults)}")


@contextmanager
def lossy(cluster: Cluster, node: int, seed: int, chances: dict[str, float]) -> Iterator[FaultProxy]:
    """A proxy that makes faults has the address of an object server, which has one of loopback."""
    server = f"object-{node}"
    place = cluster.network.of(server)
    address = cluster.plan.addresses[server]
    behind = (f"127.0.1.{node}", address.port)
    cluster.kill(server)
    proxy = place.run(lambda: FaultProxy(behind, seed, chances, (address.ip, address.port)))
    try:
        reconfigure(cluster, server, bind_ip=behind[0])
        cluster.start(server)
        await_true(lambda: place.run(lambda: listens(behind)), 60)
        yield proxy
    finally:
        cluster.kill(server)
        proxy.close()
        reconfigure(cluster, server, bind_ip=address.ip)
        cluster.start(server)


def reconfigure(cluster: Cluster, server: str, section: str = "DEFAULT", **settings: str) -> None:
    """Change a server's configuration, which it reads at its next start or reload."""
    path = cluster.plan.config(server)
    config = ConfigParser(interpolation=None)
    config.read(path)
    config[section].update(settings)
    with path.open("w") as file:
        config.write(file)


def _harms_storlets_of_its_proxy(drawn: Drawn, node: int) -> bool:
    return drawn.proxy == node and not drawn.kind.startswith("plain")


def _harms_its_proxy(drawn: Drawn, node: int) -> bool:
    return drawn.proxy == node


def _harms_erasure_puts(drawn: Drawn, _node: int) -> bool:
    """An object server accepts a fragment before it sees that it has no space, and all are needed."""
    return drawn.policy == "erasure" and "PUT" in drawn.kind


def _harms_all_but_plain_gets(drawn: Drawn, _node: int) -> bool:
    return not drawn.survives


FAULTS = {
    "engine killed": Fault(_unprepared(_killed("engine")), _harms_storlets_of_its_proxy),
    "object server killed": Fault(_unprepared(_killed("object"))),
    "proxy killed": Fault(_unprepared(_killed("proxy")), _harms_its_proxy, PROXIES, restarts=False),
    "node partitioned": Fault(_unprepared(_partitioned), restarts=False),
    "device unmounted": Fault(_unprepared(_unmounted), restarts=False),
    "devices full": Fault(_unprepared(_full), _harms_erasure_puts),
    "answers lost": Fault(_before_lossy_server, _harms_all_but_plain_gets),
}
