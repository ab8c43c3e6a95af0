"""The seven queries with every request to the store delayed, like the network path to a public cloud."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from headwater_bench.pushdown import all_queries as queries
from headwater_bench.pushdown.plan import Plan

NAME = "far"
LATENCY_MS = 20
HOW = f"with {LATENCY_MS} ms more for every request"
"""The description of the condition next to a result."""

_PART = 3
"""The fraction of the other rounds. The delay outweighs random differences."""


def run(folder: Path, plan: Plan, kept: dict) -> Iterator[dict]:
    """Run the seven queries in a third of the rounds."""
    fewer = replace(plan, rounds=max(1, plan.rounds // _PART))
    return queries.run(folder, fewer, kept, latency=LATENCY_MS)


def render(result: dict) -> str:
    """The section of the page."""
    return queries.render(result, f"The seven queries, {HOW}")
