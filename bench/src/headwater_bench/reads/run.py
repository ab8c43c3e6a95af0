"""A complete run: the store, the warm-up, the rounds, and the rounds with delayed requests."""

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from headwater_bench.core import machine, resuming
from headwater_bench.core.delay import delayed
from headwater_bench.core.measurement import chosen
from headwater_bench.core.sections import measured, ways
from headwater_bench.reads import configurations, document, scenario
from headwater_bench.reads.measure import Measurement
from headwater_bench.reads.sizes import QUICK, Sizes, full
from headwater_bench.reads.stage import Stage


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
        return chosen(scenario.load(), self.names)

    @property
    def command(self) -> str:
        """The command that makes such a run."""
        size = f"--scale-factor {self.sizes.scale_factor:g} --rounds {self.rounds}"
        options = f"{'--quick' if self.sizes == QUICK else size} --latency {self.latency}"
        return " ".join(["headwater bench reads", options, *(f"--scenario {name}" for name in self.names)])


def plan(
    names: tuple[str, ...], scale_factor: float, rounds: int, latency: int, *, quick: bool = False
) -> Plan:
    """A plan of the selected scenarios. A `quick` one has one round on little data."""
    return Plan(QUICK if quick else full(scale_factor), 1 if quick else rounds, latency, names)


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
        measurement = Measurement(stage, scenarios, configurations.ALL)
        measurement.warm_up()
        yield from measured(known, measurement, ways(plan.rounds, plan.latency, stage.document, distant))


def summary(known: dict) -> str:
    """Where Headwater is worse than S3A, one line each."""
    return "\n".join(document.all_shortfalls(known)) or "Headwater falls short nowhere."
