"""Reading, from `reads.json`: requests and time of each row relative to S3A's."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product

from headwater_bench.core import numbers, pages
from headwater_bench.core.results import Results
from headwater_bench.reads.configurations import ANALYTICS, OURS, REFERENCE
from headwater_bench.reads.document import mades
from headwater_bench.reads.scenario import TPCH
from headwater_bench.reads.scenario import load as scenarios
from headwater_bench.reads.shortfalls import Shortfall, by_row, found
from headwater_bench.report.drawing import charts, groups
from headwater_bench.report.drawing.groups import Group
from headwater_bench.report.drawing.marks import Mark, exactly
from headwater_bench.report.drawing.parts import Chapter, Headline, Plot, Table, times

TITLE = "Reading"
COMMAND = "headwater bench reads"

_LEAD = (
    "Headwater, S3A with both of its streams, and Stocator read the same objects of one store, turn by turn: "
    "text, CSV, JSON, ORC, Parquet, small files, partitions, and TPC-H at scale factor "
    "{scale_factor:g}. Rounds: {rounds}. The analytics stream is S3A 3.5's default. In the plots each figure "
    "is told as a part of that of S3A 3.5.0 with its classic stream: left of the line is less."
)
_TPCH = "TPC-H"
_COLD = "In the first round, when nothing was remembered of the objects."
S3A = {
    ANALYTICS.name: f"{ANALYTICS.title} (its default)",
    REFERENCE.name: REFERENCE.title,
}
"""S3A with each of its streams, as named in sentences. The default stream is first."""
_FEWER = 2
"""The required factor by which the classic stream sends more requests."""
_IDEAL = 1.1
"""The limit of fetched bytes relative to those that a query needs."""


def chapter(results: Results) -> Chapter | None:
    """Requests, times, bytes and shortfalls."""
    known = results.get("reads")
    if known is None:
        return None
    first = known["sections"][0]
    return Chapter(
        lead=_LEAD.format(scale_factor=known["data"]["scale_factor"], rounds=first["rounds"]),
        mades=mades(known),
        parts=[*_plots(known), *_tables(known)],
        headlines=list(_headlines(known)),
        shortfalls=list(_shortfalls(known)),
    )


def tpch(section: dict, *names: str) -> Group:
    """TPC-H's queries as one group: those that all of these peers have."""
    rows = [row for row in section["rows"].values() if row["title"].startswith(_TPCH)]
    rows = [row for row in rows if numbers.is_measured(row, names)]
    whole = _all_queries()
    of = "its" if len(rows) == whole else f"{len(rows)} of its"
    return Group(f"{_TPCH}, {of} {whole} queries together", rows)


def queries(group: Group) -> str:
    """The names of these TPC-H queries in a sentence."""
    whole = _all_queries()
    of = "" if len(group.rows) == whole else f"{len(group.rows)} of "
    return f"{of}{_TPCH}'s {whole} queries of Parquet"


@cache
def _all_queries() -> int:
    return sum(each.name.startswith(TPCH) for each in scenarios())


def files(section: dict) -> list[Group]:
    """The rows except TPC-H's, and all of them as one group."""
    others = [each for each in groups.alone(section) if not each.title.startswith(_TPCH)]
    return [*others, *_if_any(tpch(section))]


def _if_any(group: Group) -> list[Group]:
    return [group] if group.rows else []


def _queries(section: dict) -> list[Group]:
    return [each for each in groups.alone(section) if each.title.startswith(_TPCH)]


def _plots(known: dict) -> Iterator[Plot]:
    first = known["sections"][0]
    yield from _of(known, files(first), "")
    yield from groups.by_kind(groups.alone(first), known["peers"], _COLD)
    yield from _of(known, _queries(first), f", {_TPCH}'s queries")
    yield from _fetched(known)


def _of(known: dict, of_rows: Sequence[Group], what: str) -> Iterator[Plot]:
    """Requests of groups, and their times in each section, relative to the reference's."""
    peers, title = known["peers"], f"as a part of {REFERENCE.title}"
    if marks := groups.requests_part(of_rows, list(peers), REFERENCE.name):
        yield Plot(f"Requests{what}", _COLD, charts.dots(peers, marks, title, reference=1))
    for section in known["sections"]:
        its = [_in(section, group) for group in of_rows]
        if marks := groups.time_part(its, list(peers), REFERENCE.name):
            yield Plot(f"Time{what}{pages.delay(section)}", "", charts.dots(peers, marks, title, reference=1))


