"""Spark jobs that write no manifest, on a dataset that was committed by manifest."""

import re
from collections.abc import Iterator

import pytest
from py4j.protocol import Py4JJavaError
from pyspark.sql import SparkSession

from store import Bucket

_SPARKS_OWN = "org.apache.spark.sql.execution.datasources.SQLHadoopMapReduceCommitProtocol"
_REFUSAL = r"it would replace .*_SUCCESS.*\(set fs\.headwater\.commit\.manifest=true"

pytestmark = pytest.mark.parametrize("session", ["manifest"], indirect=True)


@pytest.fixture
def folder(request) -> str:
    return re.sub(r"\W+", "-", request.node.name)


@pytest.fixture
def dataset(session: SparkSession, bucket: Bucket, folder: str) -> str:
    """Ten rows in two partitions, committed by manifest."""
    target = f"{bucket.root}/{folder}"
    session.range(10).selectExpr("id", "id % 2 as k").write.partitionBy("k").csv(target)
    assert bucket.get(f"{folder}/_SUCCESS")
    return target


@pytest.fixture(params=["setting", "protocol"])
def plain(request, session: SparkSession, bucket: Bucket) -> Iterator[SparkSession]:
    """A session whose jobs commit by Hadoop's committer, through our setting or Spark's own protocol.

    Tests request it after the dataset, which must have a manifest.
    """
    made = session.newSession()
    hadoop = made.sparkContext._jsc.hadoopConfiguration()
    settings = {f"fs.{scheme}.impl.disable.cache": "true" for scheme in ("s3", "swift")}
    if request.param == "setting":
        settings[f"fs.headwater.bucket.{bucket.name}.commit.manifest"] = "false"
    else:
        made.conf.set("spark.sql.sources.commitProtocolClass", _SPARKS_OWN)
    for name, value in settings.items():
        hadoop.set(name, value)
    yield made
    for name in settings:
        hadoop.unset(name)


def rows(session: SparkSession, target: str) -> list[tuple[int, int]]:
    frame = session.read.schema("id int, k int").csv(target)
    return sorted((row.id, row.k) for row in frame.collect())


OLD = sorted((number, number % 2) for number in range(10))


def test_refused_append_changes_nothing(
    session: SparkSession, bucket: Bucket, dataset: str, plain: SparkSession, folder: str
) -> None:
    before = bucket.keys(f"{folder}/")
    more = plain.range(10, 20).selectExpr("id", "id % 2 as k").write.mode("append").partitionBy("k")
    with pytest.raises(Py4JJavaError, match=_REFUSAL):
        more.csv(dataset)
    assert bucket.keys(f"{folder}/") == before
    assert rows(session, dataset) == OLD


def test_overwrite_replaces_all_rows(
    session: SparkSession, bucket: Bucket, dataset: str, plain: SparkSession, folder: str
) -> None:
    new = plain.range(20, 23).selectExpr("id", "id % 2 as k").write.mode("overwrite").partitionBy("k")
    new.csv(dataset)
    assert bucket.get(f"{folder}/_SUCCESS") == b""
    assert rows(session, dataset) == [(20, 0), (21, 1), (22, 0)]


def test_dynamic_overwrite_replaces_partitions(
    session: SparkSession, dataset: str, plain: SparkSession
) -> None:
    new = plain.range(21, 22).selectExpr("id", "id % 2 as k").write.mode("overwrite").partitionBy("k")
    new.option("partitionOverwriteMode", "dynamic").csv(dataset)
    assert rows(session, dataset) == sorted([(21, 1), *(row for row in OLD if row[1] == 0)])


def test_static_partition_is_overwritten(session: SparkSession, dataset: str, plain: SparkSession) -> None:
    table = f"plain_{abs(hash(dataset))}"
    plain.sql(f"CREATE TABLE {table} (id INT, k INT) USING csv PARTITIONED BY (k) LOCATION '{dataset}'")
    try:
        plain.sql(f"MSCK REPAIR TABLE {table}")
        plain.sql(f"INSERT OVERWRITE TABLE {table} PARTITION (k = 1) VALUES (31)")
        assert rows(session, dataset) == sorted([(31, 1), *(row for row in OLD if row[1] == 0)])
        with pytest.raises(Py4JJavaError, match=_REFUSAL):
            plain.sql(f"INSERT INTO TABLE {table} PARTITION (k = 1) VALUES (32)")
    finally:
        plain.sql(f"DROP TABLE {table}")
    assert rows(session, dataset) == sorted([(31, 1), *(row for row in OLD if row[1] == 0)])
