"""Lets configurations take turns, scenario by scenario, round after round."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from headwater import ui
from headwater.errors import HeadwaterError
from headwater_bench.configuration import Configuration
from headwater_bench.samples import Sample

FULL, WARM_UP = "full", "warm-up"
"""The data that is measured, and less of the same, with which each process warms up."""

WARM_UPS = 3
"""How often."""


@dataclass(frozen=True)
class Taken:
    """What a run took."""

    sample: Sample


class Scenario(Protocol):
    """What is run. `name` is that of its row, `title` the one to show."""

    name: str
    title: str


Chosen = TypeVar("Chosen", bound=Scenario)


def chosen(scenarios: Sequence[Chosen], names: tuple[str, ...]) -> list[Chosen]:
    """Those whose name begins with one of `names`, without any all; HeadwaterError if there are none."""
    found = [each for each in scenarios if not names or each.name.startswith(names)]
    if not found:
        raise HeadwaterError(
            f"no scenario's name begins with {' or '.join(names)}",
            advice=f"Their names: {', '.join(each.name for each in scenarios)}",
        )
    return found


class Stage(Protocol):
    """The store with the data, and a process of each configuration."""

    def run(
        self, configuration: Configuration, scenario: Scenario, prefix: str, document: dict | None = None
    ) -> Taken:
        """Run a scenario on the data of a prefix, the store reached as `document` tells.

        Raises HeadwaterError if it fails.
        """


class Measurement:
    """The runs of some configurations in some scenarios on a stage."""

    ours: Sequence[Configuration]
    """Those that must not fail."""

    def __init__(
        self, stage: Stage, scenarios: Sequence[Scenario], configurations: Sequence[Configuration]
    ) -> None:
        self._stage = stage
        self._scenarios = scenarios
        self._configurations = configurations

    def warm_up(self) -> None:
        """Every scenario by each, on little data, so often that what is measured is not Java's compiling."""
        for number in range(1, WARM_UPS + 1):
            for scenario in self._scenarios:
                with ui.step(f"warm-up {number} of {WARM_UPS}: {scenario.title}"):
                    self._turn(scenario, WARM_UP, self._configurations)

    def rounds(
        self, count: int, document: dict, what: str, rows: dict[str, dict] | None = None
    ) -> Iterator[dict]:
        """So many rounds, the store reached as `document` tells; yields all that is known after each turn.

        `rows` are those that an earlier run has kept: what it has measured is not measured again.
        """
        rows = {} if rows is None else rows
        for number in range(1, count + 1):
            order = -1 if number % 2 else 1
            for scenario in self._scenarios:
                if self._turns(rows, scenario) >= number:
                    continue
                with ui.step(f"{what}, round {number} of {count}: {scenario.title}"):
                    taken = self._turn(scenario, FULL, self._configurations[::order], document)
                self._keep(rows, scenario, taken)
                yield {"rounds": number, "rows": rows}

    def is_complete(self, count: int, rows: Mapping[str, dict]) -> bool:
        """Whether rows are those of so many rounds."""
        return all(self._turns(rows, each) >= count for each in self._scenarios)

    def _turns(self, rows: Mapping[str, dict], scenario: Scenario) -> int:
        """How many have been taken: one of ours has a sample of each."""
        row = rows.get(scenario.name)
        return len(row["peers"][self.ours[0].name]["samples"]) if row else 0

    def _turn(
        self,
        scenario: Scenario,
        prefix: str,
        order: Sequence[Configuration],
        document: dict | None = None,
    ) -> dict[str, Taken | HeadwaterError]:
        """One run by each configuration."""
        taken = {each.name: self._run(each, scenario, prefix, document) for each in order}
        self._compare(scenario, {name: run for name, run in taken.items() if isinstance(run, Taken)})
        return taken

    def _run(
        self, configuration: Configuration, scenario: Scenario, prefix: str, document: dict | None
    ) -> Taken | HeadwaterError:
        """What a run took, or why one of another's failed."""
        try:
            return self._stage.run(configuration, scenario, prefix, document)
        except HeadwaterError as error:
            if configuration in self.ours:
                raise
            return error

    def _compare(self, scenario: Scenario, taken: Mapping[str, Taken]) -> None:
        """Compare what the runs of a turn answered; HeadwaterError if they differ."""

    def _keep(
        self, rows: dict[str, dict], scenario: Scenario, taken: Mapping[str, Taken | HeadwaterError]
    ) -> dict:
        """Put a turn's samples to those of its row, which is returned.

        Who has failed at a row is out of it: a peer's samples are those of the first rounds.
        """
        row = rows.setdefault(scenario.name, {"title": scenario.title, "peers": {}})
        for name, run in taken.items():
            peer = row["peers"].setdefault(name, {"samples": [], "failure": ""})
            if isinstance(run, HeadwaterError):
                peer["failure"] = run.detail or str(run)
            elif not peer["failure"]:
                peer["samples"].append(run.sample.as_dict())
        return row