def _in(section: dict, group: Group) -> Group:
    """The same rows of another section."""
    titles = {row["title"] for row in group.rows}
    return Group(group.title, [row for row in section["rows"].values() if row["title"] in titles])


def _fetched(known: dict) -> Iterator[Plot]:
    peers, of_rows = known["peers"], groups.alone(known["sections"][0])
    marks = [
        Mark(group.title, peer, *exactly(part), f"{part:.2f} of what it needs")
        for group in of_rows
        for peer in peers
        if group.rows[0]["needed"] and group.is_measured(peer)
        for part in (numbers.fetched(group.rows[0], peer) / group.rows[0]["needed"],)
    ]
    if marks:
        note = "Columnar rows. 1: the chunks of the columns that a query scans, and each file's footer once."
        yield Plot(
            "Bytes fetched for a byte needed",
            note,
            charts.dots(peers, marks, "bytes for one needed", reference=1),
        )


def _tables(known: dict) -> Iterator[Table]:
    peers = known["peers"]
    for section in known["sections"]:
        seconds = f"Seconds{pages.delay(section)}"
        yield groups.table(seconds, _with_sum(section), peers, groups.told_seconds)
    of_rows = _with_sum(known["sections"][0])
    yield groups.table("Requests", of_rows, peers, groups.told_requests)
    yield groups.table(groups.PROCESSORS, of_rows, peers, groups.told_processors)


def _with_sum(section: dict) -> list[Group]:
    return [*groups.alone(section), *_if_any(tpch(section))]


def _headlines(known: dict) -> Iterator[Headline]:
    """Requests, and times of each section. The comparison with S3A's default is first."""
    ours = OURS[0].name
    factor = f"at scale factor {known['data']['scale_factor']:g}"
    for section, (peer, title) in product(known["sections"], S3A.items()):
        group = tpch(section, ours, peer)
        if not group.rows:
            continue
        if not section["latency_ms"]:
            mine, theirs = group.count(ours), group.count(peer)
            text = f"fewer requests than {title}, for {queries(group)}: {mine:,} instead of {theirs:,}"
            yield Headline(times(theirs / mine), text, known["made"])
        sooner = 1 / numbers.sum_ratio(group.rows, ours, peer)
        text = f"sooner than {title}, for {queries(group)} {factor}{pages.delay(section)}"
        if not 1 / numbers.NOISE <= sooner <= numbers.NOISE:
            yield Headline(times(sooner), text, known["made"])


def _shortfalls(known: dict) -> Iterator[str]:
    first, factor = known["sections"][0], known["data"]["scale_factor"]
    if factor < 1:
        yield f"Measured at scale factor {factor:g}, where 1 is asked for: these are times of small data."
    yield from groups.cautions(known)
    yield from pages.all_failures(known)
    yield from _beside_default(first)
    yield from by_row({_condition(section): _found(known, section) for section in known["sections"]})
    yield from _too_much(first)


def _condition(section: dict) -> str:
    return f"with {section['latency_ms']} ms" if section["latency_ms"] else ""


def _found(known: dict, section: dict) -> list[Shortfall]:
    ours = [each.name for each in OURS]
    return list(found(section, known["peers"], ours, list(S3A), REFERENCE.name))


def _beside_default(section: dict) -> Iterator[str]:
    """The goal of half the requests relates to the classic stream. Compares with the default, too."""
    ours, default = OURS[0], ANALYTICS.name
    group = tpch(section, ours.name, default)
    if not group.rows:
        return
    mine, theirs = group.count(ours.name), group.count(default)
    if _FEWER * mine > theirs:
        yield (
            f"Half the requests are asked for beside {REFERENCE.title}. Beside {S3A[default]} they are more "
            f"than half: {queries(group)} are {mine:,} by {ours.title}, and {theirs:,} by it, which is "
            f"{theirs / mine:.2f} times as many"
        )


def _too_much(section: dict) -> Iterator[str]:
    """The number of rows that fetch more than needed, and the worst of them."""
    names = [each.name for each in OURS]
    parts = {
        row["title"]: max(numbers.fetched(row, name) for name in names) / row["needed"]
        for row in section["rows"].values()
        if row["needed"] and numbers.is_measured(row, names)
    }
    if over := {title: part for title, part in parts.items() if part > _IDEAL}:
        worst = max(over, key=over.get)
        yield (
            f"{len(over)} of {len(parts)} columnar rows fetch more than {_IDEAL} of the bytes that they "
            f"need, at most {over[worst]:.1f} ({worst})"
        )
