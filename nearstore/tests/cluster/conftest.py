"""One cluster for all tests of this folder. `quiet` also requires that no proxy logs an error in the test."""

from collections.abc import Iterator

import pytest

from network import loopback
from swift_cluster import Cluster

OPTIONS = ("--workers", "64", "--grace", "10")
"""Of each engine: more workers than the requests in a test, so that all run concurrently."""


@pytest.fixture(scope="session")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    cluster = Cluster.up(tmp_path_factory.mktemp("cluster"), engine_options=OPTIONS)
    yield cluster
    cluster.down()


@pytest.fixture(scope="module")
def loopback_cluster(cluster: Cluster, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """Another cluster, as on a machine without network namespaces."""
    if not cluster.network.bridge:
        pytest.skip("the cluster of the other tests is on loopback too")
    folder = tmp_path_factory.mktemp("loopback")
    cluster = Cluster.up(folder, network=loopback, engine_options=OPTIONS)
    yield cluster
    cluster.down()


@pytest.fixture
def quiet(cluster: Cluster) -> Iterator[Cluster]:
    before = len(cluster.node_errors())
    yield cluster
    assert cluster.node_errors()[before:] == []
