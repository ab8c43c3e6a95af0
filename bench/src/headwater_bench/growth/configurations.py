"""What is compared: a Spark of each has a process of its own on the one store."""

from headwater_bench.configuration import Configuration

_ALGORITHM = "spark.hadoop.mapreduce.fileoutputcommitter.algorithm.version"
_FACTORY = "spark.hadoop.mapreduce.outputcommitter.factory.scheme.s3a"
_FILES = {_FACTORY: "org.apache.hadoop.mapreduce.lib.output.FileOutputCommitterFactory"}
_MAGIC = {
    _FACTORY: "org.apache.hadoop.fs.s3a.commit.S3ACommitterFactory",
    "spark.hadoop.fs.s3a.committer.name": "magic",
    "spark.sql.sources.commitProtocolClass": "org.apache.spark.internal.io.cloud.PathOutputCommitProtocol",
}
_CLOUD = ("org.apache.spark:spark-hadoop-cloud_2.13:4.1.2",)
"""Spark's side of the magic committer, for DataFrames."""

HEADWATER = Configuration("headwater-s3", "Headwater, `s3://`", "1-headwater-s3")
SWIFT = Configuration("headwater-swift", "Headwater, `swift://`", "2-headwater-swift")
S3A_1 = Configuration("s3a-1", "S3A 3.5.0, algorithm 1", "3-s3a", {_ALGORITHM: "1", **_FILES})
S3A_2 = Configuration("s3a-2", "S3A 3.5.0, algorithm 2", "3-s3a", {_ALGORITHM: "2", **_FILES})
MAGIC = Configuration("s3a-magic", "S3A 3.5.0, magic", "3-s3a", _MAGIC, _CLOUD)
STOCATOR = Configuration("stocator", "Stocator 1.1.4", "4-stocator")

ALL = (HEADWATER, SWIFT, S3A_1, S3A_2, MAGIC, STOCATOR)
OURS = (HEADWATER, SWIFT)
"""Those that must not fail, and whose points are never left out."""
