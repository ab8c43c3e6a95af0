"""Lets the configurations take turns, scenario by scenario, round after round; compares their answers."""

from collections.abc import Iterator, Sequence

from headwater import ui
from headwater.errors import HeadwaterError
from headwater_bench.answers import difference
from headwater_bench.configuration import Configuration
from headwater_bench.reads.configurations import OURS, REFERENCE
from headwater_bench.reads.scenario import Scenario
from headwater_bench.reads.stage import FULL, WARM_UP, Stage, Taken


class Measurement:
    """The samples so far of some configurations in some scenarios on a stage."""

    def __init__(
        self, stage: Stage, scenarios: Sequence[Scenario], configurations: Sequence[Configuration]
    ) -> None:
        self._stage = stage
        self._scenarios = scenarios
        self._configurations = configurations
        self._rows: dict[str, dict] = {}

    def warm_up(self) -> None:
        """Every scenario once by each, on little data."""
        for scenario in self._scenarios:
            with ui.step(f"warm-up: {scenario.title}"):
                self._turn(scenario, WARM_UP, self._configurations)

    def rounds(self, count: int, document: dict, what: str) -> Iterator[dict]:
        """So many rounds, the store reached as `document` tells; yields all that is known after each turn."""
        self._rows = {}
        for number in range(1, count + 1):
            order = -1 if number % 2 else 1
            for scenario in self._scenarios:
                with ui.step(f"{what}, round {number} of {count}: {scenario.title}"):
                    taken = self._turn(scenario, FULL, self._configurations[::order], document)
                self._keep(scenario, taken)
                yield {"rounds": number, "rows": self._rows}

    def _turn(
        self,
        scenario: Scenario,
        prefix: str,
        order: Sequence[Configuration],
        document: dict | None = None,
    ) -> dict[str, Taken | HeadwaterError]:
        """One run by each configuration; their answers are compared."""
        taken = {each.name: self._run(each, scenario, prefix, document) for each in order}
        runs = {name: run for name, run in taken.items() if isinstance(run, Taken)}
        reference = runs.get(REFERENCE.name) or next(iter(runs.values()))
        for name, run in runs.items():
            difference(run.rows, reference.rows, f"{scenario.title}, {name} and {REFERENCE.name}")
        return taken

    def _run(
        self, configuration: Configuration, scenario: Scenario, prefix: str, document: dict | None
    ) -> Taken | HeadwaterError:
        """What a run took, or why one of another's failed."""
        try:
            return self._stage.run(configuration, scenario, prefix, document)
        except HeadwaterError as error:
            if configuration in OURS:
                raise
            return error

    def _keep(self, scenario: Scenario, taken: dict[str, Taken | HeadwaterError]) -> None:
        row = self._rows.setdefault(scenario.name, {"title": scenario.title, "needed": None, "peers": {}})
        for name, run in taken.items():
            peer = row["peers"].setdefault(name, {"samples": [], "failure": ""})
            if isinstance(run, HeadwaterError):
                peer["failure"] = run.detail or str(run)
                continue
            peer["samples"].append(run.sample.as_dict())
            if name == REFERENCE.name or row["needed"] is None:
                row["needed"] = run.needed
