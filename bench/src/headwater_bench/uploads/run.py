"""A complete run: the store, the rounds, and the rounds with delayed requests."""

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from headwater_bench.core import machine, pages, resuming
from headwater_bench.core.delay import delayed
from headwater_bench.core.sections import measured, ways
from headwater_bench.core.store import store
from headwater_bench.core.tree import BUCKET, Trees
from headwater_bench.core.turns import Turns
from headwater_bench.uploads import policies
from headwater_bench.uploads.measure import Player, place


@dataclass(frozen=True)
class Plan:
    """What a run measures: the size in MB, the number of rounds, and the delay in milliseconds."""

    megabytes: int
    rounds: int
    latency: int

    @property
    def command(self) -> str:
        """The command that makes such a run."""
        options = f"--megabytes {self.megabytes} --rounds {self.rounds} --latency {self.latency}"
        return f"headwater bench uploads {options}"


def begin(plan: Plan, kept: dict | None) -> dict:
    """The document of a new run, or `kept` to continue it."""
    compared = policies.load()
    new = {
        "made": machine.describe(plan.command),
        "megabytes": plan.megabytes,
        "peers": {each.name: each.title for each in compared},
        "policies": {each.name: {"how": each.how, "peer": each.peer.key} for each in compared},
        "sections": [],
    }
    return resuming.begin(new, kept)


def run(plan: Plan, known: dict) -> Iterator[dict]:
    """Measure what is missing in `known`, and yield the complete document after each turn."""
    with (
        tempfile.TemporaryDirectory(prefix="headwater-bench-") as name,
        store(Path(name) / "store", [BUCKET]) as document,
        delayed(document, plan.latency) as (distant, _),
        Trees(document) as trees,
    ):
        where = place(trees, plan.megabytes * 10**6, Path(name))
        turns = Turns([Player(each, where) for each in policies.load()])
        yield from measured(known, turns, ways(plan.rounds, plan.latency, document, distant))


def summary(known: dict) -> str:
    """The failures, one line each."""
    return "\n".join(pages.all_failures(known)) or "Nothing failed."
