"""Hadoop's FileSystem calls side by side, from `operations.json`."""

from collections.abc import Callable, Iterator, Sequence

from headwater_bench import numbers
from headwater_bench.numbers import NOISE
from headwater_bench.operations.document import failures, kinds
from headwater_bench.pages import DASH
from headwater_bench.report import behind, charts, groups
from headwater_bench.report.behind import Pair
from headwater_bench.report.marks import Mark, Peers, told_spread
from headwater_bench.report.palette import is_ours
from headwater_bench.report.parts import Chapter, Plot, Table
from headwater_bench.report.results import Results
from headwater_bench.tables import median_of, spread, typical

TITLE = "Operations"
COMMAND = "headwater bench operations"

_LEAD = (
    "Single calls of Hadoop's FileSystem: creating, reading, listing, renaming and deleting small objects. "
    "HDFS is not on the store: it is what Hadoop's programs were written for, here as small as it can be."
)


def chapter(results: Results) -> Chapter | None:
    """A plot of the time of each call, and tables of times and of requests."""
    known = results.get("operations")
    if known is None:
        return None
    return Chapter(
        lead=_LEAD,
        mades=[known["made"]],
        parts=[_plot(known), _times(known), _requests(known)],
        shortfalls=list(_shortfalls(known)),
    )


def _shortfalls(known: dict) -> Iterator[str]:
    """What failed; of each call where ours is behind a peer on the store, and then behind what is not."""
    calls, peers = known["calls"].values(), known["peers"]
    if known["rounds"] == 1:
        yield groups.ONE_ROUND.format(delay="")
    yield from (f"{call['title']}, {why}" for call in calls for why in failures(known, call))
    on_store = [name for name in peers if peers[name]["on_store"]]
    for call in calls:
        times, requests = (_pairs(known, call, on_store, figure) for figure in (_middle, _count))
        yield from behind.row(call["title"], times, requests, "ms")
    for name in peers.keys() - on_store:
        yield from _beside(known, name)


def _beside(known: dict, name: str) -> Iterator[str]:
    """At how many calls ours is behind a peer that is not on the store, and the worst of them."""
    calls = known["calls"].values()
    found = {call["title"]: behind.worst(_pairs(known, call, [name], _middle), NOISE) for call in calls}
    later = {title: pair for title, pair in found.items() if pair}
    if later:
        most = max(later, key=lambda title: later[title].times)
        yield (
            f"{known['peers'][name]['title']}, which is not on the store, is sooner at {len(later)} of "
            f"{len(calls)} calls, the most at this: {most}: {later[most].told('takes', ',.0f', 'ms')}"
        )


def _pairs(
    known: dict, call: dict, names: Sequence[str], figure: Callable[[list[dict]], float]
) -> Iterator[Pair]:
    """A figure of ours with that of each of these peers."""
    samples = {name: result["samples"] for name, result in call["peers"].items() if result["samples"]}
    titles = _peers(known)
    ours = {titles[name]: figure(samples[name]) for name in samples if is_ours(name)}
    others = {titles[name]: figure(samples[name]) for name in names if name in samples and not is_ours(name)}
    return behind.pairs(ours, others)


def _middle(samples: list[dict]) -> float:
    return _milliseconds(samples)[0]


def _count(samples: list[dict]) -> int:
    return sum(kinds(typical(samples)).values())


def _peers(known: dict) -> Peers:
    return {name: peer["title"] for name, peer in known["peers"].items()}


def _plot(known: dict) -> Plot:
    marks = [
        _mark(call["title"], name, result["samples"])
        for call in known["calls"].values()
        for name, result in call["peers"].items()
        if result["samples"]
    ]
    note = (
        f"A folder of {known['objects']:,} objects; {known['files']:,} files are created and opened. "
        f"Medians of {known['rounds']} rounds."
    )
    return Plot("Milliseconds of each call", note, charts.dots(_peers(known), marks, "milliseconds"))


def _mark(title: str, name: str, samples: list[dict]) -> Mark:
    found = _milliseconds(samples)
    return Mark(title, name, *found, f"{told_spread(found, ',.0f')} ms")


def _milliseconds(samples: list[dict]) -> tuple[float, float, float]:
    return spread([1000 * sample["seconds"] for sample in samples])


def _times(known: dict) -> Table:
    rows = [
        [call["title"], *(_time(call["peers"][name]["samples"]) for name in known["peers"])]
        for call in known["calls"].values()
    ]
    title = "Milliseconds, with the least and the most; seconds of the store's processors"
    return Table(title, ["", *_peers(known).values()], rows)


def _time(samples: list[dict]) -> str:
    if not samples:
        return DASH
    return f"{told_spread(_milliseconds(samples), ',.0f')}; {median_of(samples, 'store_seconds'):.1f}"


def _requests(known: dict) -> Table:
    """Of the peers on the store."""
    peers = {name: peer["title"] for name, peer in known["peers"].items() if peer["on_store"]}
    rows = [
        [call["title"], *(_counted(call["peers"][name]["samples"]) for name in peers)]
        for call in known["calls"].values()
    ]
    title = "Requests of the round with the median time, without those for a token"
    return Table(title, ["", *peers.values()], rows)


def _counted(samples: list[dict]) -> str:
    if not samples:
        return DASH
    counted = kinds(typical(samples))
    return f"{sum(counted.values()):,}: {numbers.told(counted)}"
