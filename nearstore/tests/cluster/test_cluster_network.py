"""The network of the cluster: which places reach each other, what a partition cuts, and what remains."""

import random
import re
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from cluster_config import NODES
from network import Loopback, Namespace, Network, loopback, namespaces, separate
from swift_cluster import Cluster

PAGE = (Path(__file__).resolve().parents[3] / "docs/operate/cluster.md").read_text()
COMMANDS = re.findall(r"^ip -n .*$", PAGE, re.MULTILINE)

SECONDS = 60
"""For what must arrive. What must not arrive is awaited for 1 s."""


def made() -> Network:
    """A network of namespaces."""
    try:
        return namespaces()
    except OSError as refused:
        pytest.skip(f"the machine has no network namespaces: {refused}")


@pytest.fixture(params=[loopback, made], ids=["loopback", "namespaces"])
def network(request: pytest.FixtureRequest) -> Iterator[Network]:
    network = request.param()
    yield network
    network.close()


@pytest.fixture
def divided() -> Iterator[Network]:
    network = made()
    yield network
    network.close()


def connection(
    source: Loopback | Namespace, target: Loopback | Namespace, seconds: float = SECONDS
) -> tuple[socket.socket, socket.socket]:
    """Both ends of a connection between two places. OSError if there is none."""
    with target.run(lambda: socket.create_server((target.ip, 0))) as listener:
        near = source.run(lambda: socket.create_connection(listener.getsockname(), seconds))
        far, _ = listener.accept()
    for end in (near, far):
        end.settimeout(seconds)
    return near, far


def remains(network: Network) -> bool:
    """Whether the machine has a part of the network."""
    folders = [Path("/run/netns", network.bridge), Path("/sys/class/net", network.bridge)]
    folders += [Path("/run/netns", network.of(f"object-{node}").name) for node in NODES]
    return any(folder.exists() for folder in folders)


def test_nodes_and_proxies_reach_each_node(network: Network) -> None:
    nodes = [network.of(f"object-{node}") for node in NODES]
    for source in (network.of("proxy-1"), *nodes):
        for target in nodes:
            for end in connection(source, target):
                end.close()


def test_nothing_reaches_a_partitioned_node(divided: Network) -> None:
    proxy, node, other = (divided.of(name) for name in ("proxy-1", "object-1", "container-2"))
    ends = connection(proxy, node, 1)
    with node.cut([]):
        for source, target in ((proxy, node), (other, node), (node, other)):
            with pytest.raises(OSError):  # noqa: PT011
                connection(source, target, 1)
        connection(proxy, other)
        for end in ends:
            end.sendall(b"late")
        for end in ends:
            with pytest.raises(TimeoutError):
                end.recv(4)
    for end in ends:
        end.settimeout(SECONDS)
        assert end.recv(4) == b"late"
    for source, target in ((proxy, node), (other, node), (node, other)):
        connection(source, target)


def test_the_commands_of_the_page(divided: Network) -> None:
    proxy, node = divided.of("proxy-1"), divided.of("object-2")
    down, up = (command.replace("headwater-37", divided.bridge).split() for command in COMMANDS)
    subprocess.run(down, check=True)
    with pytest.raises(OSError):  # noqa: PT011
        connection(proxy, node, 1)
    subprocess.run(up, check=True)
    connection(proxy, node)


def test_a_command_on_a_node_keeps_its_process_id(divided: Network) -> None:
    words = [*divided.of("engine-3").entry, "sh", "-c", "echo $$; ip -brief address show eth0"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as process:
        pid, address = process.stdout.read().splitlines()
    assert int(pid) == process.pid
    assert divided.of("engine-3").ip in address


def test_a_killed_run_does_not_stop_the_next_one(divided: Network, monkeypatch: pytest.MonkeyPatch) -> None:
    """The fixture has the namespaces that remain."""
    drawn = [_number(divided), *random.sample(range(512), 512)]
    monkeypatch.setattr(random, "sample", lambda *_: drawn)
    network = namespaces()
    try:
        assert network.bridge != divided.bridge
        connection(network.of("proxy-1"), network.of("object-1"))
    finally:
        network.close()
    assert not remains(network)
    assert remains(divided)
    connection(divided.of("proxy-1"), divided.of("object-1"))


def test_nothing_remains_of_half_a_network(divided: Network, monkeypatch: pytest.MonkeyPatch) -> None:
    divided.close()
    monkeypatch.setattr(random, "sample", lambda *_: [_number(divided)])
    subprocess.run(["ip", "netns", "add", divided.of("object-3").name], check=True)
    with pytest.raises(FileExistsError):
        namespaces()
    assert not remains(divided)


def test_nothing_remains_of_a_cluster_that_does_not_start(divided: Network, tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="engine-1 did not start"):
        Cluster.up(tmp_path, network=lambda: divided, engine_options=["--no-such-option"])
    assert not remains(divided)


def test_nodes_are_on_loopback_without_iproute2(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", "")
    assert separate().of("object-2") == Loopback("127.0.0.2")
    out, err = capsys.readouterr()
    assert (out, "'ip'" in err) == ("", True)


def _number(network: Network) -> int:
    return int(network.bridge.rpartition("-")[2])
