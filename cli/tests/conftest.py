"""One real store for all tests, and separate stores for tests that break them."""

import os
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import fsspec
import pyarrow as pa
import pytest

from dataset_support import Lake
from headwater.queries import parts
from headwater.spark.launcher import SHORT_LIVED
from headwater.swift.filesystem import SwiftFileSystem
from query_support import rows_of_csv
from server_tests import ServerTests
from store_support import SwiftSession, headwater, s3_client, start
from transactions import Transactions

START_TIMES = pytest.StashKey[list]()


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(ServerTests(config, "store", "own_store", "keystone"))
    config.pluginmanager.register(Transactions())


@pytest.fixture(scope="session", autouse=True)
def _short_lived() -> Iterator[None]:
    """The Sparks of the tests need no compilation for speed."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SPARK_SUBMIT_OPTS", SHORT_LIVED)
        yield


@pytest.fixture(scope="session")
def store(tmp_path_factory: pytest.TempPathFactory, pytestconfig: pytest.Config) -> Iterator[dict]:
    """The JSON document of a running store with the bucket "shared". Do not break it."""
    data = tmp_path_factory.mktemp("store")
    document = start(data, "--bucket", "shared")
    pytestconfig.stash.setdefault(START_TIMES, []).append(document["start_seconds"])
    yield document
    done = headwater("down", "--data", data)
    assert done.returncode == 0, done.stderr


@pytest.fixture
def own_store(tmp_path: Path, pytestconfig: pytest.Config) -> Iterator[Callable[..., dict]]:
    """Start a separate store for the test, in `tmp_path` or `data`. It is stopped afterwards."""
    used: set[Path] = set()

    def make(*arguments: object, data: Path = tmp_path) -> dict:
        used.add(data)
        document = start(data, *arguments)
        pytestconfig.stash.setdefault(START_TIMES, []).append(document["start_seconds"])
        return document

    yield make
    for data in used:
        headwater("down", "--data", data)


@pytest.fixture(scope="session")
def s3(store: dict):
    return s3_client(store)


@pytest.fixture(scope="session")
def swift(store: dict) -> Iterator[SwiftSession]:
    with SwiftSession(store) as session:
        yield session


@pytest.fixture(scope="session")
def lake_of_the_pages(store: dict, s3) -> Lake:
    """The bucket "lake", as in the pages of the docs."""
    return Lake(store, s3, "lake")


@pytest.fixture
def no_clouds(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No setting of a cloud, and no login of another test."""
    for name in [each for each in os.environ if each.startswith(("OS_", "ST_", "AWS_"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("OS_CLIENT_CONFIG_FILE", str(tmp_path / "none.yaml"))
    SwiftFileSystem.clear_instance_cache()


@pytest.fixture
def tempauth(store: dict, no_clouds: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """The variables of the store's own API. Each name of a service is this store."""
    monkeypatch.setenv("ST_AUTH", store["swift"]["auth_url"])
    monkeypatch.setenv("ST_USER", store["swift"]["user"])
    monkeypatch.setenv("ST_KEY", store["swift"]["key"])


@pytest.fixture
def s3_environment(store: dict, monkeypatch: pytest.MonkeyPatch) -> None:
    """The variables of the store's S3 API, as users set them."""
    monkeypatch.setenv("AWS_ENDPOINT_URL_S3", store["s3"]["endpoint"])
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", store["s3"]["access_key"])
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", store["s3"]["secret_key"])


_LAKES = count(1)


@pytest.fixture
def lake(store: dict, s3) -> Lake:
    """A separate bucket for the test."""
    return Lake(store, s3, f"lake-{next(_LAKES)}")


@pytest.fixture
def fs(tempauth: None) -> SwiftFileSystem:
    """The file system of the store's own API."""
    return fsspec.filesystem("swift")


@pytest.fixture
def root(lake: Lake) -> str:
    """The lake as a path of `fs`."""
    return f"{lake.bucket}.any"


@pytest.fixture
def small_segments(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each write of a file by the store's own API becomes a segment."""
    monkeypatch.setattr("headwater.swift.file._SEGMENT", 1)


@pytest.fixture(scope="session")
def shelf(store: dict, s3) -> Lake:
    """A bucket of a store that has the storlets."""
    assert headwater("storlets", "deploy", "--data", store["data"]).returncode == 0
    lake = Lake(store, s3, "query-shelf")
    lake.put("meters.csv", rows_of_csv(3000))
    return lake


@pytest.fixture
def answered(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The keys of the parts that the store answered. A part that was read plainly fails the test."""
    found: list[str] = []
    answer = parts.Reader._answered

    def record(self: parts.Reader, part_: parts.Part) -> list[pa.Table]:
        rows = answer(self, part_)
        found.append(part_.stored.key)
        return rows

    def fail(self: parts.Reader, part_: parts.Part) -> list[pa.Table]:
        raise AssertionError(f"{part_} was read plainly")

    monkeypatch.setattr(parts.Reader, "_answered", record)
    monkeypatch.setattr(parts.Reader, "_plain", fail)
    yield found
    assert found


def pytest_terminal_summary(terminalreporter, config: pytest.Config) -> None:
    times = config.stash.get(START_TIMES, [])
    if times:
        shown = ", ".join(f"{seconds:.1f}" for seconds in times)
        terminalreporter.write_line(f"embedded store: seconds of `headwater up`: {shown}")
