"""The Spark program that reads everything back, in a process without any state of the writing one.

Arguments: the URL of the run's folder, the file for the results (JSON: for each of the two datasets the form
that `headwater.demo.data.Totals` describes). Run by spark-submit.
"""

import json
import sys
from pathlib import Path

from pyspark.sql import Column, DataFrame, SparkSession
from pyspark.sql import functions as f

from headwater.demo.data import COLUMNS, MISSING, SUMMED, Totals
from headwater.demo.names import PARQUET, TEXT


def parquet_rows(spark: SparkSession, run: str) -> DataFrame:
    """The month, the numbers and the line of each row of the Parquet dataset."""
    fields = [f.coalesce(f.col(name).cast("string"), f.lit(MISSING)) for name in COLUMNS]
    flights = spark.read.parquet(f"{run}/{PARQUET}")
    return flights.select("month", *SUMMED, f.concat_ws(",", *fields).alias("line"))


def text_rows(spark: SparkSession, run: str) -> DataFrame:
    """The same for the text dataset."""
    fields = f.split("value", ",")

    def number(name: str) -> Column:
        return fields[COLUMNS.index(name)].try_cast("int").alias(name)

    lines = spark.read.text(f"{run}/{TEXT}")
    return lines.select(number("month"), *map(number, SUMMED), f.col("value").alias("line"))


def totals(rows: DataFrame) -> Totals:
    """Count and add up, month by month."""
    sums = [f.sum(name).alias(name) for name in SUMMED]
    known = [f.count(name).alias(f"{name}_known") for name in SUMMED]
    digest = f.sum(f.crc32("line")).alias("digest")
    months = rows.groupBy("month").agg(f.count(f.lit(1)).alias("rows"), digest, *sums, *known).collect()
    return {
        str(row["month"]): {name: value or 0 for name, value in row.asDict().items() if name != "month"}
        for row in months
    }


def main() -> None:
    """Read both datasets."""
    run, results = sys.argv[1:]
    spark = SparkSession.builder.appName("headwater demo: read").getOrCreate()
    found = {PARQUET: totals(parquet_rows(spark, run)), TEXT: totals(text_rows(spark, run))}
    spark.stop()
    Path(results).write_text(json.dumps(found))


if __name__ == "__main__":
    main()
