"""A complete run of a scenario, which can be resumed."""

import tempfile
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from headwater_bench.core import machine, resuming
from headwater_bench.pushdown.plan import Plan as Measured
from headwater_bench.pushdown.scenarios import Scenario

_MEBIBYTE = 1 << 20


@dataclass(frozen=True)
class Plan:
    """What to measure in a scenario, and the selected peers, or all.

    `is_quick` is true for what `--quick` measures.
    """

    scenario: Scenario
    measured: Measured
    peers: tuple[str, ...] = ()
    is_quick: bool = False

    @property
    def command(self) -> str:
        """The command that makes such a run."""
        length, rest = divmod(self.measured.length, _MEBIBYTE)
        size = f"{self.measured.length}" if rest else f"{length}m"
        options = [
            "--quick" if self.is_quick else f"--bytes {size} --rounds {self.measured.rounds}",
            f"--scenario {self.scenario.name}",
            *(f"--peer {peer}" for peer in self.peers),
        ]
        return f"headwater bench pushdown {' '.join(options)}"


class Runs:
    """Runs of scenarios."""

    def begin(self, plan: Plan, kept: dict | None) -> dict:
        """The document of a new run, or `kept` to continue it, even if that is finished."""
        new = {"made": machine.describe(plan.command)}
        if kept is not None and resuming.has_finished(kept, new):
            return kept
        return resuming.begin(new, kept if plan.scenario.is_resumed else None)

    def run(self, plan: Plan, known: dict) -> Iterator[dict]:
        """Measure what is missing in `known`, and yield the complete document after each turn."""
        if known["made"]["finished"]:
            return
        with (
            tempfile.TemporaryDirectory(prefix="headwater-bench-") as scratch,
            closing(plan.scenario.run(Path(scratch), plan.measured, known)) as found,
        ):
            for result in found:
                known |= result
                known["made"]["load_after"] = machine.load()
                yield known
