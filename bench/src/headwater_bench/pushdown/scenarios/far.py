"""The seven queries where every request to the store is held back, as the way to a public cloud does."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from headwater_bench.pushdown.scenarios import queries
from headwater_bench.pushdown.scenarios.plan import Plan

NAME = "far"
LATENCY_MS = 20
HOW = f"with {LATENCY_MS} ms more for every request"
"""What is told of it wherever a result is shown."""

_PART = 3
"""One round in so many of the others is made: the delay outweighs what differs by chance."""


def run(folder: Path, plan: Plan, kept: dict) -> Iterator[dict]:
    """As the seven queries are measured, in a third of the rounds."""
    fewer = replace(plan, rounds=max(1, plan.rounds // _PART))
    return queries.run(folder, fewer, kept, latency=LATENCY_MS)


def render(result: dict) -> str:
    """The section of the page."""
    return queries.render(result, f"The seven queries, {HOW}")
