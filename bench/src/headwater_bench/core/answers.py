"""Query results and their comparison."""

import math
from dataclasses import dataclass, field

from headwater.core.errors import HeadwaterError

TOLERANCE = 1e-9
"""The allowed relative difference of two equal sums, because rounding depends on the order."""

Row = tuple[str | int | float | None, ...]


@dataclass(frozen=True)
class Answer:
    """The duration of a run in seconds, its result, and the `metrics` of Spark's scan."""

    seconds: float
    rows: list[Row]
    metrics: dict[str, int] = field(default_factory=dict)


def difference(first: list[Row], other: list[Row], query: str) -> float:
    """The largest relative difference between corresponding numbers of two results.

    The rows are sorted first. Raises HeadwaterError if anything else differs, or a number by more than
    TOLERANCE.
    """
    if len(first) != len(other):
        raise HeadwaterError(f"{query}: one answered {len(first):,} rows, the other {len(other):,}")
    pairs = zip(_sorted(first), _sorted(other), strict=True)
    return max((_apart(*fields, query) for rows in pairs for fields in zip(*rows, strict=True)), default=0.0)


def _sorted(rows: list[Row]) -> list[Row]:
    """Sort by the exact columns first."""
    return sorted(rows, key=lambda row: [str(field) for field in row if not isinstance(field, float)])


def _apart(left: object, right: object, query: str) -> float:
    if left == right:
        return 0.0
    if isinstance(left, float) and isinstance(right, float) and math.isclose(left, right, rel_tol=TOLERANCE):
        return abs(left - right) / max(abs(left), abs(right))
    raise HeadwaterError(f"{query}: one answered {left!r} where the other answered {right!r}")
