"""Writing, from `writes.json`: the workloads of the Stocator paper's tables I and III to VI."""

from collections import Counter
from collections.abc import Iterator, Sequence

from headwater.embedded.request_log import Kind
from headwater_bench.core import numbers, pages
from headwater_bench.core.results import Results
from headwater_bench.report.drawing import charts, groups
from headwater_bench.report.drawing.groups import Group
from headwater_bench.report.drawing.marks import Mark, exactly, told_bytes
from headwater_bench.report.drawing.parts import Chapter, Headline, Plot, Table, times
from headwater_bench.writes import goals
from headwater_bench.writes.configurations import ALGORITHM_1, MAGIC, OURS

TITLE = "Writing"
COMMAND = "headwater bench writes"

_LEAD = (
    "The programs of the Stocator paper, each with the committers of S3A 3.5.0, with Stocator, and with "
    "Headwater by both APIs, turn by turn on one store. Requests and bytes are counted at the store's proxy. "
    "Rounds: {rounds}."
)
_MEGABYTE = 1e6


def chapter(results: Results) -> Chapter | None:
    """Requests, times, bytes and shortfalls."""
    known = results.get("writes")
    if known is None:
        return None
    return Chapter(
        lead=_LEAD.format(rounds=known["sections"][0]["rounds"]),
        mades=[known["made"]],
        parts=[*_plots(known), *_tables(known)],
        headlines=list(_headlines(known)),
        shortfalls=list(_shortfalls(known)),
    )


def _plots(known: dict) -> Iterator[Plot]:
    peers, first = known["peers"], known["sections"][0]
    of_rows = groups.alone(first)
    yield Plot("Requests", "", charts.bars(peers, groups.requests(of_rows, list(peers)), "requests"))
    for section in known["sections"]:
        marks = groups.seconds(groups.alone(section), list(peers))
        yield Plot(
            f"Time{pages.delay(section)}",
            "Medians; the lines go from the least to the most.",
            charts.bars(peers, marks, "seconds"),
        )
    yield from groups.by_kind(of_rows, peers, "As figure 4 of the paper.")
    yield from _moved(known, of_rows)


_MOVED = {
    "bytes_to_store": "Bytes written",
    "bytes_copied": "Bytes copied in the store",
    "bytes_from_store": "Bytes read",
}


def _moved(known: dict, of_rows: Sequence[Group]) -> Iterator[Plot]:
    peers = known["peers"]
    for what, title in _MOVED.items():
        marks = [
            Mark(group.title, peer, *exactly(found / _MEGABYTE), told_bytes(found))
            for group in of_rows
            for peer in peers
            if group.is_measured(peer)
            for found in (group.total(peer, what),)
        ]
        if any(mark.value for mark in marks):
            yield Plot(title, "As figure 5 of the paper.", charts.bars(peers, marks, "MB"))


def _tables(known: dict) -> Iterator[Table]:
    peers, first = known["peers"], known["sections"][0]
    of_rows = groups.alone(first)
    yield groups.table("Requests", of_rows, peers, groups.told_requests)
    for section in known["sections"]:
        yield groups.table(
            f"Seconds{pages.delay(section)}", groups.alone(section), peers, groups.told_seconds
        )
    yield groups.table("Bytes written; copied; read", of_rows, peers, _told_bytes)
    yield groups.table(groups.PROCESSORS, of_rows, peers, groups.told_processors)
    yield groups.table("Most memory of Spark's process, MiB", of_rows, peers, _told_memory)


def _told_bytes(group: Group, peer: str) -> str:
    return "; ".join(told_bytes(group.total(peer, what)) for what in _MOVED)


def _told_memory(group: Group, peer: str) -> str:
    return f"{group.total(peer, 'peak_memory') / 2**20:,.0f}"


def named(rows: Sequence[dict]) -> str:
    """The titles of rows in a sentence."""
    *others, last = (row["title"] for row in rows)
    return f"{', '.join(others)} and {last}" if others else last


def _headlines(known: dict) -> Iterator[Headline]:
    ours = OURS[0].name
    for peer in (ALGORITHM_1, MAGIC):
        if rows := goals.workloads(known["sections"][0], [ours, peer.name]):
            mine, theirs = (numbers.sum_count(rows, name) for name in (ours, peer.name))
            text = f"fewer requests than {peer.title}, for {named(rows)}: {mine:,} instead of {theirs:,}"
            yield Headline(times(theirs / mine), text, known["made"])
    for section in known["sections"]:
        if rows := goals.workloads(section, [ours, ALGORITHM_1.name]):
            sooner = 1 / numbers.sum_ratio(rows, ours, ALGORITHM_1.name)
            text = f"sooner than {ALGORITHM_1.title}, for {named(rows)}{pages.delay(section)}"
            yield Headline(times(sooner), text, known["made"])


def _shortfalls(known: dict) -> Iterator[str]:
    first = known["sections"][0]
    yield from groups.cautions(known)
    titles = {row["title"] for row in goals.workloads(first, [OURS[0].name])}
    yield from (f"{title} has not been measured" for title in goals.WORKLOADS if title not in titles)
    yield from pages.all_failures(known)
    yield from goals.all_shortfalls(known)
    yield from _bounds(first)


def _bounds(section: dict) -> Iterator[str]:
    """Explains why that many times fewer requests are impossible: the data alone needs more."""
    ours = OURS[0]
    for goal in goals.REQUESTS:
        rows = goals.workloads(section, [ours.name, goal.other])
        if not rows or goals.fewer_requests(rows, ours.name, goal.other) >= goal.times:
            continue
        theirs = numbers.sum_count(rows, goal.other)
        wanted = theirs / goal.times
        sent = sum((Counter(numbers.requests(row, ours.name)) for row in rows), Counter())
        if (data := sent[Kind.PUT] + sent[Kind.GET]) > wanted:
            yield (
                f"{goal.times:g} times fewer than {theirs:,} requests is {wanted:.0f}, and "
                f"cannot be had: of the {sent.total():,} by {ours.title} {data:,} move the data, "
                f"{sent[Kind.PUT]:,} PUT (one for each part, and each `_SUCCESS`) and {sent[Kind.GET]:,} GET "
                f"of what is read"
            )
