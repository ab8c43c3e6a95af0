"""Replicas of a container on a real Swift of three nodes: they differ, and agree again."""

import subprocess
import time
from pathlib import Path

from cluster_config import NODES
from programs import script
from replicas import Replicas, is_unknown_to_all
from swift_cluster import Cluster

LATE = 3


def run_once(cluster: Cluster, daemon: str) -> None:
    """Run a daemon on each node, to its end."""
    server = daemon.partition("-")[0]
    for node in NODES:
        command = [script(cluster.plan, daemon), cluster.plan.config(f"{server}-{node}"), "once"]
        subprocess.run(command, check=True, timeout=300)


def test_listings_lag_until_swift_has_sent_what_a_server_missed(tmp_path: Path) -> None:
    cluster = Cluster.up(tmp_path)
    try:
        client, replicas = cluster.client(1), Replicas(cluster.plan, "AUTH_tenant", "replicas")
        client.send_ok("PUT", "/replicas/before", data=b"x")
        replicas.await_agreement()
        agreed = time.monotonic()
        cluster.kill(f"container-{LATE}")
        client.send_ok("PUT", "/replicas/missed", data=b"x")
        cluster.start(f"container-{LATE}")
        begun = time.monotonic()
        assert not replicas.look()
        assert replicas.settled(time.monotonic()) < agreed
        for daemon in ("object-updater", "container-replicator"):
            run_once(cluster, daemon)
        assert replicas.look()
        assert replicas.settled(time.monotonic()) > begun
        assert replicas.settled(agreed) < agreed
    finally:
        cluster.down()


def test_an_update_of_two_object_servers_is_known_although_a_device_is_away(tmp_path: Path) -> None:
    def wait_in(device: str) -> None:
        folder = tmp_path / device / "async_pending" / "a1b"
        folder.mkdir(parents=True)
        (folder / "a1b2c3-1795.00000").touch()

    wait_in("node-1/d1")
    assert not is_unknown_to_all(tmp_path)
    wait_in("unmounted-2-d1")
    assert is_unknown_to_all(tmp_path)
