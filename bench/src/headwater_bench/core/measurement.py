"""Lets configurations take turns, by scenario and round."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from headwater.core.errors import HeadwaterError
from headwater.terminal import console
from headwater_bench.core.configuration import Configuration
from headwater_bench.core.samples import Sample

FULL, WARM_UP = "full", "warm-up"
"""The measured data, and a smaller version with which each process warms up."""

WARM_UPS = 3
"""The number of warm-ups."""


@dataclass(frozen=True)
class Taken:
    """The result of a run."""

    sample: Sample


class Scenario(Protocol):
    """A program to run. `name` is that of its row, `title` the one to show."""

    name: str
    title: str


Chosen = TypeVar("Chosen", bound=Scenario)


def chosen(scenarios: Sequence[Chosen], names: tuple[str, ...]) -> list[Chosen]:
    """The scenarios whose name begins with one of `names`, or all. HeadwaterError if there are none."""
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
        """Run a scenario on the data of a prefix, on the store of `document`.

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
        """Run every scenario in each configuration on little data, to have Java compile the code."""
        for number in range(1, WARM_UPS + 1):
            for scenario in self._scenarios:
                with console.step(f"warm-up {number} of {WARM_UPS}: {scenario.title}"):
                    self._turn(scenario, WARM_UP, self._configurations)

    def rounds(
        self, count: int, document: dict, what: str, rows: dict[str, dict] | None = None
    ) -> Iterator[dict]:
        """Run this many rounds on the store of `document`, and yield all known rows after each turn.

        `rows` are those of an earlier run, whose measurements are not repeated.
        """
        rows = {} if rows is None else rows
        for number in range(1, count + 1):
            order = -1 if number % 2 else 1
            for scenario in self._scenarios:
                if self._turns(rows, scenario) >= number:
                    continue
                with console.step(f"{what}, round {number} of {count}: {scenario.title}"):
                    taken = self._turn(scenario, FULL, self._configurations[::order], document)
                self._keep(rows, scenario, taken)
                yield {"rounds": number, "rows": rows}

    def _turns(self, rows: Mapping[str, dict], scenario: Scenario) -> int:
        """The number of turns taken. One of our configurations has a sample of each."""
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
        """The result of a run, or the reason why a peer's run failed."""
        try:
            return self._stage.run(configuration, scenario, prefix, document)
        except HeadwaterError as error:
            if configuration in self.ours:
                raise
            return error

    def _compare(self, scenario: Scenario, taken: Mapping[str, Taken]) -> None:
        """Compare the results of a turn's runs. HeadwaterError if they differ."""

    def _keep(
        self, rows: dict[str, dict], scenario: Scenario, taken: Mapping[str, Taken | HeadwaterError]
    ) -> dict:
        """Add a turn's samples to those of its row, and return the row.

        A peer that failed at a row is excluded from it. Its samples are those of the first rounds.
        """
        row = rows.setdefault(scenario.name, {"title": scenario.title, "peers": {}})
        for name, run in taken.items():
            peer = row["peers"].setdefault(name, {"samples": [], "failure": ""})
            if isinstance(run, HeadwaterError):
                peer["failure"] = run.detail or str(run)
            elif not peer["failure"]:
                peer["samples"].append(run.sample.as_dict())
        return row
