"""The slope of a line of points."""

from collections.abc import Sequence
from statistics import median

import numpy as np


def slope(points: Sequence[tuple[float, float]]) -> float | None:
    """The least-squares slope. None with fewer than two distinct x."""
    if len({x for x, _ in points}) < 2:  # noqa: PLR2004 (a line needs two)
        return None
    x, y = np.array(points, dtype=float).T
    return float(np.polynomial.polynomial.polyfit(x, y, 1)[1])


def of_requests(points: Sequence[dict]) -> float | None:
    """Requests per unit of x."""
    return slope([(point["x"], point["requests"]) for point in points])


def of_seconds(points: Sequence[dict]) -> float | None:
    """Seconds per unit of x, from the medians."""
    return slope([(point["x"], median(point["seconds"])) for point in points])
