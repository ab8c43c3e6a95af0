"""A program with metrics: monitored.py ROOT. It writes a dataset, prints the URL of its UI and waits."""

import signal
import sys

from pyspark.sql import SparkSession

(root,) = sys.argv[1:]
spark = SparkSession.builder.getOrCreate()
spark.range(0, 1000, 1, 4).write.csv(f"{root}/csv")
print("page:", spark.sparkContext.uiWebUrl, flush=True)
signal.pause()
