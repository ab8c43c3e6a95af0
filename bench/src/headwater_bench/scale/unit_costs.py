"""A committer's requests for a job and for each of its tasks, from the points of `headwater bench growth`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from headwater.core.errors import HeadwaterError
from headwater_bench.core.definitions import table
from headwater_bench.growth.phases import COMMIT, SETUP, TASKS


@dataclass(frozen=True)
class Committer:
    """A way to commit, see `committers.toml`."""

    name: str
    title: str
    peer: str
    series: str
    threads: int
    writes_manifest: bool = False


@dataclass(frozen=True)
class Line:
    """Requests that grow with the tasks: `fixed + each * tasks`."""

    fixed: float
    each: float

    def at(self, tasks: int) -> int:
        """The number as a whole number that is not negative."""
        return max(0, round(self.fixed + self.each * tasks))

    def once(self, tasks: int) -> int:
        """The number of these that do not belong to a single task."""
        return min(max(0, round(self.fixed)), self.at(tasks))


Costs = dict[str, dict[str, Line]]
"""By phase and kind of request."""


def committers() -> list[Committer]:
    """All committers in order."""
    document = table(__package__, "committers.toml")
    return [Committer(**each) for each in document["committer"]]


def points(growth: Mapping, committer: Committer) -> list[dict]:
    """The measured points of a committer from growth.json. HeadwaterError if there are fewer than two."""
    found = next((each for each in growth["series"] if each["name"] == committer.series), {"points": {}})
    of_peer = found["points"].get(committer.peer, [])
    if len(of_peer) < 2:  # noqa: PLR2004 (a line needs two)
        raise HeadwaterError(
            f"the results have not two points of {committer.title} in {committer.series}",
            advice="Run: headwater bench growth",
        )
    return of_peer


def fit(measured: Sequence[Mapping]) -> Costs:
    """The least-squares lines through the requests of points, by phase and kind."""
    return {phase: _phase(measured, phase) for phase in (SETUP, TASKS, COMMIT)}


def _phase(measured: Sequence[Mapping], phase: str) -> dict[str, Line]:
    kinds = sorted({kind for point in measured for kind in point["phases"][phase]})
    places = [point["x"] for point in measured]
    lines = {}
    for kind in kinds:
        counts = [point["phases"][phase].get(kind, {"requests": 0})["requests"] for point in measured]
        fixed, each = np.polynomial.polynomial.polyfit(places, counts, 1)
        lines[kind] = Line(float(fixed), max(0.0, float(each)))
    return lines


def total(costs: Costs, tasks: int) -> int:
    """All requests of a job."""
    return sum(line.at(tasks) for kinds in costs.values() for line in kinds.values())
