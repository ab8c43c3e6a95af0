"""Splits that the store is asked for are as long as may be; their rows are the same, in the same order."""

import pytest
from pyspark.sql import DataFrame, SparkSession

from differential import PUSHED, outcome
from scene import Scene

pytestmark = pytest.mark.parametrize("session", ["local"], indirect=True)

SCHEMA = "n INT, a STRING"
ROWS = "".join(f"{n:03},x{n % 3}\n" for n in range(200))
CORES = 2
TABLE = "headwater_joined_splits"


def _settings(count: int, **more: str) -> dict[str, str]:
    """By which Spark makes so many splits of the rows."""
    size = -(-len(ROWS) // count)
    return {
        "spark.sql.files.maxPartitionBytes": str(size),
        "spark.sql.files.openCostInBytes": "0",
        "spark.sql.leafNodeDefaultParallelism": str(CORES),
    } | {f"spark.sql.files.{name}": value for name, value in more.items()}


def _splits(scene: Scene, settings: dict[str, str], select: str = "n", sql: str | None = None) -> int:
    """How many parts the store was asked for."""

    def query(session: SparkSession) -> DataFrame:
        frame = session.read.schema(SCHEMA).csv(scene.root).where("a = 'x1'")
        frame.createOrReplaceTempView("t")
        return session.sql(sql) if sql else frame.selectExpr(select)

    return scene.differential.same(query, settings=settings).reads["splitsPushed"]


@pytest.mark.parametrize(
    ("count", "joined"), [(8, 8), (15, 15), (16, 8), (25, 9), (32, 8), (33, 9), (50, 13), (100, 25)]
)
def test_neighbours_are_joined_while_every_core_has_four(scene: Scene, count: int, joined: int) -> None:
    scene.put(ROWS)
    assert _splits(scene, _settings(count)) == joined


def test_no_fewer_are_left_than_are_wanted(scene: Scene) -> None:
    scene.put(ROWS)
    assert _splits(scene, _settings(32, minPartitionNum="17")) == 32
    assert _splits(scene, _settings(32, minPartitionNum="16")) == 16


def test_files_are_asked_for_one_by_one(scene: Scene) -> None:
    for number in range(4):
        scene.put(ROWS, f"{number}.csv")
    assert _splits(scene, _settings(10)) == 12


@pytest.mark.parametrize(
    "select",
    [
        "monotonically_increasing_id()",
        "spark_partition_id()",
        "input_file_block_start()",
        "_metadata.file_block_start",
        "_metadata.file_block_length",
        "CASE WHEN rand(5) < 0.5 THEN n END",
    ],
)
def test_what_tells_of_partitions_has_those_of_spark(scene: Scene, select: str) -> None:
    scene.put(ROWS)
    assert _splits(scene, _settings(32), select) == 32


def test_so_has_a_query_that_tells_of_them_elsewhere(scene: Scene) -> None:
    """Rows that are numbered and joined by their numbers."""
    scene.put(ROWS)
    numbered = "(SELECT monotonically_increasing_id() i, {} FROM t)"
    joined = f"{numbered.format('n')} JOIN {numbered.format('a')} USING (i)"
    sql = f"SELECT count(*), bit_xor(xxhash64(n, a)) FROM {joined}"
    assert _splits(scene, _settings(32), sql=sql) == 64
    assert _splits(scene, _settings(32), sql="SELECT n FROM t TABLESAMPLE (50 PERCENT) REPEATABLE (7)") == 32


def test_queries_of_one_frame_are_each_for_itself(scene: Scene) -> None:
    scene.put(ROWS)
    on, _ = scene.differential.sessions
    frame = scene.query(SCHEMA, "*", "a = 'x1'")(on)
    for select, splits in (("n", 8), ("spark_partition_id()", 32), ("n", 8)):
        found = outcome(on, lambda _, select=select: frame.selectExpr(select), _settings(32))
        assert found.reads["splitsPushed"] == splits


def test_an_rdd_has_the_partitions_of_spark(scene: Scene) -> None:
    scene.put(ROWS)
    on, _ = scene.differential.sessions
    for name, value in _settings(32).items():
        on.conf.set(name, value)
    try:
        frame = scene.query(SCHEMA, "n", "a = 'x1'")(on)
        assert frame.rdd.getNumPartitions() == 32
        assert frame._jdf.rdd().getNumPartitions() == 32
    finally:
        for name in _settings(32):
            on.conf.unset(name)


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT a, count(*), first(n) FROM t GROUP BY a ORDER BY a",
        "SELECT n FROM t WHERE a = 'x2' LIMIT 40",
        "SELECT sum(n) FROM (SELECT n FROM t WHERE a = 'x1' LIMIT 30)",
        "SELECT l.n FROM t l JOIN t r ON l.n = r.n + 1 WHERE r.a = 'x0' ORDER BY 1",
        "SELECT n, input_file_name() FROM t WHERE a = 'x1'",
    ],
)
def test_answers_stay_the_same(scene: Scene, sql: str) -> None:
    scene.put(ROWS)

    def query(session: SparkSession) -> DataFrame:
        session.read.schema(SCHEMA).csv(scene.root).createOrReplaceTempView("t")
        return session.sql(sql)

    assert PUSHED in scene.differential.same(query, pushed=None, settings=_settings(64)).plan


def test_buckets_stay_apart(scene: Scene) -> None:
    """Spark looks for a bucket's rows in the partition of its number."""
    on, _ = scene.differential.sessions
    rows = on.range(0, 500, numPartitions=2).selectExpr("id AS k", "id % 7 AS v")
    written = rows.write.format("csv").bucketBy(40, "k").option("path", scene.root)
    written.saveAsTable(TABLE)
    settings = {
        "spark.sql.autoBroadcastJoinThreshold": "-1",
        "spark.sql.sources.bucketing.autoBucketedScan.enabled": "false",
    }
    try:
        found = scene.differential.same(
            lambda session: session.sql(
                f"SELECT k, r.v FROM {TABLE} l JOIN {TABLE} r USING (k) WHERE l.v = 3 AND r.v < 6 ORDER BY k"
            ),
            settings=settings,
        )
    finally:
        on.sql(f"DROP TABLE {TABLE}")
    assert "SelectedBucketsCount: 40 out of 40" in found.plan
    assert "Exchange hashpartitioning" not in found.plan
