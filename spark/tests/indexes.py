"""Creates skip indexes as `headwater index` does, but in the tests' Spark session."""

import os
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial, reduce
from pathlib import Path

import pytest
import requests
from headwater.core.bucket import Bucket as Objects
from headwater.core.s3 import Endpoint
from headwater.core.snapshot import take_snapshot
from headwater.skipping import options as recorded
from headwater.skipping.build import Builder, BuildResult, data_objects, read
from headwater.skipping.document import NAME
from headwater.spark import launcher
from pyspark.sql import SparkSession

from store import Bucket

ROOT = Path(__file__).resolve().parents[2]


def deploy_stats() -> None:
    """Deploy the storlet `stats`."""
    identity = {
        "X-Auth-User": os.environ["HEADWATER_TEST_SWIFT_USER"],
        "X-Auth-Key": os.environ["HEADWATER_TEST_SWIFT_KEY"],
    }
    response = requests.get(os.environ["HEADWATER_TEST_SWIFT_AUTH_URL"], headers=identity, timeout=60)
    response.raise_for_status()
    token = {"X-Auth-Token": response.headers["X-Auth-Token"]}
    place = response.headers["X-Storage-Url"] + "/storlet"
    module = (ROOT / "dist/storlets/stats.wasm").read_bytes()
    requests.put(place, headers=token, timeout=60).raise_for_status()
    requests.put(f"{place}/stats", headers=token, data=module, timeout=60).raise_for_status()


def put_all(bucket: Bucket, objects: Mapping[str, bytes]) -> None:
    """Write many objects in arbitrary order."""
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(bucket.put, objects.keys(), objects.values()))


def index(
    session: SparkSession,
    bucket: Bucket,
    folder: str,
    source: str,
    given: Iterable[str] = (),
    schema: str | None = None,
) -> BuildResult:
    """Index a folder's objects and write the index."""
    objects = Objects(
        Endpoint(
            os.environ["HEADWATER_TEST_SWIFT_ENDPOINT"],
            "us-east-1",
            os.environ["HEADWATER_TEST_SWIFT_ACCESS_KEY"],
            os.environ["HEADWATER_TEST_SWIFT_SECRET_KEY"],
        ),
        bucket.name,
    )
    seen = take_snapshot(objects, f"{folder}/")
    builder = Builder(objects, f"{folder}/", source, recorded.of(source, tuple(given)), schema)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(launcher, "submit", partial(_answer, session))
        built = builder.build(data_objects(seen, f"{folder}/"), read(objects, seen, f"{folder}/"))
    objects.put(f"{folder}/{NAME}", built.index.content())
    return built


def _answer(session: SparkSession, _settings: dict, arguments: list[str], _log: Path) -> int:
    """Do the program's work in this session instead of a separate one."""
    program = reduce(getattr, arguments[arguments.index("--class") + 1].split("."), session._jvm)
    program.run(session._jsparkSession, *arguments[-2:])
    return 0
