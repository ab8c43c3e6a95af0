"""A MapReduce job in the process of a Spark driver, on Hadoop's local runner."""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from py4j.protocol import Py4JError
from pyspark.sql import SparkSession

REDUCERS = 2
_COMMITTERS = "io.headwater.fs.HeadwaterCommitterFactory"


def sort(spark: SparkSession, lines: Iterator[str], target: str) -> None:
    """Write lines to a new folder, each after its position and a comma. Py4JError if the job fails."""
    # A killed driver leaves the folder. The soak deletes the folder around it.
    temporary = spark._jsc.hadoopConfiguration().get("hadoop.tmp.dir")
    with TemporaryDirectory(dir=temporary, prefix="lines-") as source:
        (Path(source) / "lines").write_text("".join(f"{line}\n" for line in lines))
        if not _job(spark, source, target).waitForCompletion(False):
            raise Py4JError(f"the MapReduce job that writes {target} failed")


def _job(spark: SparkSession, source: str, target: str) -> object:
    """A job of Hadoop's default classes: mappers and reducers return what they read."""
    hadoop = spark._jvm.org.apache.hadoop
    settings = hadoop.conf.Configuration(spark._jsc.hadoopConfiguration())
    for name, value in {
        "mapreduce.framework.name": "local",
        "mapreduce.input.fileinputformat.inputdir": f"file://{source}",
        "mapreduce.output.fileoutputformat.outputdir": target,
        "mapreduce.output.textoutputformat.separator": ",",
        "mapreduce.job.reduces": str(REDUCERS),
        "mapreduce.outputcommitter.factory.scheme.s3": _COMMITTERS,
        "mapreduce.outputcommitter.factory.scheme.swift": _COMMITTERS,
    }.items():
        settings.set(name, value)
    return hadoop.mapreduce.Job.getInstance(settings)
