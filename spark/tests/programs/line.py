"""What every line of Spark does with paths of Headwater: line.py ROOT LOCAL.

ROOT is an empty folder in the store, LOCAL an empty folder on this machine. Each function is one promise.
"""

import platform
import re
import sys
from pathlib import Path

from pyspark import TaskContext
from pyspark.sql import DataFrame, SparkSession

ROWS = 100
PARTS = 4


def saves_an_rdd_whose_task_fails_once(spark: SparkSession, root: str) -> None:
    def fail_once(rows):
        yield from rows
        if TaskContext.get().attemptNumber() == 0:
            raise RuntimeError("the first attempt of each task fails")

    spark.sparkContext.parallelize(range(ROWS), PARTS).mapPartitions(fail_once).saveAsTextFile(f"{root}/rdd")
    found = spark.sparkContext.textFile(f"{root}/rdd").map(int).collect()
    assert sorted(found) == list(range(ROWS)), found


def overwrites_and_appends_frames(spark: SparkSession, root: str) -> None:
    frame = spark.range(0, ROWS, 1, PARTS).selectExpr("id", "id % 2 as k")
    for _ in range(2):
        frame.write.mode("overwrite").parquet(f"{root}/frame")
    frame.write.mode("append").parquet(f"{root}/frame")
    assert spark.read.parquet(f"{root}/frame").count() == 2 * ROWS


def overwrites_one_partition(spark: SparkSession, root: str) -> None:
    frame = spark.range(ROWS).selectExpr("id", "id % 2 as k")
    frame.write.partitionBy("k").parquet(f"{root}/parts")
    one = frame.where("k = 1").limit(3)
    one.write.mode("overwrite").option("partitionOverwriteMode", "dynamic").partitionBy("k").parquet(
        f"{root}/parts"
    )
    counts = dict(spark.read.parquet(f"{root}/parts").groupBy("k").count().collect())
    assert counts == {0: ROWS // 2, 1: 3}, counts


def streams_with_a_checkpoint(spark: SparkSession, root: str) -> None:
    for turn in (1, 2):
        spark.range(ROWS).write.mode("append").json(f"{root}/stream-in")
        rows = spark.readStream.schema("id long").json(f"{root}/stream-in")
        writer = rows.writeStream.format("parquet").option("checkpointLocation", f"{root}/checkpoint")
        writer.trigger(availableNow=True).start(f"{root}/stream-out").awaitTermination()
        assert spark.read.parquet(f"{root}/stream-out").count() == turn * ROWS


def pushes_selections_down(spark: SparkSession, root: str) -> None:
    for kind in ("csv", "json"):
        frame = spark.range(ROWS).selectExpr("id", "concat('name', id) as name")
        getattr(frame.write, kind)(f"{root}/{kind}")
        read = getattr(spark.read.schema("id long, name string"), kind)(f"{root}/{kind}").where("id = 7")
        assert [tuple(row) for row in read.collect()] == [(7, "name7")]
        assert "Pushdown: storlet" in plan_of(read), plan_of(read)
        sums = read.sparkSession.read.schema("id long, name string")
        total = getattr(sums, kind)(f"{root}/{kind}").selectExpr("count(*)", "sum(id)").first()
        assert tuple(total) == (ROWS, sum(range(ROWS))), total


def infers_columns(spark: SparkSession, root: str) -> None:
    inferred = spark.read.option("inferSchema", "true").csv(f"{root}/csv")
    assert [kind for _, kind in inferred.dtypes] == ["int", "string"], inferred.dtypes
    assert dict(spark.read.json(f"{root}/json").dtypes) == {"id": "bigint", "name": "string"}


def skips_objects(spark: SparkSession, root: str) -> None:
    spark.range(0, ROWS, 1, PARTS).write.parquet(f"{root}/skipped")
    read = spark.read.parquet(f"{root}/skipped").where("id = 7")
    assert read.count() == 1
    assert re.search(rf"Skipped: {PARTS - 1} of {PARTS} objects", plan_of(read)), plan_of(read)


def leaves_local_paths_alone(spark: SparkSession, local: str) -> None:
    frame = spark.range(ROWS).selectExpr("id", "concat('name', id) as name")
    for kind in ("csv", "json", "parquet"):
        getattr(frame.write, kind)(f"{local}/{kind}")
        read = getattr(spark.read.schema("id long, name string"), kind)(f"{local}/{kind}")
        assert read.where("id = 7").count() == 1


def plan_of(frame: DataFrame) -> str:
    return frame._jdf.queryExecution().executedPlan().toString()


def main(root: str, local: str) -> None:
    spark = SparkSession.builder.appName("line").getOrCreate()
    for promise in (
        saves_an_rdd_whose_task_fails_once,
        overwrites_and_appends_frames,
        overwrites_one_partition,
        streams_with_a_checkpoint,
        pushes_selections_down,
        infers_columns,
        skips_objects,
    ):
        promise(spark, root)
        print(f"holds: {promise.__name__}\n", end="", flush=True)
    leaves_local_paths_alone(spark, Path(local).as_uri())
    print(f"holds: {leaves_local_paths_alone.__name__}\n", end="", flush=True)
    java = spark._jvm.java.lang.System.getProperty("java.version")
    hadoop = spark._jvm.org.apache.hadoop.util.VersionInfo.getVersion()
    scala = spark._jvm.scala.util.Properties.versionNumberString()
    versions = {"Scala": scala, "Hadoop": hadoop, "Java": java, "Python": platform.python_version()}
    print(f"Spark {spark.version}, {', '.join(f'{name} {version}' for name, version in versions.items())}")
    spark.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
