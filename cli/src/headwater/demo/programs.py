"""The Spark programs of the demonstration, run by spark-submit.

Arguments: the program's name, the URL of the run's objects, a file for the results (JSON), the program's own.
"""

import json
import sys
import time
from pathlib import Path

from pyspark import TaskContext
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as f

from headwater.demo.flights import DISTANCE, MONTH, QUERY, SOURCE

SCHEMA = """year int, month int, day int, dep_time int, sched_dep_time int, dep_delay int, arr_time int,
    sched_arr_time int, arr_delay int, carrier string, flight int, tailnum string, origin string, dest string,
    air_time int, distance int, hour int, minute int, time_hour string"""
MISSING = "NA"
FAILING_TASK, SLEEPING_TASK, HALFWAY = 1, 2, 20_000  # a task has about 45,000 rows


class InjectedError(Exception):
    """The failure that the demo injects."""


class Troubled:
    """Returns values unchanged, one a row. Halfway, a task's first attempt fails or sleeps."""

    rows = 0

    def __call__(self, value: object) -> object:
        """The same value."""
        self.rows += 1
        context = TaskContext.get()
        if self.rows == HALFWAY and context and context.attemptNumber() == 0:
            if context.partitionId() == FAILING_TASK:
                raise InjectedError(f"the demo makes this attempt fail after {HALFWAY} rows")
            if context.partitionId() == SLEEPING_TASK:  # until Spark kills it because its copy was faster
                time.sleep(600)
        return value


def flights(spark: SparkSession, run: str) -> DataFrame:
    """The source."""
    return spark.read.csv(f"{run}/{SOURCE}", schema=SCHEMA, header=True, nullValue=MISSING)


def write(spark: SparkSession, run: str, csv: str) -> None:
    """Copy the source in as `hadoop fs -put` does. Write it as Parquet by a DataFrame, as text by an RDD."""
    hadoop, configuration = spark._jvm.org.apache.hadoop.fs, spark._jsc.hadoopConfiguration()  # noqa: SLF001
    target = hadoop.Path(f"{run}/{SOURCE}")
    target.getFileSystem(configuration).copyFromLocalFile(False, True, hadoop.Path(f"file:{csv}"), target)
    spark.sparkContext.setJobDescription("by-month")
    troubled = f.udf(Troubled(), "int").asNondeterministic()
    rows = flights(spark, run).withColumn("flight", troubled("flight"))
    rows.write.partitionBy("month").parquet(f"{run}/by-month")
    spark.sparkContext.setJobDescription("lines")
    lines = spark.sparkContext.textFile(f"{run}/{SOURCE}", minPartitions=8).filter(
        lambda line: line[0] == "2"
    )
    codec = "org.apache.hadoop.io.compress.GzipCodec"
    lines.mapPartitions(lambda rows: map(Troubled(), rows)).saveAsTextFile(f"{run}/lines", codec)


def read(spark: SparkSession, run: str) -> dict:
    """The totals of both datasets, in the form of `headwater.demo.flights.Totals`."""
    parquet = spark.read.parquet(f"{run}/by-month")
    columns = [column.split()[0] for column in SCHEMA.split(",")]
    fields = [f.coalesce(f.col(name).cast("string"), f.lit(MISSING)) for name in columns]
    lines = spark.read.text(f"{run}/lines").withColumnRenamed("value", "line")
    return {
        "by-month": totals(parquet.select(f.concat_ws(",", *fields).alias("line"))),
        "lines": totals(lines),
    }


def totals(lines: DataFrame) -> dict:
    """Count and add up, month by month."""
    fields = f.split("line", ",")
    distance = f.sum(fields[DISTANCE].cast("int")).alias("distance")
    digest = f.sum(f.crc32("line")).alias("digest")
    months = lines.groupBy(fields[MONTH].alias("month")).agg(f.count("*").alias("rows"), distance, digest)
    return {row.pop("month"): row for row in (each.asDict() for each in months.collect())}


def query(spark: SparkSession, run: str) -> dict:
    """For pushdown "off" and "on": the rows, and the start and end of three runs in seconds since 1970."""
    seen = {switch: {"rows": [], "times": []} for switch in ("off", "on")}
    for turn in range(4):  # the first one warms up
        for switch, found in seen.items():
            spark.conf.set("spark.headwater.pushdown", str(switch == "on").lower())
            flights(spark, run).createOrReplaceTempView("flights")
            begin = time.time()
            found["rows"] = [list(row) for row in spark.sql(QUERY).collect()]
            found["times"] += [(begin, time.time())] if turn else []
    return seen


if __name__ == "__main__":
    name, run, results, *own = sys.argv[1:]
    spark = SparkSession.builder.appName(f"headwater demo: {name}").getOrCreate()
    output = {"write": write, "read": read, "query": query}[name](spark, run, *own)
    spark.stop()
    Path(results).write_text(json.dumps(output))
