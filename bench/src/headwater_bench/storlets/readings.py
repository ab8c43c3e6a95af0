"""Meter readings as CSV: ten columns, and a thousand meters that take turns."""

import random
from pathlib import Path

SEED = 20150101
METERS = 1000
SELECTED = "METER000042"
"""One meter of the thousand: a prefix that selects 0.1% of the rows."""
METER_COLUMN = 4

_CITIES = [
    ("Rotterdam", "NLD", 11, 51.9633, 4.4997),
    ("Mazoba", "ESP", 39, 43.4167, -3.5833),
    ("Tours", "FRA", 24, 47.3936, 0.6892),
    ("Haifa", "ISR", 4, 32.8156, 34.9892),
]
_ROUNDS = 24


def write(path: Path, length: int, seed: int = SEED) -> int:
    """Write complete rows, at least `length` bytes and less than 4 MB more, and return the bytes written.

    There is no header. A block of 24,000 different rows is repeated.
    """
    rng = random.Random(seed)  # noqa: S311 (readings, no secrets)
    block = "".join(_row(hour, meter, rng) for hour in range(_ROUNDS) for meter in range(METERS)).encode()
    times = -(-length // len(block))
    with path.open("wb") as file:
        for _ in range(times):
            file.write(block)
    return times * len(block)


def _row(hour: int, meter: int, rng: random.Random) -> str:
    index = rng.uniform(500, 700)
    city, state, code, latitude, longitude = _CITIES[meter % len(_CITIES)]
    return (
        f"2015-01-01T{hour:02}:00:00+01:00,{index},{index / 1000},0,METER{meter:06},"
        f"{city},{state},{code},{latitude},{longitude}\n"
    )
