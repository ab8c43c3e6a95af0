"""Overwrites, an append and a pushed query: small.py ROOT [SERVER].

ROOT is an empty folder in the store. With the address of a Spark Connect server this process is its client.
"""

import sys

from pyspark.sql import SparkSession

root, *server = sys.argv[1:]
builder = SparkSession.builder.remote(*server) if server else SparkSession.builder
spark = builder.getOrCreate()
frame = spark.range(0, 100, 1, 4).selectExpr("id", "concat('name', id) as name")
for mode in ("overwrite", "overwrite", "append"):
    frame.write.mode(mode).parquet(f"{root}/frame")
assert spark.read.parquet(f"{root}/frame").count() == 200
frame.write.csv(f"{root}/csv")
named = spark.read.schema("id long, name string").csv(f"{root}/csv").where("id = 7")
assert [tuple(row) for row in named.collect()] == [(7, "name7")]
named.explain()
spark.stop()
