"""Meter readings as CSV, generated in blocks of rows that are byte matrices.

Rows are in time order. They are spread evenly over ticks of ten minutes. The meters take turns: row n belongs
to meter n modulo their number. The same predicates therefore select the same share of the rows at every size.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from importlib.resources import files
from itertools import pairwise
from typing import Self

import numpy as np

HEADER = b"date,index,sumHC,sumHP,vid,city,state,state_abbr,lat,long\n"
FIRST, LAST = datetime(2006, 1, 1), datetime(2024, 7, 1)  # noqa: DTZ001 (meters' winter time)
"""A period of which January 2015 is 0.459%, as in the paper's data: 99.54% of the rows are outside it."""

METERS = 10_000
SEED = 20150101
SCHEMA = (
    "date string, index double, sumHC double, sumHP double, vid string, city string, state string, "
    "state_abbr string, lat double, long double"
)
"""The types that Spark infers, except for the dates, which the queries need as text."""

TICK = timedelta(minutes=10)
_TICKS_A_DAY = timedelta(days=1) // TICK
_TICKS = (LAST - FIRST) // TICK
"""The number of reading times. In this period, counters stay within five digits."""

_DATE, _INDEX, _OFF_PEAK, _PEAK, _METER = 0, 26, 44, 62, 80
"""The start positions of columns in a row. Except for the meter's, their widths are fixed."""
_GROUPS = np.array([list(b"%04d" % n) for n in range(10_000)], dtype=np.uint8).view(np.uint32).ravel()
"""Four digits by number, as their bytes in memory."""

_OFF_PEAK_BEFORE = np.concatenate(
    ([0], np.cumsum([hour < 6 or hour >= 22 for hour in range(24) for _ in range(6)]))  # noqa: PLR2004
)
"""The number of off-peak ticks (22 to 6 o'clock, when sumHC grows) before each tick of a day."""


@dataclass(frozen=True)
class Readings:
    """Rows from FIRST (a midnight) to before LAST. The same number of rows gives the same bytes."""

    rows: int

    @classmethod
    def of_size(cls, length: int) -> Self:
        """About `length` bytes of rows."""
        return cls(max(1, round(length / cls(1).row_bytes)))

    @property
    def length(self) -> int:
        """The rows' length in bytes without headers, accurate to a block."""
        return round(self.rows * self.row_bytes)

    @property
    def row_bytes(self) -> float:
        """A row's mean length in bytes."""
        return self._mask.sum() / len(self._mask)

    def parts(self, count: int) -> list[range]:
        """The rows in parts of equal time."""
        bounds = [-(-(_TICKS * n // count) * self.rows // _TICKS) for n in range(count + 1)]
        return [range(first, last) for first, last in pairwise(bounds)]

    def content(self, part: range) -> Iterator[bytes]:
        """The rows of a part as a CSV file with a header, in chunks of about a megabyte."""
        yield HEADER
        for number in range(part.start // METERS, -(-part.stop // METERS)):
            first = number * METERS
            yield self._block(number, slice(max(part.start - first, 0), min(part.stop - first, METERS)))

    @cached_property
    def _template(self) -> np.ndarray:
        """A block without dates and numbers: one matrix row for each row, NUL in the empty positions."""
        lines = _meters()
        matrix = np.zeros((METERS, _METER + max(map(len, lines))), dtype=np.uint8)
        matrix[:, :_METER] = ord(",")
        matrix[:, _METER:] = np.array(lines)[:, None].view(np.uint8)
        return matrix

    @cached_property
    def _mask(self) -> np.ndarray:
        return self._template != 0

    @cached_property
    def _rates(self) -> np.ndarray:
        """The initial counters of each row in a block, and their growth in a tick, in 1e-11 kWh."""
        rng = np.random.default_rng([SEED, METERS])
        low, high = [[10**15]] * 2 + [[10**9]] * 2, [[2 * 10**15]] * 2 + [[10**10]] * 2
        return rng.integers(low, high, size=(4, METERS))

    def _block(self, number: int, rows: slice) -> bytes:
        """Some rows of a block. Its random values depend only on the seed and its number."""
        matrix = self._template.copy()
        ticks = (np.arange(number * METERS, (number + 1) * METERS) * _TICKS) // self.rows
        matrix[:, _DATE : _INDEX - 1] = self._dates(ticks)
        rng = np.random.default_rng([SEED, METERS, number])
        _write(matrix, _INDEX, rng.integers(35 * 10**14, 70 * 10**14, size=METERS), whole=3)
        days, tick = np.divmod(ticks, _TICKS_A_DAY)
        off_peak = days * _OFF_PEAK_BEFORE[-1] + _OFF_PEAK_BEFORE[tick]
        bases, rates = self._rates[:2], self._rates[2:]
        _write(matrix, _OFF_PEAK, bases[0] + rates[0] * off_peak, whole=5)
        _write(matrix, _PEAK, bases[1] + rates[1] * (ticks - off_peak), whole=5)
        return matrix[rows][self._mask[rows]].tobytes()

    def _dates(self, ticks: np.ndarray) -> np.ndarray:
        """The formatted times of these ticks in bytes, in winter time all year."""
        different, of_each = np.unique(ticks, return_inverse=True)
        times = np.datetime64(FIRST, "s") + different * np.timedelta64(int(TICK.total_seconds()), "s")
        texts = np.char.add(np.datetime_as_string(times), "+01:00").astype("S25")
        return texts[:, None].view(np.uint8)[of_each]


def _write(matrix: np.ndarray, column: int, numbers: np.ndarray, whole: int) -> None:
    """Write numbers of 16 digits into a matrix, with `whole` digits before the point."""
    groups = np.empty((len(numbers), 4), dtype=np.uint32)
    for group in (3, 2, 1, 0):
        numbers, rest = np.divmod(numbers, 10_000)
        groups[:, group] = _GROUPS[rest]
    digits = groups.view(np.uint8)
    matrix[:, column : column + whole] = digits[:, :whole]
    matrix[:, column + whole] = ord(".")
    matrix[:, column + whole + 1 : column + 17] = digits[:, whole:]


def _meters() -> list[bytes]:
    """The last columns of each meter's rows, from `vid` on, with the newline.

    A meter has a name, and a fixed city with its state and location. The cities have the numbers of meters
    that cities.csv specifies, in an order drawn from the seed.
    """
    lines = files(__package__).joinpath("cities.csv").read_text(encoding="utf-8").splitlines()[1:]
    cities, _, meters = zip(*(line.rpartition(",") for line in lines), strict=True)
    drawn = np.random.default_rng(SEED).permutation(np.repeat(cities, list(map(int, meters))))
    return [f"METER{number:06},{city}\n".encode() for number, city in enumerate(drawn, start=1)]
