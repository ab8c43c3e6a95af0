"""The Spark program that repeats one query of the flights, with pushdown off and on.

Arguments: the URL of the run's folder, the file for the results (JSON: for "off" and "on" the rows of the
result and, for each run, its start and end in seconds since 1970). Run by spark-submit.
"""

import json
import sys
import time
from pathlib import Path

from pyspark.sql import SparkSession

from headwater.demo.data import MISSING, SCHEMA
from headwater.demo.names import QUERY, SOURCE

_WARM_UPS = 2
_TIMES = 5


def query(spark: SparkSession, run: str, switch: str) -> tuple[list[list], list[float]]:
    """The rows of the result, and the start and end times."""
    spark.conf.set("spark.headwater.pushdown", "true" if switch == "on" else "false")
    flights = spark.read.csv(f"{run}/{SOURCE}", schema=SCHEMA, header=True, nullValue=MISSING)
    flights.createOrReplaceTempView("flights")
    begin = time.time()
    rows = [list(row) for row in spark.sql(QUERY).collect()]
    return rows, [begin, time.time()]


def main() -> None:
    """Alternate between both, so that external load slows both down."""
    run, results = sys.argv[1:]
    spark = SparkSession.builder.appName("headwater demo: query").getOrCreate()
    output = {switch: {"rows": [], "times": []} for switch in ("off", "on")}
    for turn in range(_WARM_UPS + _TIMES):
        for switch, seen in output.items():
            seen["rows"], times = query(spark, run, switch)
            if turn >= _WARM_UPS:
                seen["times"].append(times)
    spark.stop()
    Path(results).write_text(json.dumps(output))


if __name__ == "__main__":
    main()
