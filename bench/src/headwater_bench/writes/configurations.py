"""The compared configurations. The Spark of each has a separate process on the same store."""

from dataclasses import dataclass

from headwater_bench.core.configuration import Configuration as _Configuration

_ALGORITHM = "spark.hadoop.mapreduce.fileoutputcommitter.algorithm.version"
_COMMITTER = "spark.hadoop.fs.s3a.committer.name"
_S3A = {
    "spark.hadoop.fs.s3a.change.detection.mode": "none",  # Swift's S3 API: no If-Match on a copy.
    "spark.hadoop.mapreduce.outputcommitter.factory.scheme.s3a": (
        "org.apache.hadoop.fs.s3a.commit.S3ACommitterFactory"
    ),
}
_CLOUD = "org.apache.spark.internal.io.cloud"
_MAGIC = {
    **_S3A,
    _COMMITTER: "magic",
    "spark.sql.sources.commitProtocolClass": f"{_CLOUD}.PathOutputCommitProtocol",
    "spark.sql.parquet.output.committer.class": f"{_CLOUD}.BindingParquetOutputCommitter",
}
_FILES = "FileOutputCommitter"


@dataclass(frozen=True)
class Configuration(_Configuration):
    """A Spark. If there is a `committer`, it must be the one that wrote `_SUCCESS`."""

    committer: str = ""


HEADWATER = Configuration("headwater-s3", "Headwater, `s3://`", "1-headwater-s3")
SWIFT = Configuration("headwater-swift", "Headwater, `swift://`", "2-headwater-swift")
ALGORITHM_1, ALGORITHM_2 = (
    Configuration(
        f"s3a-{number}",
        f"S3A 3.5.0, algorithm {number}",
        "3-s3a",
        {**_S3A, _COMMITTER: "file", _ALGORITHM: f"{number}"},
        committer=_FILES,
    )
    for number in (1, 2)
)
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
"""Those that must not fail and must be better than the others."""

REFERENCE = ALGORITHM_1
"""The reference for the others' times and requests."""
