"""The figures of a plot, and where Headwater's are worse than a peer's."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from headwater_bench.core import pages
from headwater_bench.core.configuration import is_ours
from headwater_bench.core.numbers import NOISE
from headwater_bench.core.tables import spread, typical


@dataclass(frozen=True)
class Mark:
    """A figure of a peer in a row: median, minimum and maximum. `x` is its position in a plot of lines."""

    row: str
    peer: str
    value: float
    least: float
    most: float
    is_ours: bool = False
    x: float | None = None


@dataclass(frozen=True)
class Figure:
    """A plot: bars by row and peer, lines over `x` if it has a name, or stacked bars of a total.

    `is_compared` is True if less is better, and Headwater is compared with its peers.
    """

    title: str
    unit: str
    marks: list[Mark]
    note: str = ""
    x: str = ""
    is_logarithmic: bool = True
    is_stacked: bool = False
    is_compared: bool = False

    def worse(self) -> Iterator[str]:
        """For each row, the worst figure of Headwater and the best of a peer, if it is worse than noise."""
        for row, marks in groupby(self.marks, key=lambda mark: mark.row):
            of_row = list(marks)
            ours = [mark for mark in of_row if mark.is_ours]
            others = [mark for mark in of_row if not mark.is_ours]
            if not ours or not others:
                continue
            mine, best = max(ours, key=_value), min(others, key=_value)
            if mine.value > NOISE * best.value:
                yield (
                    f"{self.title}, {row}: {mine.peer} {mine.value:,.4g} {self.unit}, "
                    f"{best.peer} {best.value:,.4g} {self.unit}"
                )


def _value(mark: Mark) -> float:
    return mark.value


@dataclass(frozen=True)
class Chapter:
    """The figures of a kind of result.

    `page` is the page of docs/ with its tables, `made` describes how its results were made.
    """

    title: str
    command: str
    page: str
    made: list[str]
    figures: list[Figure]


@dataclass(frozen=True)
class Metric:
    """A number of a sample. `rounds` selects the samples, by default all of them."""

    title: str
    unit: str
    value: Callable[[dict], float]
    note: str = ""
    rounds: Callable[[Sequence[dict]], Sequence[dict]] = list
    is_compared: bool = False
    is_delayed: bool = False
    """Whether rounds with delayed requests have another value."""


def cold(samples: Sequence[dict]) -> Sequence[dict]:
    """The first round, when nothing is cached."""
    return samples[:1]


def middle(samples: Sequence[dict]) -> Sequence[dict]:
    """The round with the median time."""
    return [typical(samples)]


def of_metric(metric: Metric, known: Mapping, section: Mapping, policies: Mapping | None = None) -> Figure:
    """A metric of all samples of a section. `policies` name the peer of each column that is not a peer."""
    marks = [
        Mark(
            row["title"],
            known["peers"][name],
            *_spread(metric, samples),
            is_ours(_peer(policies, name)),
        )
        for row in section["rows"].values()
        for name, result in row["peers"].items()
        if (samples := result["samples"])
    ]
    title = f"{metric.title}{pages.delay(section)}"
    return Figure(title, metric.unit, marks, metric.note, is_compared=metric.is_compared)


def _spread(metric: Metric, samples: list[dict]) -> tuple[float, float, float]:
    return spread([metric.value(sample) for sample in metric.rounds(samples)])


def _peer(policies: Mapping | None, name: str) -> str:
    return policies[name]["peer"] if policies else name


def of_sections(metrics: tuple[Metric, ...], known: Mapping) -> Iterator[Figure]:
    """Each metric of the first section, and of the others if a delay changes it."""
    for metric in metrics:
        for number, section in enumerate(known["sections"]):
            if number == 0 or metric.is_delayed:
                yield of_metric(metric, known, section, known.get("policies"))
