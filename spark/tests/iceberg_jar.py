"""Iceberg's jar."""

from pathlib import Path

from jars import fetched

LINE = "4.1"
"""The latest line of Spark with a runtime of Iceberg."""


def jar() -> Path:
    """Its path."""
    return fetched("org.apache.iceberg", f"iceberg-spark-runtime-{LINE}_2.13", "1.12.0")
