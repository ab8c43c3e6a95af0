"""Requests through the faults of an operator's day: each answer is whole, or fails cleanly.

HEADWATER_SEED repeats the draws of a run, but not its timing.
"""

import os
import random

import pytest

from cluster_config import PROXIES
from fault_load import Drawn, FaultLoad, store_objects
from faults import FAULTS, Fault, lossy
from load_requests import TEXT
from releases import CURRENT
from rolling import STORLETS, change
from swift_cluster import Cluster

_PROXIES = range(1, PROXIES + 1)
_READS = 20
"""So many that one of three nodes is among those that answer first."""


@pytest.fixture(scope="module")
def ready(cluster: Cluster) -> Cluster:
    """The cluster, with this version's storlets and the objects."""
    _prepare(cluster)
    return cluster


def _prepare(cluster: Cluster) -> None:
    change(cluster, STORLETS, CURRENT)
    store_objects(cluster.client(1))


@pytest.mark.parametrize("name", FAULTS)
@pytest.mark.parametrize(
    ("each", "until"),
    [pytest.param(16, 0.3, id="short"), pytest.param(200, 0.8, marks=pytest.mark.long, id="whole")],
)
def test_each_answer_is_whole_or_fails_cleanly(ready: Cluster, name: str, each: int, until: float) -> None:
    _check(ready, name, each, until)


@pytest.mark.parametrize("name", ["node partitioned", "answers lost"])
def test_faults_of_the_network_on_loopback(loopback_cluster: Cluster, name: str) -> None:
    _prepare(loopback_cluster)
    _check(loopback_cluster, name, 16, 0.3)


def _check(cluster: Cluster, name: str, each: int, until: float) -> None:
    fault, seed = FAULTS[name], int(os.environ.get("HEADWATER_SEED", random.randrange(2**32)))
    draw = random.Random(f"{name} {seed}")
    node = draw.randrange(fault.nodes) + 1
    load = FaultLoad([cluster.client(number) for number in _PROXIES], draw, each)
    try:
        with fault.prepare(cluster, node, draw) as strike:
            load.run(strike, until)
    finally:
        _forget_node_errors(cluster)
    print(f"\n{cluster.network.of(f'object-{node}')}, HEADWATER_SEED={seed}", load.report(name), sep="\n")
    assert [drawn for drawn in load.requests if drawn.wrong] == []
    assert [
        drawn for drawn in load.requests if drawn.failure and not _may_fail(drawn, fault, node, load)
    ] == []
    client = cluster.client(1)
    for path, content in load.stored.items():
        assert client.send_ok("GET", path).content == content, path


def test_a_proxy_completes_an_answer_that_breaks_off_in_its_first_frame(ready: Cluster) -> None:
    client = ready.client(1)
    client.send_ok("PUT", "/replicas/cut", data=TEXT)
    try:
        with lossy(ready, 1, 0, {"cut answer": 1}):
            for _ in range(_READS):
                assert client.run("/replicas/cut", do="upper") == TEXT.upper()
    finally:
        _forget_node_errors(ready)


def _forget_node_errors(cluster: Cluster) -> None:
    """Restart the proxies, which would avoid nodes."""
    proxies = [f"proxy-{number}" for number in _PROXIES]
    for proxy in proxies:
        cluster.kill(proxy)
    cluster.start(*proxies)


def _may_fail(drawn: Drawn, fault: Fault, node: int, load: FaultLoad) -> bool:
    """Whether it was in progress when the fault began, or is one that the fault harms."""
    began_before = drawn.began < load.in_effect and not drawn.survives
    return began_before or fault.harms(drawn, node)
