"""Compressed CSV files are decompressed once and filtered in the store, unless Spark splits them."""

import bz2
import gzip
import subprocess
import zlib
from pathlib import Path

import pytest
from headwater.core.artifacts import shipped
from headwater.embedded.engine import PROGRAM
from pyspark.sql import DataFrame, SparkSession

from differential import outcome
from scene import EVERY_TWO_BYTES, Scene
from store import SCHEMES

pytestmark = [
    pytest.mark.parametrize("session", ["local"], indirect=True),
    pytest.mark.parametrize("scene", SCHEMES, indirect=True),
]

SCHEMA = "n INT, a STRING, b INT"
ROWS = "".join(f"{n},x{n % 4},{n % 7}\n" for n in range(500)).encode()


@pytest.mark.parametrize("name", ["part.csv.gz", "part.GZ"])
def test_gzip(scene: Scene, name: str) -> None:
    scene.put(gzip.compress(ROWS[:999]) + gzip.compress(ROWS[999:]), name)
    found = scene.same(SCHEMA, "n", "a = 'x1'", settings=EVERY_TWO_BYTES)
    assert len(found.rows) == 125
    assert found.reads["splitsPushed"] == 1
    scene.same(SCHEMA, "count(*)")


def test_bzip2(scene: Scene) -> None:
    scene.put(bz2.compress(ROWS[:999]) + bz2.compress(ROWS[999:]), "part.csv.bz2")
    found = scene.same(SCHEMA, "n", "a = 'x1'")
    assert len(found.rows) == 125
    assert found.reads["splitsPushed"] == 1
    assert found.reads["splitsFallenBack"] == 0


def test_bzip2_that_spark_splits_is_read_as_spark_does(scene: Scene) -> None:
    """Its splits, by their lengths, determine the order of all rows."""
    body = bz2.compress(ROWS)
    scene.put(ROWS[: len(body) - 100], "1.csv").put(body, "2.csv.bz2")
    settings = EVERY_TWO_BYTES | {"spark.sql.files.maxPartitionBytes": str(len(body) - 200)}

    def splits(session: SparkSession) -> DataFrame:
        frame = session.read.schema(SCHEMA).csv(scene.root)
        return session.createDataFrame([(frame.rdd.getNumPartitions(),)], "splits INT")

    found = scene.differential.same(splits, pushed=None, settings=settings)
    assert eval(found.rows[0])[0] == 3
    for condition in ("a = 'x1'", "true"):
        scene.same(SCHEMA, "n,a,b", condition, pushed=None, settings=settings)
    scene.same(SCHEMA, "count(*),sum(n)", pushed=None, settings=settings)


def test_other_compressions_are_read_without_pushdown(scene: Scene) -> None:
    scene.put(zlib.compress(ROWS), "part.csv.deflate")
    found = scene.same(SCHEMA, "n", "a = 'x1'", pushed=None)
    assert len(found.rows) == 125
    assert found.reads["splitsPushed"] == 0


def test_zstandard(scene: Scene, tmp_path: Path) -> None:
    scene.put(_zstandard(tmp_path), "part.csv.zst")
    assert len(scene.same(SCHEMA, "n", "a = 'x1'").rows) == 125


def _zstandard(folder: Path) -> bytes:
    (folder / "rows").write_bytes(ROWS)
    storlet = shipped("storlets") / "compress.wasm"
    command = [shipped(PROGRAM), "run", storlet, folder / "rows", "-p", "format=zstd"]
    return subprocess.run(command, capture_output=True, check=True).stdout


def test_many_files_of_several_kinds(scene: Scene) -> None:
    scene.put(gzip.compress(ROWS), "1.csv.gz").put(ROWS, "2.csv").put(bz2.compress(ROWS), "3.csv.bz2")
    scene.put(b"", "4.csv").put(gzip.compress(b""), "5.csv.gz")
    assert len(scene.same(SCHEMA, "n", "a = 'x1'").rows) == 375


@pytest.mark.parametrize(
    "body",
    [
        b"no gzip\n",
        gzip.compress(ROWS)[:-9],
        gzip.compress(ROWS)[:100],
        b"",
        gzip.compress(ROWS) + bytes(512),
    ],
    ids=["none", "without its end", "cut", "empty", "with zeros after its end"],
)
def test_damaged_files_fail_as_in_spark(scene: Scene, body: bytes) -> None:
    scene.put(body, "part.csv.gz")
    query = scene.query(SCHEMA, "n", "a = 'x1'")
    found, wanted = (outcome(session, query) for session in scene.differential.sessions)
    assert found == wanted


@pytest.mark.parametrize("name", ["part.csv", "gz"])
def test_compressed_content_without_suffix_is_not_decompressed(scene: Scene, name: str) -> None:
    scene.put(gzip.compress(ROWS), name)
    scene.same(SCHEMA, "count(*)")
    scene.same(SCHEMA, "n", "a IS NULL")
