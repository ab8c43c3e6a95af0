"""The meters: each has a name, and a fixed city with its state and location."""

import csv
from importlib.resources import files

import numpy as np


def lines(meters: int, seed: int) -> list[bytes]:
    """The last columns of each meter's rows, from `vid` on, with the newline.

    The cities have the shares of 10,000 meters that cities.csv specifies, in an order drawn from the seed.
    """
    with files(__package__).joinpath("cities.csv").open(encoding="utf-8", newline="") as table:
        cities = list(csv.DictReader(table))
    bounds = np.cumsum([int(city["meters"]) for city in cities])
    place = (np.arange(meters) * bounds[-1]) // meters
    drawn = np.random.default_rng(seed).permutation(np.searchsorted(bounds, place, side="right"))
    return [_line(number + 1, cities[city]) for number, city in enumerate(drawn)]


def _line(number: int, city: dict[str, str]) -> bytes:
    fields = (f"METER{number:06}", *(city[name] for name in ("city", "state", "state_abbr", "lat", "long")))
    return (",".join(fields) + "\n").encode()
