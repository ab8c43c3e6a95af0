"""The compared configurations. The Spark of each has a separate process on the same store."""

from headwater_bench.core.configuration import Configuration

_STREAM = "spark.hadoop.fs.s3a.input.stream.type"

HEADWATER = Configuration("headwater-s3", "Headwater, `s3://`", "1-headwater-s3")
SWIFT = Configuration("headwater-swift", "Headwater, `swift://`", "2-headwater-swift")
S3A = Configuration("s3a-classic", "S3A 3.5.0, classic stream", "3-s3a", {_STREAM: "classic"})
ANALYTICS = Configuration("s3a-analytics", "S3A 3.5.0, analytics stream", "3-s3a", {_STREAM: "analytics"})
STOCATOR = Configuration("stocator", "Stocator 1.1.4", "4-stocator")

ALL = (HEADWATER, SWIFT, S3A, ANALYTICS, STOCATOR)
OURS = (HEADWATER, SWIFT)
"""Those that must not fail and must be better than S3A."""

REFERENCE = S3A
"""The reference for the others' results, times and requests."""
