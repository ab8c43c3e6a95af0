"""The figures of a plot, and its legend."""

from dataclasses import dataclass

Peers = dict[str, str]
"""Titles by names, in the order in which they are drawn."""

_UNITS = {"MB": 10**6, "kB": 10**3}


@dataclass(frozen=True)
class Mark:
    """A figure of a row and a peer: its value, the least and the most of it, and how the page tells it."""

    row: str
    peer: str
    value: float
    least: float
    most: float
    told: str


@dataclass(frozen=True)
class Point:
    """A figure of a peer at x; the others as those of a mark."""

    peer: str
    x: float
    value: float
    least: float
    most: float
    told: str


@dataclass(frozen=True)
class Entry:
    """A line of the legend: what has a colour of the style sheet, and whether its marks are round."""

    title: str
    colour: str
    is_round: bool


def exactly(value: float) -> tuple[float, float, float]:
    """A figure that has no spread, as value, least and most."""
    return value, value, value


def plain(title: str) -> str:
    """A title without its marks of code, for what knows no Markdown."""
    return title.replace("`", "")


def told_spread(values: tuple[float, float, float], form: str) -> str:
    """A median with the least and the most, unless all are one."""
    middle, least, most = values
    told = f"{middle:{form}}"
    return told if least == most else f"{told} ({least:{form}} to {most:{form}})"


def told_bytes(number: float) -> str:
    """So many bytes in the largest unit of which they are one."""
    unit, of = next(((unit, of) for unit, of in _UNITS.items() if number >= of), ("B", 1))
    return f"{number / of:,.1f} {unit}" if of > 1 else f"{number:,.0f} B"
