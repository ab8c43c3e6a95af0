"""Uploads by write policy, from `uploads.json`: a file put, WordCount's text, and WordCount."""

from collections.abc import Callable, Iterator

from headwater_bench.core import pages
from headwater_bench.core.configuration import is_ours
from headwater_bench.core.numbers import counted, told
from headwater_bench.core.results import Results
from headwater_bench.core.tables import spread, typical
from headwater_bench.peers.definitions import titles_on_store
from headwater_bench.report.drawing import behind, charts, groups
from headwater_bench.report.drawing.behind import Pair
from headwater_bench.report.drawing.groups import Group
from headwater_bench.report.drawing.marks import Mark, plain, told_spread
from headwater_bench.report.drawing.parts import Chapter, Plot, Table

TITLE = "Uploads by write policy"
COMMAND = "headwater bench uploads"

_LEAD = (
    "What Swifta's authors show of their write policies, of ours and the peers'. Each run is a Java process "
    "of its own, whose start is in its time, on one machine with the store."
)
_PEERS = titles_on_store()


def chapter(results: Results) -> Chapter | None:
    """A plot for each program, and tables."""
    known = results.get("uploads")
    if known is None:
        return None
    sections = known["sections"]
    plots = [_plot(known, section, row) for section in sections for row in section["rows"].values()]
    return Chapter(
        lead=_LEAD,
        mades=[known["made"]],
        parts=[*plots, *(_times(known, section) for section in sections), _requests(known)],
        shortfalls=list(_shortfalls(known)),
    )


def _shortfalls(known: dict) -> Iterator[str]:
    """Says that times contain chance, what failed, and where our policies are worse than a peer's."""
    yield from groups.cautions(known)
    yield from pages.all_failures(known)
    for section in known["sections"]:
        for row in section["rows"].values():
            times = _pairs(known, row, _seconds)
            requests = () if section["latency_ms"] else _pairs(known, row, _count)
            yield from behind.row(f"{row['title']}{pages.delay(section)}", times, requests)


def _pairs(known: dict, row: dict, figure: Callable[[list[dict]], float]) -> Iterator[Pair]:
    of = {True: {}, False: {}}
    for name, samples in _whole(row):
        of[is_ours(known["policies"][name]["peer"])][known["peers"][name]] = figure(samples)
    return behind.pairs(of[True], of[False])


def _whole(row: dict) -> Iterator[tuple[str, list[dict]]]:
    """The policies that have not failed at a program, and their samples."""
    for name, result in row["peers"].items():
        if result["samples"] and not result["failure"]:
            yield name, result["samples"]


def _seconds(samples: list[dict]) -> float:
    return spread([sample["seconds"] for sample in samples])[0]


def _count(samples: list[dict]) -> int:
    """The requests of the median round."""
    return sum(counted(typical(samples)).values())


def _plot(known: dict, section: dict, row: dict) -> Plot:
    marks = [
        _mark(known["peers"][name], known["policies"][name]["peer"], samples) for name, samples in _whole(row)
    ]
    note = f"{known['megabytes']:,} MB. Medians, with the least and the most; rounds: {section['rounds']}."
    title = f"{row['title']}{pages.delay(section)}"
    return Plot(title, note, charts.dots(_PEERS, marks, "seconds", linear=True))


def _mark(title: str, peer: str, samples: list[dict]) -> Mark:
    found = spread([sample["seconds"] for sample in samples])
    return Mark(plain(title), peer, *found, f"{told_spread(found, '.1f')} s")


def _times(known: dict, section: dict) -> Table:
    title = f"Seconds{pages.delay(section)}; of a processor: the programs', the store's"
    return groups.table(title, groups.alone(section), known["peers"], _told_time)


def _told_time(group: Group, name: str) -> str:
    return f"{groups.told_seconds(group, name)}; {groups.told_processors(group, name)}"


def _requests(known: dict) -> Table:
    title = "Requests of the round with the median time, without those for a token"
    return groups.table(title, groups.alone(known["sections"][0]), known["peers"], _told_requests)


def _told_requests(group: Group, name: str) -> str:
    (row,) = group.rows
    requests = counted(typical(row["peers"][name]["samples"]))
    return f"{sum(requests.values()):,}: {told(dict(sorted(requests.items())))}"
