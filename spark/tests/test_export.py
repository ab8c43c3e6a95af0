"""Exported datasets: every engine reads the rows that Spark reads, and no others."""

import re
from collections.abc import Iterator
from pathlib import Path

import duckdb
import duckdb_extension_avro
import duckdb_extension_delta
import duckdb_extension_httpfs
import duckdb_extension_iceberg
import pytest
from click.testing import CliRunner
from headwater.main import cli
from pyspark.sql import SparkSession

import pages
from s3_bucket import S3Bucket
from store import Bucket

pytestmark = pytest.mark.parametrize("session", ["manifest"], indirect=True)

_EXTENSIONS = {
    "httpfs": duckdb_extension_httpfs,
    "delta": duckdb_extension_delta,
    "avro": duckdb_extension_avro,
    "iceberg": duckdb_extension_iceberg,
}


@pytest.fixture
def dataset(session: SparkSession, buckets: dict[str, Bucket]) -> Iterator[str]:
    """A dataset of two jobs, with a losing attempt and a stray object next to its files."""
    bucket = buckets["s3"]
    target = f"{bucket.root}/flights"
    frame = session.range(40).selectExpr(
        "id",
        "concat('n', id) AS name",
        "timestamp_seconds(id * 86400) AS time",
        "id / 4 AS part",
        "array(id, -id) AS both",
        "CASE id % 4 WHEN 0 THEN 'a:b/c' WHEN 1 THEN 'x y' WHEN 2 THEN 'ä%41' END AS k",
        "CAST(id % 2 AS INT) AS n",
    )
    for half in ("id < 20", "id >= 20"):
        frame.where(half).write.mode("append").partitionBy("k", "n").parquet(target)
    plant_others(bucket)
    return target


def plant_others(bucket: S3Bucket) -> None:
    """Copies of a file under the name of another attempt, and in a hidden folder."""
    key = next(key for key in bucket.keys("flights/") if key.endswith(".parquet"))
    losing = re.sub(r"_(\d+)(\.c\d+[^/]*)$", r"_7\2", key)
    assert losing != key
    for other in (losing, f"flights/_temporary/0/{key.rpartition('/')[2]}"):
        bucket.put(other, bucket.get(key))


def export(target: str, kind: str) -> None:
    done = CliRunner().invoke(cli, ["export", "--format", kind, target], catch_exceptions=False)
    assert done.exit_code == 0, done.output


@pytest.mark.usefixtures("s3_environment")
def test_every_engine_reads_the_committed_rows(session: SparkSession, dataset: str) -> None:
    expected = rows_of(session.read.parquet(dataset).toArrow())
    assert len(expected) == 40
    for kind in ("delta", "iceberg"):
        export(dataset, kind)
    assert rows_of(session.read.parquet(dataset).toArrow()) == expected
    tables = read_as_documented(dataset)
    assert len(tables) == 6
    for table in tables:
        assert rows_of(table.to_arrow() if hasattr(table, "to_arrow") else table) == expected


def read_as_documented(target: str) -> list:
    """What the program of the page prints: a table from each engine and format."""
    program = pages.block("guides/export.md", "python").replace("s3://lake/flights", target)
    program = re.sub(r".*INSTALL.*\n", "", program)
    folders = {name: Path(module.__file__).parent / "extensions" for name, module in _EXTENSIONS.items()}
    for name, folder in folders.items():
        file = folder / f"v{duckdb.__version__}" / f"{name}.duckdb_extension"
        program = program.replace(f"LOAD {name}", f"LOAD '{file}'")
    printed: list = []
    exec(program, {"print": printed.append})
    return printed


def rows_of(table) -> list[tuple]:
    """The rows in one order. Times are instants."""
    names = sorted(table.column_names)
    rows = [tuple(_plain(each[name]) for name in names) for each in table.to_pylist()]
    return sorted(rows, key=lambda row: row[names.index("id")])


def _plain(value: object) -> object:
    return value.timestamp() if hasattr(value, "timestamp") else value
