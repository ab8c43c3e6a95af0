"""A job whose results Spark encodes with Kryo: `kryo_job.py JAR TARGET`, settings on standard input."""

import json
import sys

from headwater.spark import launcher
from pyspark.sql import SparkSession

_ROWS = 10


def main(jar: str, target: str) -> None:
    """Write rows and read them back in one process, which sends the task results to itself."""
    builder = SparkSession.builder.master("local[2]")
    settings = {f"spark.hadoop.{name}": value for name, value in json.load(sys.stdin).items()}
    settings |= {
        "spark.driver.extraClassPath": jar,
        "spark.driver.extraJavaOptions": launcher.SHORT_LIVED,
        "spark.driver.host": "127.0.0.1",
        "spark.ui.enabled": "false",
        "spark.serializer": "org.apache.spark.serializer.KryoSerializer",
        "spark.sql.sources.commitProtocolClass": "io.headwater.spark.HeadwaterCommitProtocol",
    }
    for name, value in settings.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    session.range(_ROWS).write.parquet(target)
    assert session.read.parquet(target).count() == _ROWS


if __name__ == "__main__":
    main(*sys.argv[1:])
