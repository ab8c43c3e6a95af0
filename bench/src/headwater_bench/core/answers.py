"""Query results and their comparison."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, field

from headwater.core.errors import HeadwaterError

TOLERANCE = 1e-9
"""The allowed relative difference of two equal sums, because rounding depends on the order.
"""

Row = tuple[str | int | float | None, ...]


@dataclass(frozen=True)
class Answer:
    """The duration of a run in seconds, its result, and the `metrics` of Spark's scan."""

    seconds: float
    rows: list[Row]
    metrics: dict[str, int] = field(default_factory=dict)


def difference(one: list[Row], other: list[Row], what: str) -> float:
    """The largest relative difference between corresponding numbers of two results.

    The rows are sorted first. Raises HeadwaterError if anything else differs, or a number by more than
    TOLERANCE.
    """
    if len(one) != len(other):
        raise HeadwaterError(f"{what}: one answered {len(one):,} rows, the other {len(other):,}")
    return max((_apart(*pair, what) for pair in _places(one, other)), default=0.0)


def _places(one: list[Row], other: list[Row]) -> Iterator[tuple]:
    for row, of_other in zip(_sorted(one), _sorted(other), strict=True):
        yield from zip(row, of_other, strict=True)


def _sorted(rows: list[Row]) -> list[Row]:
    """Sort by the exact columns first."""
    return sorted(rows, key=lambda row: [str(field) for field in row if not isinstance(field, float)])


def _apart(one: object, other: object, what: str) -> float:
    if one == other:
        return 0.0
    if isinstance(one, float) and isinstance(other, float) and math.isclose(one, other, rel_tol=TOLERANCE):
        return abs(one - other) / max(abs(one), abs(other))
    raise HeadwaterError(f"{what}: one answered {one!r} where the other answered {other!r}")
