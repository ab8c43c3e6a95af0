"""A complete run: the store, the JVMs, the warm-up, the rounds, and the rounds with delayed requests."""

import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from headwater.terminal import console
from headwater_bench.core import machine, pages, resuming
from headwater_bench.core.delay import delayed
from headwater_bench.core.sections import measured, ways
from headwater_bench.core.store import store
from headwater_bench.core.tree import BUCKET, Trees
from headwater_bench.core.turns import Turns
from headwater_bench.operations.calls import calls
from headwater_bench.operations.measure import files_of, players
from headwater_bench.peers import definitions


@dataclass(frozen=True)
class Plan:
    """What a run measures: the numbers of objects and rounds, and the delay in milliseconds."""

    objects: int
    rounds: int
    latency: int

    @property
    def command(self) -> str:
        """The command that makes such a run."""
        options = f"--objects {self.objects} --rounds {self.rounds} --latency {self.latency}"
        return f"headwater bench operations {options}"


def begin(plan: Plan, kept: dict | None) -> dict:
    """The document of a new run, or `kept` to continue it."""
    peers = definitions.peers()
    new = {
        "made": machine.describe(plan.command),
        "objects": plan.objects,
        "files": files_of(plan.objects),
        "peers": {each.key: each.title for each in peers},
        "on_store": [each.key for each in peers if each.on_store],
        "sections": [],
    }
    return resuming.begin(new, kept)


def run(plan: Plan, known: dict) -> Iterator[dict]:
    """Measure what is missing in `known`, and yield the complete document after each turn."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="headwater-bench-")))
        document = stack.enter_context(store(folder / "store", [BUCKET]))
        distant, _ = stack.enter_context(delayed(document, plan.latency))
        trees = stack.enter_context(Trees(document))
        compared = players(definitions.peers(), calls(), plan.objects, trees, folder, stack)
        for each in compared:
            with console.step(f"warm-up: {each.title}"):
                each.warm_up()
        yield from measured(known, Turns(compared), ways(plan.rounds, plan.latency, document, distant))


def summary(known: dict) -> str:
    """The failures, one line each."""
    return "\n".join(pages.all_failures(known)) or "Nothing failed."
