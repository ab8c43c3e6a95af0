"""A bundle of another line of Spark: wrong_line.py ROOT LOCAL.

Local paths work, and ROOT's fail with the reason.
"""

import sys
from collections.abc import Callable
from pathlib import Path

from py4j.protocol import Py4JJavaError
from pyspark import SparkContext
from pyspark.errors import PySparkException
from pyspark.sql import SparkSession

root, local = sys.argv[1:]


def check_refusal(attempt: Callable[[], object]) -> None:
    try:
        attempt()
    except (PySparkException, Py4JJavaError) as failure:
        print("refused:", *(text for text in str(failure).splitlines() if "cannot be used" in text))
    else:
        raise AssertionError("a path of Headwater was used")


# Before the first session, which loads extensions. A file system that is created here stays.
rows = SparkContext.getOrCreate().parallelize([1])
check_refusal(lambda: rows.saveAsTextFile(f"{root}/early"))
spark = SparkSession.builder.appName("wrong-line").getOrCreate()
spark.range(10).write.csv(f"{Path(local).as_uri()}/csv")
assert spark.read.schema("id long").csv(f"{Path(local).as_uri()}/csv").where("id = 7").count() == 1
check_refusal(lambda: spark.range(10).write.csv(f"{root}/csv"))
check_refusal(lambda: spark.read.text(f"{root}/text"))
check_refusal(lambda: spark.sparkContext.parallelize([1]).saveAsTextFile(f"{root}/rdd"))
spark.stop()
