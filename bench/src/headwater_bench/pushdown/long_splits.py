"""The seven queries with longer splits than Spark's default, for every compared Spark."""

from collections.abc import Iterator
from pathlib import Path

from headwater_bench.pushdown import all_queries as queries
from headwater_bench.pushdown.plan import Plan

NAME = "long-splits"
HOW = "by splits of 512 MiB"
"""The description of the condition next to a result."""

_SPLIT = "512m"


def run(folder: Path, plan: Plan, kept: dict) -> Iterator[dict]:
    """Run the seven queries."""
    return queries.run(folder, plan, kept, {"spark.sql.files.maxPartitionBytes": _SPLIT})


def render(result: dict) -> str:
    """The section of the page."""
    title = f"The seven queries, {HOW}"
    return (
        f"{queries.render(result, title)}\n`spark.sql.files.maxPartitionBytes` is {_SPLIT} for every Spark.\n"
    )
