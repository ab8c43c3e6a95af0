"""A Structured Streaming program from text files to Parquet.

It processes one file a batch until there are no more.
"""

import sys

from pyspark.sql import SparkSession

source, sink, checkpoint = sys.argv[1:]
spark = SparkSession.builder.appName("stream").getOrCreate()
rows = spark.readStream.schema("row long").option("maxFilesPerTrigger", 1).csv(source)
writer = rows.writeStream.format("parquet").option("checkpointLocation", checkpoint)
writer.trigger(availableNow=True).start(sink).awaitTermination()
