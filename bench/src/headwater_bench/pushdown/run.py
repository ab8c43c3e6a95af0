"""A whole run of a scenario, which can be resumed."""

import tempfile
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from headwater_bench import machine, resuming
from headwater_bench.pushdown.scenarios import Scenario
from headwater_bench.pushdown.scenarios.plan import Plan as Measured


@dataclass(frozen=True)
class Plan:
    """What of a scenario is to be measured, by which peers that were asked for; without any it is all.

    `is_quick` tells whether it is what `--quick` measures.
    """

    scenario: Scenario
    measured: Measured
    peers: tuple[str, ...] = ()
    is_quick: bool = False

    @property
    def command(self) -> str:
        """The command that makes such a run."""
        size = f"--bytes {self.measured.length >> 20}m --rounds {self.measured.rounds}"
        options = [
            "--quick" if self.is_quick else size,
            f"--scenario {self.scenario.name}",
            *(f"--peer {peer}" for peer in self.peers),
        ]
        return f"headwater bench pushdown {' '.join(options)}"


class Runs:
    """Runs of scenarios."""

    def begin(self, plan: Plan, kept: dict | None) -> dict:
        """The document of a new run, or `kept` to go on with."""
        return resuming.begin({"made": machine.describe() | {"command": plan.command}}, kept)

    def run(self, plan: Plan, known: dict) -> Iterator[dict]:
        """Measure what `known` does not have yet; yields all that is known after each turn."""
        with (
            tempfile.TemporaryDirectory(prefix="headwater-bench-") as scratch,
            closing(plan.scenario.run(Path(scratch), plan.measured, known)) as found,
        ):
            for result in found:
                known |= result
                known["made"]["load_after"] = machine.load()
                yield known
        known["made"]["finished"] = True
        yield known
