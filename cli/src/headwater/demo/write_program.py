"""The Spark program that copies the CSV into the store and writes it in two formats, despite failures.

Arguments: the local CSV file, the URL of the run's folder, the file for the results (JSON: the seconds that
each step took). Run by spark-submit.
"""

import json
import sys
import time
from pathlib import Path

from pyspark.sql import SparkSession
from pyspark.sql import functions as f

from headwater.demo.data import MISSING, SCHEMA
from headwater.demo.failures import Troubled, troubled
from headwater.demo.names import PARQUET, SOURCE, TASKS, TEXT

_GZIP = "org.apache.hadoop.io.compress.GzipCodec"


def copy_in(spark: SparkSession, csv: str, url: str) -> None:
    """Copy a local file to the store, as `hadoop fs -put` does."""
    hadoop = spark._jvm.org.apache.hadoop.fs  # noqa: SLF001 (PySpark has no other way to Hadoop's classes)
    target = hadoop.Path(url)
    configuration = spark._jsc.hadoopConfiguration()  # noqa: SLF001
    target.getFileSystem(configuration).copyFromLocalFile(False, True, hadoop.Path(f"file:{csv}"), target)


def write_parquet(spark: SparkSession, run: str) -> None:
    """A DataFrame write. The UDF that returns `flight` fails and sleeps on the way to the writer."""
    flights = spark.read.csv(f"{run}/{SOURCE}", schema=SCHEMA, header=True, nullValue=MISSING)
    passing = f.udf(Troubled(), "int").asNondeterministic()
    flights.withColumn("flight", passing("flight")).write.partitionBy("month").parquet(f"{run}/{PARQUET}")


def write_text(spark: SparkSession, run: str) -> None:
    """An RDD save with Hadoop's FileOutputCommitter."""
    lines = spark.sparkContext.textFile(f"{run}/{SOURCE}", minPartitions=TASKS)
    rows = lines.filter(lambda line: not line.startswith("year,"))
    rows.mapPartitions(troubled).saveAsTextFile(f"{run}/{TEXT}", compressionCodecClass=_GZIP)


def main() -> None:
    """Do all three, each as a Spark job with a description that identifies it in the event log."""
    csv, run, results = sys.argv[1:]
    spark = SparkSession.builder.appName("headwater demo: write").getOrCreate()
    steps = {
        SOURCE: lambda: copy_in(spark, csv, f"{run}/{SOURCE}"),
        PARQUET: lambda: write_parquet(spark, run),
        TEXT: lambda: write_text(spark, run),
    }
    seconds = {}
    for name, work in steps.items():
        spark.sparkContext.setJobDescription(name)
        begin = time.monotonic()
        work()
        seconds[name] = round(time.monotonic() - begin, 1)
    spark.stop()
    Path(results).write_text(json.dumps(seconds))


if __name__ == "__main__":
    main()
