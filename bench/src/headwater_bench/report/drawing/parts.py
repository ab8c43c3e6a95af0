"""The parts of a page."""

from collections.abc import Sequence
from dataclasses import dataclass

from headwater_bench.report.drawing.charts import Chart


@dataclass(frozen=True)
class Headline:
    """A figure at the page's beginning: its value, its text, and the `made` of its result."""

    value: str
    text: str
    made: dict


@dataclass(frozen=True)
class Plot:
    """A plot. `note` explains how to read it."""

    title: str
    note: str
    chart: Chart
    kind = "plot"


@dataclass(frozen=True)
class Table:
    """The numbers of plots, or sentences (`is_prose`). The first column has the rows' names."""

    title: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    is_prose: bool = False
    kind = "table"


@dataclass(frozen=True)
class Chapter:
    """The report of a result.

    `parts` are its plots and tables. `shortfalls` lists in sentences where it misses its goals, and is None
    without goals. `mades` are the `made` of the results it is based on.
    """

    lead: str
    mades: Sequence[dict]
    parts: Sequence[Plot | Table]
    headlines: Sequence[Headline] = ()
    shortfalls: Sequence[str] | None = None


def times(factor: float) -> str:
    """A headline's value: a factor for fewer requests or less time."""
    return f"{factor:.1f}×"  # noqa: RUF001 (a multiplication sign)
