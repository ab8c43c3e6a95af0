"""The table of the tested lines of Spark in a page of the documentation."""

import re
from datetime import UTC, datetime
from pathlib import Path

_COLUMNS = ("Spark", "Scala", "Hadoop", "Java", "Python")
_VERSION = re.compile(r"(\w+) ([\d.]+)")
_PLACE = re.compile(r"(<!-- make sparks-table -->\n).*?(<!-- end -->\n)", re.DOTALL)


def write(page: Path, lines: list[str]) -> None:
    """Write today's table into its place in a page."""
    text = page.read_text(encoding="utf-8")
    filled, count = _PLACE.subn(lambda place: place[1] + table(lines) + place[2], text)
    assert count == 1, f"{page} has {count} places for the table"
    page.write_text(filled, encoding="utf-8")


def table(lines: list[str]) -> str:
    """The table, with its date. A line is that of the test's summary: versions, a colon, an outcome."""
    rows = [(*_COLUMNS, "outcome"), ("---",) * (len(_COLUMNS) + 1)]
    for line in lines:
        versions, _, outcome = line.partition(": ")
        found = dict(_VERSION.findall(versions))
        rows.append((*(found[name] for name in _COLUMNS), outcome))
    drawn = "".join(f"| {' | '.join(row)} |\n" for row in rows)
    return f"\nOn {datetime.now(UTC):%Y-%m-%d}:\n\n{drawn}\n"
