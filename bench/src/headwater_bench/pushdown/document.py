"""The result as JSON, and the page `docs/pushdown/benchmark.md` generated from it."""

from collections.abc import Sequence
from pathlib import Path

from headwater_bench.core.pages import place
from headwater_bench.core.results import as_json, command_of, keep, of_this_version, read
from headwater_bench.pushdown.scenarios import Scenario

_HEAD = """\
# SQL with pushdown, side by side

<!-- Written by `headwater bench pushdown`: do not edit. -->

The seven queries of GridPocket's analysts and the synthetic ones of IOStack's D4.2 (table 6.2a, figures 6 to
11), over meter readings that `headwater bench data` makes. The readings have ten columns, 10,000 meters, and
dates from 2006-01-01 to 2024-06-30. January 2015 is 0.46% of the rows. 1% of the meters are in Rotterdam, 13%
in FRA, and 2% in states that begin with U. The data are CSV with a header line in an embedded OpenStack Swift
on the same machine, in the page cache. Swift's `keep_cache_size` is 5 GiB for every configuration. The schema
is given, so nothing is inferred in the measured time.

The queries are the paper's, word for word. Spark 4.2 accepts them unchanged. Polars gets the same in its SQL:
`SUBSTR(date, 1, ...)` for `SUBSTRING(date, 0, ...)`, and `first` for `first_value`. Spark's processes run
with 2 GiB and `local[2]`, and otherwise with their defaults. The peers run with their defaults except for
their addresses and keys.
"""

_PLACE = """\
*{bytes:,} bytes, {rows:,} rows in {objects} objects. {date}, {processor}, {cores} cores, {memory:.0f} GiB,
with a load average of {load} before and {load_after} after; {versions}. Made by `{command}`{resumed}.*
"""


class Results:
    """The results of each size in a folder's files. Each keeps a scenario's until it is measured again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def keep(self, size: str, name: str, result: dict) -> None:
        """Replace a scenario's result."""
        file = self.folder / f"pushdown-{size}.json"
        document = read(file) if file.exists() else {}
        document[name] = result
        keep(file, as_json(document))

    def of_sizes(self) -> list[dict]:
        """All available results, smallest data first. Raises HeadwaterError for an invalid file."""
        found = []
        for file in self.folder.glob("pushdown-*.json"):
            of_size = read(file)
            with of_this_version(file, command_of("pushdown")):
                found.append((max(each["data"]["bytes"] for each in of_size.values()), file.name, of_size))
        return [of_size for *_, of_size in sorted(found, key=lambda each: each[:2])]


def render(of_sizes: Sequence[dict], scenarios: Sequence[Scenario]) -> str:
    """The complete page in Markdown."""
    sections = [
        f"{scenario.render(of_size[scenario.name])}\n{_place(of_size[scenario.name])}"
        for of_size in of_sizes
        for scenario in scenarios
        if scenario.name in of_size
    ]
    return "\n".join([_HEAD, *sections])


def _place(result: dict) -> str:
    return _PLACE.format(**result["data"] | place(result["made"]))
