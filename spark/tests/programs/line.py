"""What every line of Spark does with paths of Headwater: line.py ROOT LOCAL.

ROOT is an empty folder in the store, LOCAL an empty folder on this machine. Each function is one promise.
Executors are separate processes on this machine, and each is the parent of its Python workers.
"""

import os
import platform
import re
import signal
import sys
from pathlib import Path

from pyspark import TaskContext
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.functions import udf

ROOT = sys.argv[1]
LOCAL = Path(sys.argv[2])
ROWS = 100
PARTS = 4
MANAGER = "spark.sql.streaming.checkpointFileManagerClass"


def saves_an_rdd_whose_executor_is_killed(spark: SparkSession) -> None:
    def kill_once(rows):
        yield from rows
        kill_executor(LOCAL / "rdd-killed")

    spark.sparkContext.parallelize(range(ROWS), PARTS).mapPartitions(kill_once).saveAsTextFile(f"{ROOT}/rdd")
    found = spark.sparkContext.textFile(f"{ROOT}/rdd").map(int).collect()
    assert sorted(found) == list(range(ROWS)), found
    assert (LOCAL / "rdd-killed").exists()


def writes_a_frame_whose_executor_is_killed(spark: SparkSession) -> None:
    def kill_once(number):
        if number == ROWS // PARTS - 1:
            kill_executor(LOCAL / "frame-killed")
        return number

    # As many batches of rows as rows, so that rows are written before the last one.
    spark.conf.set("spark.sql.execution.pythonUDF.batchSize", "1")
    frame = spark.range(0, ROWS, 1, PARTS).select(udf(kill_once, "long")("id").alias("id"))
    frame.write.parquet(f"{ROOT}/killed")
    found = spark.read.parquet(f"{ROOT}/killed").collect()
    assert sorted(row.id for row in found) == list(range(ROWS)), found
    assert (LOCAL / "frame-killed").exists()


def overwrites_and_appends_frames(spark: SparkSession) -> None:
    frame = spark.range(0, ROWS, 1, PARTS).selectExpr("id", "id % 2 as k")
    for _ in range(2):
        frame.write.mode("overwrite").parquet(f"{ROOT}/frame")
    frame.write.mode("append").parquet(f"{ROOT}/frame")
    assert spark.read.parquet(f"{ROOT}/frame").count() == 2 * ROWS


def overwrites_one_partition(spark: SparkSession) -> None:
    frame = spark.range(ROWS).selectExpr("id", "id % 2 as k")
    frame.write.partitionBy("k").parquet(f"{ROOT}/parts")
    one = frame.where("k = 1").limit(3)
    one.write.mode("overwrite").option("partitionOverwriteMode", "dynamic").partitionBy("k").parquet(
        f"{ROOT}/parts"
    )
    counts = dict(spark.read.parquet(f"{ROOT}/parts").groupBy("k").count().collect())
    assert counts == {0: ROWS // 2, 1: 3}, counts


def streams_with_a_checkpoint(spark: SparkSession) -> None:
    assert spark.conf.get(MANAGER) == "io.headwater.spark.HeadwaterCheckpointFileManager"
    for turn in (1, 2):
        spark.range(ROWS).write.mode("append").json(f"{ROOT}/stream-in")
        rows = spark.readStream.schema("id long").json(f"{ROOT}/stream-in")
        writer = rows.writeStream.format("parquet").option("checkpointLocation", f"{ROOT}/checkpoint")
        writer.trigger(availableNow=True).start(f"{ROOT}/stream-out").awaitTermination()
        assert spark.read.parquet(f"{ROOT}/stream-out").count() == turn * ROWS


def pushes_selections_and_aggregates_down(spark: SparkSession) -> None:
    for kind in ("csv", "json"):
        frame = spark.range(ROWS).selectExpr("id", "concat('name', id) as name")
        getattr(frame.write, kind)(f"{ROOT}/{kind}")
        everything = getattr(spark.read.schema("id long, name string"), kind)(f"{ROOT}/{kind}")
        read = everything.where("id = 7")
        assert [tuple(row) for row in read.collect()] == [(7, "name7")]
        assert re.search("PushedSelection: .*id.*7", plan_of(read)), plan_of(read)
        total = everything.selectExpr("count(*)", "sum(id)")
        assert tuple(total.first()) == (ROWS, sum(range(ROWS))), total
        assert re.search(r"PushedAggregates: \[count\(.*sum\(id", plan_of(total)), plan_of(total)


def infers_columns(spark: SparkSession) -> None:
    """Nothing else reads these folders: their requests are those of inference."""
    frame = spark.range(ROWS).selectExpr("id", "concat('name', id) as name")
    frame.write.csv(f"{ROOT}/inferred-csv")
    frame.write.json(f"{ROOT}/inferred-json")
    inferred = spark.read.option("inferSchema", "true").csv(f"{ROOT}/inferred-csv")
    assert [kind for _, kind in inferred.dtypes] == ["int", "string"], inferred.dtypes
    assert dict(spark.read.json(f"{ROOT}/inferred-json").dtypes) == {"id": "bigint", "name": "string"}


def skips_objects(spark: SparkSession) -> None:
    spark.range(0, ROWS, 1, PARTS).write.parquet(f"{ROOT}/skipped")
    read = spark.read.parquet(f"{ROOT}/skipped").where("id = 7")
    assert read.count() == 1
    assert re.search(rf"Skipped: {PARTS - 1} of {PARTS} objects", plan_of(read)), plan_of(read)


def leaves_local_paths_alone(spark: SparkSession) -> None:
    frame = spark.range(ROWS).selectExpr("id", "concat('name', id) as name")
    for kind in ("csv", "json", "parquet"):
        folder = (LOCAL / kind).as_uri()
        getattr(frame.write, kind)(folder)
        read = getattr(spark.read.schema("id long, name string"), kind)(folder)
        assert read.where("id = 7").count() == 1


def kill_executor(killed: Path) -> None:
    """Kill the executor of the first attempt at the first part, and make a file that says so."""
    task = TaskContext.get()
    if task.partitionId() == task.attemptNumber() == 0:
        killed.touch()
        os.kill(os.getppid(), signal.SIGKILL)


def plan_of(frame: DataFrame) -> str:
    return frame._jdf.queryExecution().executedPlan().toString()


def main() -> None:
    spark = SparkSession.builder.appName("line").getOrCreate()
    for promise in (
        saves_an_rdd_whose_executor_is_killed,
        writes_a_frame_whose_executor_is_killed,
        overwrites_and_appends_frames,
        overwrites_one_partition,
        streams_with_a_checkpoint,
        pushes_selections_and_aggregates_down,
        infers_columns,
        skips_objects,
        leaves_local_paths_alone,
    ):
        promise(spark)
        print(f"holds: {promise.__name__}\n", end="", flush=True)
    java = spark._jvm.java.lang.System.getProperty("java.version")
    hadoop = spark._jvm.org.apache.hadoop.util.VersionInfo.getVersion()
    scala = spark._jvm.scala.util.Properties.versionNumberString()
    versions = {"Scala": scala, "Hadoop": hadoop, "Java": java, "Python": platform.python_version()}
    print(f"Spark {spark.version}, {', '.join(f'{name} {version}' for name, version in versions.items())}")
    spark.stop()


if __name__ == "__main__":
    main()
