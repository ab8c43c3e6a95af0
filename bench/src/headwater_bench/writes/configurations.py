"""What is compared: a Spark of each has a process of its own on the one store."""

from dataclasses import dataclass

from headwater_bench.configuration import Configuration as _Configuration

_ALGORITHM = "spark.hadoop.mapreduce.fileoutputcommitter.algorithm.version"
_CLOUD = "org.apache.spark.internal.io.cloud"
_MAGIC = {
    "spark.hadoop.fs.s3a.committer.name": "magic",
    "spark.hadoop.mapreduce.outputcommitter.factory.scheme.s3a": (
        "org.apache.hadoop.fs.s3a.commit.S3ACommitterFactory"
    ),
    "spark.sql.sources.commitProtocolClass": f"{_CLOUD}.PathOutputCommitProtocol",
    "spark.sql.parquet.output.committer.class": f"{_CLOUD}.BindingParquetOutputCommitter",
}


@dataclass(frozen=True)
class Configuration(_Configuration):
    """A Spark; where there is a `committer`, `_SUCCESS` has to name it."""

    committer: str = ""


HEADWATER = Configuration("headwater-s3", "Headwater, `s3://`", "1-headwater-s3")
SWIFT = Configuration("headwater-swift", "Headwater, `swift://`", "2-headwater-swift")
ALGORITHM_1 = Configuration("s3a-1", "S3A 3.5.0, algorithm 1", "3-s3a", {_ALGORITHM: "1"})
ALGORITHM_2 = Configuration("s3a-2", "S3A 3.5.0, algorithm 2", "3-s3a", {_ALGORITHM: "2"})
MAGIC = Configuration(
    "s3a-magic",
    "S3A 3.5.0, magic",
    "3-s3a",
    _MAGIC,
    ("org.apache.spark:spark-hadoop-cloud_2.13:4.1.2",),
    committer="magic",
)
STOCATOR = Configuration("stocator", "Stocator 1.1.4", "4-stocator")

ALL = (HEADWATER, SWIFT, ALGORITHM_1, ALGORITHM_2, MAGIC, STOCATOR)
OURS = (HEADWATER, SWIFT)
"""Those that must not fail, and are to be better than the others."""

REFERENCE = ALGORITHM_1
"""What the others' times and requests are told as parts of."""
