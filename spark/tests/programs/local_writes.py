"""Writes of each kind to a folder of this machine: local_writes.py URL."""

import sys

from pyspark.sql import SparkSession

ROWS = 100
SOURCES = "spark.sql.sources.useV1SourceList"

(root,) = sys.argv[1:]
spark = SparkSession.builder.appName("local-writes").getOrCreate()
frame = spark.range(ROWS).selectExpr("id", "id % 2 as k")
for kind in ("csv", "json", "orc", "parquet"):
    for _ in range(2):
        getattr(frame.write.mode("overwrite"), kind)(f"{root}/{kind}")
    getattr(frame.write.mode("append"), kind)(f"{root}/{kind}")
    assert getattr(spark.read.schema(frame.schema), kind)(f"{root}/{kind}").count() == 2 * ROWS
for _ in range(2):
    writer = frame.write.mode("overwrite").option("partitionOverwriteMode", "dynamic").partitionBy("k")
    writer.parquet(f"{root}/partitions")
assert spark.read.parquet(f"{root}/partitions").count() == ROWS
frame.write.option("path", f"{root}/table").bucketBy(2, "id").saveAsTable("numbers")
spark.sql(f"insert overwrite directory '{root}/folder' using json select * from numbers")
assert spark.read.schema(frame.schema).json(f"{root}/folder").count() == ROWS
sources = spark.conf.get(SOURCES)
spark.conf.set(SOURCES, "")
frame.write.mode("append").csv(f"{root}/v2")
spark.conf.set(SOURCES, sources)
rows = spark.readStream.schema(frame.schema).json(f"{root}/folder")
stream = rows.writeStream.format("parquet").option("checkpointLocation", f"{root}/checkpoint")
stream.trigger(availableNow=True).start(f"{root}/stream").awaitTermination()
assert spark.read.parquet(f"{root}/stream").count() == ROWS
print(f"written: {root}")
spark.stop()
