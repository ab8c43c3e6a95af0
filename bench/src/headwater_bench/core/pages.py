"""Parts of result pages: tables of rows by peers, their cells, failures, the place."""

from collections.abc import Callable, Iterator, Sequence

from headwater_bench.core import numbers, resuming
from headwater_bench.core.configuration import Configuration
from headwater_bench.core.tables import spread, table

DASH = "–"  # noqa: RUF001

_TIMES = """\
## Time{delay}

Rounds: {rounds}. Median seconds, with the minimum and the maximum. **Bold** is the median, over the rounds,
of the ratio to the time of {reference} in the same round. Below 1 is faster.

{times}
{failures}"""

_MADE = """\
{date}, {processor}, {cores} cores, {memory:.0f} GiB, with a load average of {load} before and {load_after}
after; {versions}. Made by `{command}`{resumed}."""

Cell = Callable[[dict, str], str]
SumCell = Callable[[Sequence[dict], str], str]


def place(made: dict) -> dict[str, object]:
    """The values of `machine.describe()` for a page, by the names of its template."""
    return {
        "date": made["date"],
        "processor": made["processor"],
        "cores": made["cores"],
        "memory": made["memory_bytes"] / 2**30,
        "load": made["load"],
        "load_after": made["load_after"],
        "versions": ", ".join(f"{name} {version}" for name, version in made["versions"].items()),
        "command": made["command"],
        "resumed": resuming.interruptions(made),
    }


def made(result: dict) -> str:
    """The place, time and versions of `machine.describe()`."""
    return _MADE.format(**place(result))


def failures(known: dict, section: dict) -> Iterator[str]:
    """The failures, each with the first line of its reason, which may begin with the failed item."""
    for row in section["rows"].values():
        for name, peer in row["peers"].items():
            if peer["failure"]:
                what = f"{row['title']}, {known['peers'][name]}: "
                yield f"{what}`{peer['failure'].splitlines()[0].removeprefix(what)}`"


def all_failures(known: dict, *names: str) -> list[str]:
    """The failures at the rows with these names, or at any row. A failure in all sections is listed once.

    The section is named unless it is the first one only.
    """
    found: dict[str, str] = {}
    for section in known["sections"]:
        rows = {name: row for name, row in section["rows"].items() if not names or name in names}
        for failure in failures(known, {"rows": rows}):
            found.setdefault(failure, delay(section))
    return [f"{failure}{where}" for failure, where in found.items()]


def delay(section: dict) -> str:
    """The delay added to every request, if any, for the end of a title."""
    return f", with {section['latency_ms']} ms more for every request" if section["latency_ms"] else ""


def peers_table(known: dict, section: dict, cell: Cell, sums: dict[str, SumCell]) -> str:
    """Rows by peers, then sums of the rows that all peers have."""
    peers = known["peers"]
    rows = list(section["rows"].values())
    lines = [[row["title"], *(_cell(row, name, cell) for name in peers)] for row in rows]
    whole = [row for row in rows if numbers.is_measured(row, list(peers))]
    if whole:
        lines += [[title, *(of_sum(whole, name) for name in peers)] for title, of_sum in sums.items()]
    return table(["", *peers.values()], lines)


def _cell(row: dict, name: str, cell: Cell) -> str:
    return cell(row, name) if numbers.is_measured(row, [name]) else DASH


class Cells:
    """Cells with the ratio to a reference peer in bold."""

    def __init__(self, reference: Configuration) -> None:
        self._title = reference.title
        self._reference = reference.name

    def sections(self, known: dict, sums: Callable[[SumCell], dict[str, SumCell]]) -> Iterator[str]:
        """The times of each section of a result. `sums` are the last lines of a table."""
        for section in known["sections"]:
            yield _TIMES.format(
                delay=delay(section),
                rounds=section["rounds"],
                reference=self._title,
                times=peers_table(known, section, self.time, sums(self.sum_time)),
                failures="".join(f"\n{each}\n" for each in failures(known, section)),
            )

    def time(self, row: dict, name: str) -> str:
        """The seconds: median, minimum, maximum, and the ratio."""
        middle, least, most = spread(numbers.times(row, name))
        return f"{middle:.2f} ({least:.2f} to {most:.2f}){self._part(row, numbers.ratio, name)}"

    def sum_time(self, rows: Sequence[dict], name: str) -> str:
        """The sum of the medians, and the ratio."""
        seconds = sum(spread(numbers.times(row, name))[0] for row in rows)
        return f"{seconds:.1f}, **{numbers.sum_ratio(rows, name, self._reference):.2f}**"

    def count(self, row: dict, name: str) -> str:
        """The requests of the first round, their kinds, and the ratio."""
        part = self._part(row, numbers.count_ratio, name)
        return f"{numbers.count(row, name):,}: {numbers.kinds(row, name)}{part}"

    def sum_count(self, rows: Sequence[dict], name: str) -> str:
        """The sum of these requests, and the ratio."""
        mine, theirs = (numbers.sum_count(rows, each) for each in (name, self._reference))
        return f"{mine:,}, **{mine / theirs:.2f}**"

    def _part(self, row: dict, ratio: Callable[[dict, str, str], float], name: str) -> str:
        if not numbers.is_measured(row, [self._reference]):
            return ""
        return f", **{ratio(row, name, self._reference):.2f}**"
