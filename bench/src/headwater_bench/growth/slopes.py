"""How steep a line of points is."""

from collections.abc import Sequence
from statistics import median

import numpy as np


def slope(points: Sequence[tuple[float, float]]) -> float | None:
    """The slope of the line with the least squares; None of fewer than two places."""
    if len({x for x, _ in points}) < 2:  # noqa: PLR2004 (a line needs two)
        return None
    x, y = np.array(points, dtype=float).T
    return float(np.polynomial.polynomial.polyfit(x, y, 1)[1])


def of_requests(points: Sequence[dict]) -> float | None:
    """Requests for each more of x."""
    return slope([(point["x"], point["requests"]) for point in points])


def of_seconds(points: Sequence[dict]) -> float | None:
    """Seconds for each more of x: of the medians."""
    return slope([(point["x"], median(point["seconds"])) for point in points])
