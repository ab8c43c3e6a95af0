"""Delta Lake's jars and settings."""

import os

import pages
from jars import fetched

_VERSION = "4.4.0"
_JARS = ("delta-spark_4.2_2.13", "delta-storage")


def jars() -> list[str]:
    """The paths of its jars."""
    return [str(fetched("io.delta", name, _VERSION)) for name in _JARS]


def beside_the_bundle() -> dict[str, str]:
    """Where Headwater's classes see Delta Lake's, so that its log store is Headwater's."""
    return {"spark.driver.extraClassPath": os.pathsep.join(jars())}


def settings() -> dict[str, str]:
    """The settings of its page, and those of small tables."""
    return pages.settings("guides/delta-lake.md") | {"spark.databricks.delta.snapshotPartitions": "2"}
