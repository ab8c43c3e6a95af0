"""The compared configurations, each with a separate process on the same store."""

from dataclasses import dataclass

from headwater_bench.core.configuration import Configuration as _Configuration


@dataclass(frozen=True)
class Configuration(_Configuration):
    """A Spark, or Polars. `format` is that of its data."""

    format: str = "csv"


ON = Configuration("on", "Headwater, `s3://`, pushdown on", "1-headwater-s3")
OFF = Configuration(
    "off",
    "Headwater, `s3://`, pushdown off",
    "1-headwater-s3",
    settings={"spark.headwater.pushdown": "false"},
)
SWIFT = Configuration("swift", "Headwater, `swift://`, pushdown on", "2-headwater-swift")
S3A = Configuration("s3a", "S3A 3.5.0", "3-s3a")
STOCATOR = Configuration("stocator", "Stocator 1.1.4", "4-stocator")
PARQUET = Configuration("parquet", "Parquet on S3A 3.5.0", "3-s3a", format="parquet")
POLARS = Configuration("polars", "Polars 2.1.0", "polars")

ALL = (ON, OFF, SWIFT, S3A, STOCATOR, PARQUET, POLARS)
