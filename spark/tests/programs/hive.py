"""Hive tables with partitions: hive.py ROOT. ROOT is an empty folder in the store."""

import sys

from pyspark.sql import SparkSession

(root,) = sys.argv[1:]
spark = SparkSession.builder.enableHiveSupport().getOrCreate()


def rows(table: str) -> dict[str, int]:
    return dict(spark.sql(f"SELECT day, count(DISTINCT id, name) FROM {table} GROUP BY day").collect())


spark.sql(f"CREATE DATABASE sales LOCATION '{root}/sales.db'")
for form in ("TEXTFILE", "ORC", "PARQUET"):
    table = f"sales.of_{form.lower()}"
    spark.sql(f"CREATE TABLE {table} (id BIGINT, name STRING) PARTITIONED BY (day STRING) STORED AS {form}")
    names = "SELECT id, concat('name', id) AS name"
    spark.sql(f"INSERT INTO {table} PARTITION (day='1') {names} FROM range(10)")
    spark.sql(f"INSERT INTO {table} PARTITION (day='1') {names} FROM range(10, 15)")
    spark.sql(f"INSERT INTO {table} PARTITION (day) {names}, cast(2 + id % 2 AS STRING) FROM range(100)")
    assert rows(table) == {"1": 15, "2": 50, "3": 50}, rows(table)
    spark.sql(f"INSERT OVERWRITE TABLE {table} PARTITION (day) {names}, '2' FROM range(7)")
    assert rows(table) == {"1": 15, "2": 7, "3": 50}, rows(table)
    spark.sql(f"ALTER TABLE {table} DROP PARTITION (day='3')")
    assert rows(table) == {"1": 15, "2": 7}, rows(table)
    found = spark.sql(f"SELECT name FROM {table} WHERE day = '2' AND id = 3").collect()
    assert [tuple(row) for row in found] == [("name3",)], found
    # One write, because Spark's log may come between two.
    print(f"holds: {form}\n", end="", flush=True)
spark.stop()
