"""The figures of a plot, and its legend."""

from dataclasses import dataclass

Peers = dict[str, str]
"""Titles by name, in drawing order."""

_UNITS = {"MB": 10**6, "kB": 10**3}


@dataclass(frozen=True)
class Mark:
    """A figure of a row and a peer: its value, minimum, maximum, and its text on the page."""

    row: str
    peer: str
    value: float
    least: float
    most: float
    told: str


@dataclass(frozen=True)
class Point:
    """A figure of a peer at x. The other fields are those of a mark."""

    peer: str
    x: float
    value: float
    least: float
    most: float
    told: str


@dataclass(frozen=True)
class Entry:
    """A line of the legend: a colour of the style sheet, its text, and whether its marks are round."""

    title: str
    colour: str
    is_round: bool


def exactly(value: float) -> tuple[float, float, float]:
    """A figure without spread, as value, minimum and maximum."""
    return value, value, value


def plain(title: str) -> str:
    """A title without Markdown code marks."""
    return title.replace("`", "")


def told_spread(values: tuple[float, float, float], form: str) -> str:
    """A median with the minimum and the maximum, unless all are equal."""
    middle, least, most = values
    told = f"{middle:{form}}"
    return told if least == most else f"{told} ({least:{form}} to {most:{form}})"


def told_bytes(number: float) -> str:
    """A number of bytes in the largest unit of which there is at least one."""
    unit, of = next(((unit, of) for unit, of in _UNITS.items() if number >= of), ("B", 1))
    return f"{number / of:,.1f} {unit}" if of > 1 else f"{number:,.0f} B"
