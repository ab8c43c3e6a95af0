"""One real store for all tests. Tests that break or change one have a separate store."""

from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest
from server_tests import ServerTests
from transactions import Transactions

from policy_support import SECRET, require
from storlet_support import READER, Client, Store


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(
        ServerTests(
            config, "store", "own_store", "module_store", "shared", "cloud", "cluster", "installed", "older"
        )
    )
    config.pluginmanager.register(Transactions())


@pytest.fixture(scope="session")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    store = Store.up(tmp_path_factory.mktemp("store"))
    yield store
    store.down()
    assert store.quarantined() == [], "Swift took objects for damaged"


@pytest.fixture
def own_store(tmp_path: Path) -> Iterator[Store]:
    store = Store.up(tmp_path)
    yield store
    store.down()


@pytest.fixture(scope="module")
def module_store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """A separate store for the tests of a module. Each test repairs what it breaks."""
    store = Store.up(tmp_path_factory.mktemp("module"))
    yield store
    store.down()


@pytest.fixture
def owner(store: Store) -> Client:
    return store.owner


@pytest.fixture
def reader(store: Store) -> Client:
    return store.reader


_NAMES = count(1)


@pytest.fixture
def put(owner: Client) -> Callable[..., str]:
    """Store a separate object for the test in `box`, and return its path."""

    def store_one(content: bytes, **headers: str) -> str:
        path = f"/box/object-{next(_NAMES)}"
        owner.send_ok("PUT", path, data=content, headers={n.replace("_", "-"): v for n, v in headers.items()})
        return path

    return store_one


@pytest.fixture(scope="session")
def private(store: Store) -> str:
    """A container whose readers receive no secret, with the object `data`, and two segments."""
    store.owner.send_ok("PUT", "/private")
    require(store, "private")
    for name in ("data", "part-1", "part-2"):
        store.owner.send_ok("PUT", f"/private/{name}", data=SECRET, headers={"Content-Type": "text/csv"})
    return "/private/data"


@pytest.fixture
def writable(store: Store) -> str:
    """A container that the reader may also write."""
    store.owner.send_ok("PUT", "/writable", headers={"X-Container-Write": READER, "X-Container-Read": READER})
    return "writable"
