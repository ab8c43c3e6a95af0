"""A complete run: the store, the warm-up, the rounds, and the rounds with delayed requests."""

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from headwater_bench.core import machine, measurement, resuming
from headwater_bench.core.delay import delayed
from headwater_bench.core.sections import measured, ways
from headwater_bench.writes import configurations, goals, scenario
from headwater_bench.writes.sizes import QUICK, Sizes
from headwater_bench.writes.stage import Stage

_QUICK_NAMES = ("01", "03", "04")


@dataclass(frozen=True)
class Plan:
    """What a run measures. `names` are prefixes of scenarios' names. Without names it measures all."""

    sizes: Sizes
    rounds: int
    latency: int
    names: tuple[str, ...] = ()

    @property
    def scenarios(self) -> list[scenario.Scenario]:
        """The selected scenarios. Raises HeadwaterError if there are none."""
        return measurement.chosen(scenario.load(), self.names)

    @property
    def command(self) -> str:
        """The command that makes such a run."""
        size = f"--parts {self.sizes.parts} --rounds {self.rounds} --latency {self.latency}"
        options = "--quick" if self.sizes == QUICK else size
        return " ".join(["headwater bench writes", options, *(f"--scenario {name}" for name in self.names)])


def quick(names: tuple[str, ...]) -> Plan:
    """A short run of the selected scenarios. Without any, of the program of Table I, Teragen and Copy."""
    return Plan(QUICK, rounds=1, latency=0, names=names or _QUICK_NAMES)


class Measurement(measurement.Measurement):
    """Its stage verifies what each run has written."""

    ours = configurations.OURS


def begin(plan: Plan, kept: dict | None) -> dict:
    """The document of a new run, or `kept` to continue it."""
    new = {
        "made": machine.describe(plan.command),
        "data": plan.sizes.as_dict(),
        "peers": {each.name: each.title for each in configurations.ALL},
        "sections": [],
    }
    return resuming.begin(new, kept)


def run(plan: Plan, known: dict) -> Iterator[dict]:
    """Measure what is missing in `known`, and yield the complete document after each turn."""
    scenarios = plan.scenarios
    with (
        tempfile.TemporaryDirectory(prefix="headwater-bench-") as folder,
        Stage(Path(folder), plan.sizes, scenarios, configurations.ALL) as stage,
        delayed(stage.document, plan.latency) as (distant, _),
    ):
        taker = Measurement(stage, scenarios, configurations.ALL)
        if plan.sizes != QUICK:
            taker.warm_up()
        yield from measured(known, taker, ways(plan.rounds, plan.latency, stage.document, distant))


def summary(known: dict) -> str:
    """Where Headwater misses its goals, one line each."""
    return "\n".join(goals.all_shortfalls(known)) or "Headwater falls short nowhere."
