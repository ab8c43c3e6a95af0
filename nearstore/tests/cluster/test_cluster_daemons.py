"""Swift's replicator, reconstructor and auditor beside storlets: a node gets lost objects again."""

import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from cluster_config import NODES, POLICIES
from programs import script
from swift_cluster import Cluster

TEXT = b"".join(b"line %d, and so on\n" % number for number in range(20_000))
REQUIRE = json.dumps({"require": [{"storlet": "many", "parameters": {"do": "upper"}}]})
LOST = 2


def objects(cluster: Cluster, node: int) -> dict[str, bytes]:
    """The files of a node's objects, by their paths in it."""
    root = cluster.plan.devices(node)
    return {str(path.relative_to(root)): path.read_bytes() for path in root.glob("*/objects*/**/*.data")}


def run_once(cluster: Cluster, daemon: str) -> None:
    """Run one of the object servers' daemons on every node, to its end."""
    command, servers = script(cluster.plan, f"object-{daemon}"), [f"object-{node}" for node in NODES]
    running = [
        subprocess.Popen([*cluster.network.of(server).entry, command, cluster.plan.config(server), "once"])
        for server in servers
    ]
    assert [process.wait(300) for process in running] == [0] * len(running)


@pytest.fixture
def paths(cluster: Cluster) -> list[str]:
    """The text in containers of each policy, with a storlet that readers need and without."""
    client = cluster.client(1)
    paths = []
    for policy in POLICIES:
        headers = {"X-Storage-Policy": policy, "X-Container-Storlet-Policy": REQUIRE}
        client.send_ok("PUT", f"/guarded-{policy}", headers=headers)
        paths += [f"/{policy}/daemons", f"/guarded-{policy}/daemons"]
    for path in paths:
        client.send_ok("PUT", path, data=TEXT)
    return paths


@pytest.fixture
def bereft(cluster: Cluster, paths: list[str]) -> Iterator[dict[str, bytes]]:
    """The objects of a node, which has lost all of them."""
    before = objects(cluster, LOST)
    for folder in cluster.plan.devices(LOST).glob("*/objects*"):
        shutil.rmtree(folder)
    return before


def test_a_node_gets_its_objects_again(cluster: Cluster, paths: list[str], bereft: dict[str, bytes]) -> None:
    for daemon in ("replicator", "reconstructor", "auditor"):
        run_once(cluster, daemon)
    assert {Path(path).name for path in objects(cluster, LOST)} >= {Path(path).name for path in bereft}
    assert [*cluster.plan.folder.glob("node-*/*/quarantined")] == []
    cluster.kill("object-1")
    try:
        for path in paths:
            assert cluster.client(2).run(path, do="upper") == TEXT.upper()
    finally:
        cluster.start("object-1")
        for number in (1, 2):
            cluster.restart(f"proxy-{number}")
