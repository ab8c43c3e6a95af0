"""Rolling restarts, an upgrade and a rollback under a steady load, of which no request fails."""

from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

import pytest

from releases import CURRENT, Release
from rolling import ORDER, SERVERS, STORLETS, change, restart, versions
from steady_load import SteadyLoad
from swift_cluster import Cluster

_BUILT = Path(__file__).resolve().parents[3] / ".cache/last-version"
LAST = Release.built(_BUILT)
"""What `make test-cluster` builds by tools/last-version."""

_FASTEST_FIRST = tuple(reversed(ORDER))


def steady(cluster: Cluster) -> SteadyLoad:
    return SteadyLoad([cluster.client(number) for number in (1, 2)])


def check(cluster: Cluster, load: SteadyLoad) -> None:
    print(load.counts.report())
    assert load.counts.failures == [], cluster.node_errors()[-10:]
    assert load.counts.refused.total() <= load.counts.sent.total() / 1000, load.counts.refusals


def test_no_request_fails_while_each_server_restarts(cluster: Cluster) -> None:
    change(cluster, STORLETS, CURRENT)
    load = steady(cluster)
    load.once()
    with load:
        for part in SERVERS.values():
            for server in part:
                restart(cluster, server)
    check(cluster, load)


@pytest.fixture(scope="class")
def older(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A cluster of the last version."""
    if not LAST.csv.exists():
        pytest.skip("the last version is not built: make .cache/last-version/commit")
    cluster = Cluster.up(tmp_path_factory.mktemp("older"), release=LAST)
    change(cluster, STORLETS, LAST)
    yield cluster
    cluster.down()


@pytest.mark.long
class TestUpgrade:
    """The last version and this one."""

    def test_no_request_fails_in_an_upgrade_and_a_rollback(self, older: Cluster) -> None:
        old = versions(older)
        load = steady(older)
        load.once()
        with load:
            for part in ORDER:
                change(older, part, CURRENT)
            new = versions(older)
            for part in reversed(ORDER):
                change(older, part, LAST)
        assert set(new.values()) == {version("headwater-swift")}
        assert versions(older) == old
        assert not set(old.values()) & set(new.values())
        check(older, load)

    def test_each_mixture_of_versions_answers_each_request(self, older: Cluster) -> None:
        load, current = steady(older), dict.fromkeys(ORDER, LAST)
        for mixture in _gray_codes(len(ORDER)):  # the slowest changes are the rarest
            releases = [CURRENT if is_new else LAST for is_new in mixture]
            wanted = dict(zip(_FASTEST_FIRST, releases, strict=True))
            for part in ORDER:
                if wanted[part] != current[part]:
                    change(older, part, wanted[part])
            current = wanted
            load.once()
            assert load.counts.failures == [], wanted
        check(older, load)


def _gray_codes(bits: int) -> Iterator[tuple[bool, ...]]:
    """All combinations. Each differs from the one before in one place."""
    for number in range(1 << bits):
        code = number ^ number >> 1
        yield tuple(bool(code >> bit & 1) for bit in range(bits))
