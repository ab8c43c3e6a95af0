"""Paths of this machine and of Headwater with an installation that is not complete: paths.py LOCAL ROOT.

It prints what happens to a path of ROOT.
"""

import sys
from collections.abc import Callable

from py4j.protocol import Py4JJavaError
from pyspark.errors import PySparkException
from pyspark.sql import SparkSession

local, root = sys.argv[1:]


def attempt(name: str, action: Callable[[], object]) -> None:
    try:
        action()
        print(f"{name}: done")
    except (PySparkException, Py4JJavaError) as failure:
        print(f"{name}:", *(text for text in str(failure).splitlines() if "cannot be used" in text))


spark = SparkSession.builder.appName("paths").getOrCreate()
frame = spark.range(10).selectExpr("id", "concat('name', id) as name")
frame.write.csv(f"{local}/csv")
assert spark.read.schema("id long, name string").csv(f"{local}/csv").where("id = 7").count() == 1
print("local paths work")
attempt("write", lambda: frame.write.csv(f"{root}/csv"))
attempt("read", lambda: spark.read.text(f"{root}/csv"))
attempt("storlet", lambda: spark.read.format("storlet").load(f"{root}/csv"))
spark.stop()
