"""What a page consists of."""

from collections.abc import Sequence
from dataclasses import dataclass

from headwater_bench.report.charts import Chart


@dataclass(frozen=True)
class Headline:
    """A figure for the page's beginning: its value, what it says, and the `made` of its result."""

    value: str
    text: str
    made: dict


@dataclass(frozen=True)
class Plot:
    """A plot; `note` tells how to read it."""

    title: str
    note: str
    chart: Chart
    kind = "plot"


@dataclass(frozen=True)
class Table:
    """Numbers behind plots, or sentences (`is_prose`); the first column has the rows' names."""

    title: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    is_prose: bool = False
    kind = "table"


@dataclass(frozen=True)
class Chapter:
    """What is told of a result.

    `parts` are its plots and tables; `shortfalls` says in sentences where it misses what it must show, and
    is None where nothing is demanded; `mades` are the `made` of the results that it is from.
    """

    lead: str
    mades: Sequence[dict]
    parts: Sequence[Plot | Table]
    headlines: Sequence[Headline] = ()
    shortfalls: Sequence[str] | None = None


def times(factor: float) -> str:
    """A headline's value: so many times fewer, or sooner."""
    return f"{factor:.1f}×"  # noqa: RUF001 (a multiplication sign)
