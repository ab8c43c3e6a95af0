"""Write the same rows as text, Parquet and partitioned Parquet with the configured committer.

In each job the first attempt at one task fails midway. With speculation, the first attempt at another task
waits until Spark has started a second attempt at it.
"""

import sys
import time
from collections.abc import Iterator
from pathlib import Path

from pyspark import TaskContext
from pyspark.sql import SparkSession

TASKS, ROWS = 4, 100
FAILS, SLOW = 1, 2


def rows(task: int, markers: Path, waits: bool) -> Iterator[int]:
    """A task's rows. Its first attempt may fail or wait."""
    attempt = TaskContext.get().attemptNumber()
    if attempt > 0:
        (markers / f"{task}").touch()
    for row in range(ROWS):
        if row == ROWS // 2 and attempt == 0:
            if task == FAILS:
                raise RuntimeError("the first attempt fails")
            while waits and task == SLOW and not (markers / f"{task}").exists():
                time.sleep(0.05)
        yield task * ROWS + row


def main(root: str, markers: Path) -> None:
    spark = SparkSession.builder.appName("foreign").getOrCreate()
    waits = spark.sparkContext.getConf().get("spark.speculation") == "true"
    for form in ("text", "parquet", "partitioned"):
        folder = markers / form
        folder.mkdir()
        numbers = spark.sparkContext.parallelize(range(TASKS), TASKS).mapPartitionsWithIndex(
            lambda task, _, folder=folder: rows(task, folder, waits)
        )
        if form == "text":
            numbers.saveAsTextFile(f"{root}/text")
            continue
        writer = numbers.map(lambda row: (row, row % 3)).toDF("row long, k long").write
        (writer.partitionBy("k") if form == "partitioned" else writer).parquet(f"{root}/{form}")
    spark.stop()


main(sys.argv[1], Path(sys.argv[2]))
