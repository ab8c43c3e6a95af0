"""Spark finds a bucketed table's rows by file name. Committed names keep the bucket in place."""

from collections.abc import Iterator

import pytest
from pyspark.sql import DataFrame, SparkSession

from store import Bucket

_BUCKETS = 3
_ROWS = 300
_TASKS_BEFORE = 40
_TABLE = "headwater_bucketed"


@pytest.fixture
def rows(session: SparkSession) -> DataFrame:
    """Rows written by tasks with large numbers, which cannot be mistaken for bucket numbers."""
    assert session.sparkContext.range(0, _TASKS_BEFORE, numSlices=_TASKS_BEFORE).count() == _TASKS_BEFORE
    return session.range(0, _ROWS, numPartitions=4).selectExpr("id % 100 as id", "id as value")


@pytest.fixture
def table(session: SparkSession, rows: DataFrame, bucket: Bucket) -> Iterator[DataFrame]:
    path = f"{bucket.root}/{_TABLE}"
    written = rows.write.bucketBy(_BUCKETS, "id").sortBy("id").option("path", path)
    written.saveAsTable(_TABLE)
    yield session.table(_TABLE)
    session.sql(f"DROP TABLE {_TABLE}")


@pytest.fixture
def by_buckets(session: SparkSession) -> Iterator[None]:
    """Make Spark read by buckets wherever it can, not only where it expects a benefit."""
    settings = {
        "spark.sql.autoBroadcastJoinThreshold": "-1",
        "spark.sql.sources.bucketing.autoBucketedScan.enabled": "false",
    }
    for name, value in settings.items():
        session.conf.set(name, value)
    yield
    for name in settings:
        session.conf.unset(name)


@pytest.mark.parametrize("session", [True], indirect=True)
@pytest.mark.usefixtures("by_buckets")
def test_bucketed_table_returns_its_rows(rows: DataFrame, table: DataFrame) -> None:
    assert f"SelectedBucketsCount: 1 out of {_BUCKETS}" in _plan(table.where("id = 1"))
    assert "Exchange" not in _plan(_joined(table))
    assert table.count() == _ROWS
    for key in (0, 1, 2, 99):
        _same(table.where(f"id = {key}"), rows.where(f"id = {key}"))
    _same(_joined(table), _joined(rows))
    _same(table.groupBy("id").sum("value"), rows.groupBy("id").sum("value"))


def _joined(frame: DataFrame) -> DataFrame:
    other = frame.withColumnRenamed("value", "other")
    return frame.join(other, "id")


def _same(found: DataFrame, wanted: DataFrame) -> None:
    expected = sorted(map(tuple, wanted.collect()))
    assert expected
    assert sorted(map(tuple, found.collect())) == expected


def _plan(frame: DataFrame) -> str:
    return frame._jdf.queryExecution().executedPlan().toString()
