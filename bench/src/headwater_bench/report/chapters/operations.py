"""Comparison of Hadoop's FileSystem calls, from `operations.json`."""

from collections.abc import Callable, Iterator, Sequence

from headwater_bench.core import numbers, pages
from headwater_bench.core.configuration import is_ours
from headwater_bench.core.numbers import NOISE
from headwater_bench.core.results import Results
from headwater_bench.core.tables import spread, typical
from headwater_bench.operations.document import kinds
from headwater_bench.report.drawing import behind, charts, groups
from headwater_bench.report.drawing.behind import Pair
from headwater_bench.report.drawing.groups import Group
from headwater_bench.report.drawing.marks import Mark, told_spread
from headwater_bench.report.drawing.parts import Chapter, Plot, Table

TITLE = "Operations"
COMMAND = "headwater bench operations"

_LEAD = (
    "Single calls of Hadoop's FileSystem: creating, reading, listing, renaming and deleting small objects. "
    "HDFS is not on the store: it is what Hadoop's programs were written for, here as small as it can be. "
    'Create, open, list and glob beside it are figure 1a of "Big Data Analytics on Object Stores: A '
    'Performance Study".'
)


def chapter(results: Results) -> Chapter | None:
    """Plots of the time of each call, and tables of times and of requests."""
    known = results.get("operations")
    if known is None:
        return None
    sections = known["sections"]
    return Chapter(
        lead=_LEAD,
        mades=[known["made"]],
        parts=[
            *(_plot(known, section) for section in sections),
            *(_times(known, section) for section in sections),
            _requests(known),
        ],
        shortfalls=list(_shortfalls(known)),
    )


def _shortfalls(known: dict) -> Iterator[str]:
    """Failures, the calls with which ours is worse than a peer on the store, and then than other peers."""
    yield from groups.cautions(known)
    yield from pages.all_failures(known)
    for section in known["sections"]:
        for row in section["rows"].values():
            times = _pairs(known, row, known["on_store"], _middle)
            requests = () if section["latency_ms"] else _pairs(known, row, known["on_store"], _count)
            yield from behind.row(f"{row['title']}{pages.delay(section)}", times, requests, "ms")
    for name in known["peers"].keys() - known["on_store"]:
        yield from _beside(known, name)


def _beside(known: dict, name: str) -> Iterator[str]:
    """The number of calls with which ours is worse than a peer outside the store, and the worst call."""
    calls = known["sections"][0]["rows"].values()
    found = {call["title"]: behind.worst(_pairs(known, call, [name], _middle), NOISE) for call in calls}
    later = {title: pair for title, pair in found.items() if pair}
    if later:
        most = max(later, key=lambda title: later[title].times)
        yield (
            f"{known['peers'][name]}, which is not on the store, is sooner at {len(later)} of "
            f"{len(calls)} calls, the most at this: {most}: {later[most].told('takes', ',.0f', 'ms')}"
        )


def _pairs(
    known: dict, call: dict, names: Sequence[str], figure: Callable[[list[dict]], float]
) -> Iterator[Pair]:
    """A figure of ours with that of each of these peers."""
    samples = {name: result["samples"] for name, result in call["peers"].items() if result["samples"]}
    titles = known["peers"]
    ours = {titles[name]: figure(samples[name]) for name in samples if is_ours(name)}
    others = {titles[name]: figure(samples[name]) for name in names if name in samples and not is_ours(name)}
    return behind.pairs(ours, others)


def _middle(samples: list[dict]) -> float:
    return _milliseconds(samples)[0]


def _count(samples: list[dict]) -> int:
    return sum(kinds(typical(samples)).values())


def _plot(known: dict, section: dict) -> Plot:
    marks = [
        _mark(call["title"], name, result["samples"])
        for call in section["rows"].values()
        for name, result in call["peers"].items()
        if result["samples"]
    ]
    note = (
        f"A folder of {known['objects']:,} objects; {known['files']:,} files are created and opened. "
        f"Medians; rounds: {section['rounds']}."
    )
    if section["latency_ms"]:
        note += " HDFS is beside it as it is: it sends the store no request."
    title = f"Milliseconds of each call{pages.delay(section)}"
    return Plot(title, note, charts.dots(known["peers"], marks, "milliseconds"))


def _mark(title: str, name: str, samples: list[dict]) -> Mark:
    found = _milliseconds(samples)
    return Mark(title, name, *found, f"{told_spread(found, ',.0f')} ms")


def _milliseconds(samples: list[dict]) -> tuple[float, float, float]:
    return spread([1000 * sample["seconds"] for sample in samples])


def _times(known: dict, section: dict) -> Table:
    title = (
        f"Milliseconds{pages.delay(section)}, with the least and the most; seconds of a processor: the "
        "peer's, the store's"
    )
    return groups.table(title, groups.alone(section), known["peers"], _time)


def _time(group: Group, peer: str) -> str:
    (row,) = group.rows
    samples = row["peers"][peer]["samples"]
    return f"{told_spread(_milliseconds(samples), ',.0f')}; {groups.told_processors(group, peer)}"


def _requests(known: dict) -> Table:
    """Of the peers on the store."""
    peers = {name: title for name, title in known["peers"].items() if name in known["on_store"]}
    title = "Requests of the round with the median time, without those for a token"
    return groups.table(title, groups.alone(known["sections"][0]), peers, _counted)


def _counted(group: Group, peer: str) -> str:
    (row,) = group.rows
    counted = kinds(typical(row["peers"][peer]["samples"]))
    return f"{sum(counted.values()):,}: {numbers.told(counted)}"
