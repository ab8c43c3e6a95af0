"""Files moved out of a dataset and back, by path and by Hadoop's shell, count and are never swept."""

import getpass
import re

import pytest
from click.testing import CliRunner
from headwater.main import cli
from pyspark.sql import SparkSession

import jobs
from hadoop import Hadoop
from store import Bucket, s3_environment

SHELL = "org.apache.hadoop.fs.FsShell"
ROWS = list(range(12))

pytestmark = pytest.mark.parametrize("session", ["manifest"], indirect=True)


@pytest.fixture
def folder(request, session: SparkSession, bucket: Bucket) -> str:
    """A dataset of three partitions."""
    name = re.sub(r"\W+", "-", request.node.name)
    write(session, f"{bucket.root}/{name}", ROWS)
    return name


def write(session: SparkSession, target: str, rows: list[int]) -> None:
    frame = session.createDataFrame([(row,) for row in rows], "id long").selectExpr("id", "id % 3 as k")
    frame.write.mode("append").partitionBy("k").parquet(target)


def rows(session: SparkSession, target: str) -> list[int]:
    read = session.read.schema("id long, k string").parquet(target)
    return sorted(row.id for row in read.select("id").collect())


def headwater(command: str, bucket: Bucket, folder: str, *options: str) -> None:
    """Run a command on a dataset. It must succeed."""
    arguments = [command, f"s3://{bucket.name}/{folder}", *options]
    done = CliRunner(env=s3_environment()).invoke(cli, arguments, catch_exceptions=False)
    assert done.exit_code == 0, done.output


def require(session: SparkSession, bucket: Bucket, folder: str, expected: list[int]) -> None:
    """Check that these rows are read, that the dataset is sound, and that a sweep removes none of them."""
    assert rows(session, f"{bucket.root}/{folder}") == expected
    headwater("verify", bucket, folder)
    headwater("sweep", bucket, folder, "--older-than", "0s", "--delete")
    headwater("verify", bucket, folder, "--strict")
    assert rows(session, f"{bucket.root}/{folder}") == expected


def without(partition: int) -> list[int]:
    return [row for row in ROWS if row % 3 != partition]


def test_partition_restored_from_the_trash(
    session: SparkSession, bucket: Bucket, folder: str, hadoop: Hadoop
) -> None:
    partition = f"{bucket.root}/{folder}/k=2"
    hadoop.run_well(SHELL, "-D", "fs.trash.interval=60", "-rm", "-r", partition)
    require(session, bucket, folder, without(2))
    trash = f"{bucket.root}/user/{getpass.getuser()}/.Trash/Current/{folder}/k=2"
    hadoop.run_well(SHELL, "-mv", trash, partition)
    require(session, bucket, folder, ROWS)


def test_partition_restored_from_a_copy(
    session: SparkSession, bucket: Bucket, folder: str, hadoop: Hadoop
) -> None:
    partition, backup = f"{bucket.root}/{folder}/k=2", f"{bucket.root}/backup-of-{folder}"
    hadoop.run_well(SHELL, "-cp", partition, backup)
    require(session, bucket, folder, ROWS)
    hadoop.run_well(SHELL, "-rm", "-r", "-skipTrash", partition)
    require(session, bucket, folder, without(2))
    hadoop.run_well(SHELL, "-cp", backup, partition)
    require(session, bucket, folder, ROWS)


def test_partitions_that_are_swapped_and_back(session: SparkSession, bucket: Bucket, folder: str) -> None:
    target = f"{bucket.root}/{folder}"
    partition, files = jobs.located(session, f"{target}/k=0")
    old, _ = jobs.located(session, f"{target}/k=0_old")
    assert files.rename(partition, old)
    write(session, target, [300, 303])
    assert rows(session, target) == [*ROWS, 300, 303]
    assert files.delete(partition, True)
    assert files.rename(old, partition)
    require(session, bucket, folder, ROWS)


def test_file_moved_to_a_backup_and_back(session: SparkSession, bucket: Bucket, folder: str) -> None:
    key = next(key for key in bucket.keys(f"{folder}/k=1/") if key.endswith(".parquet"))
    file, files = jobs.located(session, f"{bucket.root}/{key}")
    backup, _ = jobs.located(session, f"{bucket.root}/kept-{folder}/{file.getName()}")
    assert files.mkdirs(backup.getParent())
    assert files.rename(file, backup)
    kept = rows(session, f"{bucket.root}/{folder}")
    assert kept != ROWS
    require(session, bucket, folder, kept)
    assert files.rename(backup, file)
    require(session, bucket, folder, ROWS)


def test_renamed_dataset_can_be_changed(session: SparkSession, bucket: Bucket, folder: str) -> None:
    moved = f"moved-{folder}"
    source, files = jobs.located(session, f"{bucket.root}/{folder}")
    assert files.rename(source, jobs.located(session, f"{bucket.root}/{moved}")[0])

    def path(partition: str):
        return jobs.located(session, f"{bucket.root}/{moved}/{partition}")[0]

    assert files.delete(path("k=1"), True)
    require(session, bucket, moved, without(1))
    assert files.rename(path("k=2"), path("k=7"))
    require(session, bucket, moved, without(1))
    assert files.rename(path("k=7"), path("k=2"))
    write(session, f"{bucket.root}/{moved}", [1, 4, 7, 10])
    require(session, bucket, moved, ROWS)


def test_partition_renamed_by_sql_and_back(session: SparkSession, bucket: Bucket, request) -> None:
    database = re.sub(r"\W+", "_", request.node.name).lower()
    session.sql(f"CREATE DATABASE {database} LOCATION '{bucket.root}/{database}'")
    table = f"{database}.sales"
    session.sql(f"CREATE TABLE {table} (id BIGINT, k INT) USING parquet PARTITIONED BY (k)")
    session.sql(f"INSERT INTO {table} SELECT id, cast(id % 3 AS int) FROM range(12)")
    for old, new in ((2, 8), (8, 2), (2, 8), (8, 2)):
        session.sql(f"ALTER TABLE {table} PARTITION (k={old}) RENAME TO PARTITION (k={new})")
        assert sorted(row.id for row in session.table(table).collect()) == ROWS
    require(session, bucket, f"{database}/sales", ROWS)

    session.sql(f"ALTER TABLE {table} RENAME TO {database}.moved")
    session.sql(f"ALTER TABLE {database}.moved DROP PARTITION (k=1)")
    session.sql(f"ALTER TABLE {database}.moved PARTITION (k=2) RENAME TO PARTITION (k=5)")
    assert sorted(row.id for row in session.table(f"{database}.moved").collect()) == without(1)
    require(session, bucket, f"{database}/moved", without(1))
