"""Rolling changes of the test cluster's versions, one server after the other: docs/operate/upgrade.md."""

import signal

import psutil

from cluster_config import NODES, PROXIES
from programs import install
from releases import Release
from storlet_support import await_true
from swift_cluster import ENGINES, Cluster

_DRAIN_SECONDS = 300

SERVERS = {
    "proxies": tuple(f"proxy-{number}" for number in range(1, PROXIES + 1)),
    "object servers": tuple(f"object-{node}" for node in range(1, len(NODES) + 1)),
    "engines": ENGINES,
}
STORLETS = "storlets"
ORDER = (*SERVERS, STORLETS)
"""The parts of an upgrade. A rollback has the reverse order."""


def change(cluster: Cluster, part: str, release: Release) -> None:
    """Change one part of the cluster to a release."""
    if part == STORLETS:
        with cluster.client(1) as client:
            client.send_ok("PUT", "/storlet/csv", data=release.csv.read_bytes())
        return
    for server in SERVERS[part]:
        install(cluster.plan, server, release)
        restart(cluster, server)


def restart(cluster: Cluster, server: str) -> None:
    """Restart an engine as systemd does. Reload another server as `swift-reload` does.

    Wait for the end of the old processes.
    """
    if server in ENGINES:
        cluster.stop(server)
        cluster.start(server)
        return
    old = psutil.Process(cluster.pid(server)).children()
    cluster.signal(server, signal.SIGUSR1)
    await_true(lambda: not any(each.is_running() for each in old), _DRAIN_SECONDS)


def versions(cluster: Cluster) -> dict[str, str]:
    """The version of each proxy's middleware and of each engine. Version 0.1 has no version in /info."""
    found = {engine: cluster.engine_status(engine)["version"] for engine in ENGINES}
    for number, proxy in enumerate(SERVERS["proxies"], 1):
        with cluster.client(number) as client:
            url = client.account.partition("/v1/")[0] + "/info"
            found[proxy] = client.request("GET", url, timeout=60).json()["storlets"].get("version", "")
    return found
