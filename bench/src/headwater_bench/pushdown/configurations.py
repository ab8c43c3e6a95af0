"""What is compared: each configuration has a process of its own on the one store."""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Configuration:
    """A Spark with the file system of a peer (of `headwater_bench.operations`), or Polars.

    `format` is that of the data which it reads, `settings` are Spark's.
    """

    name: str
    title: str
    peer: str
    format: str = "csv"
    settings: dict[str, str] = field(default_factory=dict)

    @property
    def is_headwater(self) -> bool:
        """Whether its answers have to be each other's to the last bit."""
        return "headwater" in self.peer


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
