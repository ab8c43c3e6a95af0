"""Figures of results whose `sections` have rows, peers and samples: `reads.json` and `writes.json`."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from headwater.embedded.request_log import Kind
from headwater_bench.core import numbers, pages
from headwater_bench.core.tables import median_of, spread
from headwater_bench.report.drawing import charts
from headwater_bench.report.drawing.marks import Mark, Peers, exactly, told_spread
from headwater_bench.report.drawing.parts import Plot, Table

PROCESSORS = "Seconds of a processor: Spark's; the store's"
ONE_ROUND = "One round{delay}: the times have no spread, and chance is in them."


@dataclass(frozen=True)
class Group:
    """Rows that are reported as one: usually a single row, for queries their sum."""

    title: str
    rows: Sequence[dict]

    def is_measured(self, *names: str) -> bool:
        """Whether each of these peers has samples of each row."""
        return bool(self.rows) and all(numbers.is_measured(row, names) for row in self.rows)

    def count(self, name: str) -> int:
        """A peer's requests in the first round."""
        return numbers.sum_count(self.rows, name)

    def seconds(self, name: str) -> tuple[float, float, float]:
        """A peer's time, summed over the rows in each round: median, minimum and maximum."""
        rounds = zip(*(numbers.times(row, name) for row in self.rows), strict=False)
        return spread([sum(of_round) for of_round in rounds])

    def total(self, name: str, what: str) -> float:
        """The sum over the rows of the median of a number in a peer's samples."""
        return sum(median_of(row["peers"][name]["samples"], what) for row in self.rows)


def alone(section: dict) -> list[Group]:
    """Each row as a separate group."""
    return [Group(row["title"], [row]) for row in section["rows"].values()]


def requests_part(groups: Sequence[Group], peers: Sequence[str], reference: str) -> list[Mark]:
    """The requests of each peer relative to the reference's."""

    def mark(group: Group, peer: str) -> Mark:
        mine, theirs = group.count(peer), group.count(reference)
        return _mark(group, peer, exactly(mine / theirs), f"{mine:,} of {theirs:,}: {mine / theirs:.2f}")

    return _marks(groups, peers, mark, reference)


def time_part(groups: Sequence[Group], peers: Sequence[str], reference: str) -> list[Mark]:
    """The time of each peer relative to the reference's in the same round, as the median over the rounds."""

    def mark(group: Group, peer: str) -> Mark:
        part = numbers.sum_ratio(group.rows, peer, reference)
        mine, theirs = group.seconds(peer)[0], group.seconds(reference)[0]
        return _mark(group, peer, exactly(part), f"{mine:.2f} s, {theirs:.2f} s: {part:.2f}")

    return _marks(groups, peers, mark, reference)


def seconds(groups: Sequence[Group], peers: Sequence[str]) -> list[Mark]:
    """The time of each peer."""

    def mark(group: Group, peer: str) -> Mark:
        return _mark(group, peer, group.seconds(peer), f"{group.seconds(peer)[0]:.2f} s")

    return _marks(groups, peers, mark)


def requests(groups: Sequence[Group], peers: Sequence[str]) -> list[Mark]:
    """The requests of each peer."""

    def mark(group: Group, peer: str) -> Mark:
        return _mark(group, peer, exactly(group.count(peer)), f"{group.count(peer):,}")

    return _marks(groups, peers, mark)


def by_kind(groups: Sequence[Group], peers: Peers, note: str) -> Iterator[Plot]:
    """The requests of each peer (a row each) by kind, over all rows that all peers have."""
    rows = [row for group in groups if group.is_measured(*peers) for row in group.rows]
    marks = [
        Mark(title, kind, *exactly(number), f"{number:,}")
        for peer, title in peers.items()
        for kind, number in sum((Counter(numbers.requests(row, peer)) for row in rows), Counter()).items()
    ]
    if marks:
        kinds = [kind for kind in Kind if kind in {mark.peer for mark in marks}]
        yield Plot("Requests by kind, all rows", note, charts.stack(kinds, marks, "requests"))


def table(title: str, groups: Sequence[Group], peers: Peers, cell: Callable[[Group, str], str]) -> Table:
    """Groups by peers."""
    rows = [
        [group.title, *(cell(group, peer) if group.is_measured(peer) else pages.DASH for peer in peers)]
        for group in groups
    ]
    return Table(title, ["", *peers.values()], rows)


def told_requests(group: Group, peer: str) -> str:
    """Their number and, for a single row, their kinds."""
    told = f"{group.count(peer):,}"
    return told if len(group.rows) > 1 else f"{told}: {numbers.kinds(group.rows[0], peer)}"


def told_seconds(group: Group, peer: str) -> str:
    """The median, the minimum and the maximum."""
    return told_spread(group.seconds(peer), ".2f")


def told_processors(group: Group, peer: str) -> str:
    """The medians of Spark's seconds and of the store's."""
    return "; ".join(f"{group.total(peer, what):.1f}" for what in ("cpu_seconds", "store_cpu_seconds"))


def cautions(known: dict) -> Iterator[str]:
    """Warns that times may be due to chance if there is a single round."""
    delays = [pages.delay(section) for section in known["sections"] if section["rounds"] == 1]
    everywhere = len(delays) == len(known["sections"])
    yield from (ONE_ROUND.format(delay=each) for each in ([""] if everywhere else delays))


def _marks(
    groups: Sequence[Group], peers: Sequence[str], mark: Callable[[Group, str], Mark], *needed: str
) -> list[Mark]:
    """A mark for each measured group and peer, with the group's required value."""
    return [mark(group, peer) for group in groups for peer in peers if group.is_measured(peer, *needed)]


def _mark(group: Group, peer: str, values: Sequence[float], told: str) -> Mark:
    return Mark(group.title, peer, *values, told)
