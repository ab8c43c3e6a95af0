"""A complete run: the rows to sort, the store, the rounds, and the rounds with delayed requests."""

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from headwater.terminal import console
from headwater_bench.core import machine, pages, resuming
from headwater_bench.core.delay import delayed
from headwater_bench.core.sections import measured, ways
from headwater_bench.core.store import store
from headwater_bench.core.turns import Turns
from headwater_bench.mapreduce.connectors import BUCKET, TITLES, connectors
from headwater_bench.mapreduce.document import findings
from headwater_bench.mapreduce.measure import Player, generate
from headwater_bench.mapreduce.programs import prepare


@dataclass(frozen=True)
class Plan:
    """What a run measures: the output sizes in MB, the number of rounds, and the delay in milliseconds."""

    megabytes: tuple[int, ...]
    rounds: int
    latency: int

    @property
    def command(self) -> str:
        """The command that makes such a run."""
        sizes = " ".join(f"--megabytes {size}" for size in self.megabytes)
        return f"headwater bench mapreduce {sizes} --rounds {self.rounds} --latency {self.latency}"


def begin(plan: Plan, kept: dict | None) -> dict:
    """The document of a new run, or `kept` to continue it."""
    made = machine.describe(plan.command)
    return resuming.begin({"made": made, "peers": dict(TITLES), "sections": []}, kept)


def run(plan: Plan, known: dict) -> Iterator[dict]:
    """Measure what is missing in `known`, and yield the complete document after each turn."""
    with console.step("Maven: the timing file system, TeraSort, S3A"):
        prepare()
    with (
        tempfile.TemporaryDirectory(prefix="headwater-bench-") as name,
        store(Path(name) / "store", [BUCKET]) as document,
        delayed(document, plan.latency) as (distant, _),
    ):
        sources = generate([size * 10**6 for size in plan.megabytes], Path(name))
        players = [Player(each, sources, document, Path(name)) for each in connectors(document)]
        yield from measured(known, Turns(players), ways(plan.rounds, plan.latency, document, distant))


def summary(known: dict) -> str:
    """Failures, and the growth of the waiting time with and without copies, one line each."""
    return "\n".join([*pages.all_failures(known), *findings(known)]) or "Nothing failed."
