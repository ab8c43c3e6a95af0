"""Uploads by write policy, from `uploads.json`: a file put, WordCount's text, and WordCount."""

from collections.abc import Callable, Iterator

from headwater_bench.numbers import counted
from headwater_bench.report import behind, charts, groups
from headwater_bench.report.behind import Pair
from headwater_bench.report.marks import Mark, plain, told_spread
from headwater_bench.report.palette import is_ours
from headwater_bench.report.parts import Chapter, Plot
from headwater_bench.report.results import Results
from headwater_bench.tables import spread, typical
from headwater_bench.uploads.document import failures

TITLE = "Uploads by write policy"
COMMAND = "headwater bench uploads"

_LEAD = (
    "What Swifta's authors show of their write policies, of ours and the peers'. Each run is a Java process "
    "of its own, whose start is in its time, on one machine with the store."
)
_PEERS = {
    "headwater-s3": "Headwater, `s3://`",
    "headwater-swift": "Headwater, `swift://`",
    "s3a": "S3A 3.5.0",
    "stocator": "Stocator 1.1.4",
}


def chapter(results: Results) -> Chapter | None:
    """A plot for each program."""
    known = results.get("uploads")
    if known is None:
        return None
    plots = [_plot(known, program) for program in known["programs"].values()]
    return Chapter(lead=_LEAD, mades=[known["made"]], parts=plots, shortfalls=list(_shortfalls(known)))


def _shortfalls(known: dict) -> Iterator[str]:
    """That chance is in the times, what failed, and where one of our policies is behind one of a peer's."""
    if known["rounds"] == 1:
        yield groups.ONE_ROUND.format(delay="")
    yield from failures(known)
    for program in known["programs"].values():
        times, requests = (_pairs(known, program, figure) for figure in (_seconds, _count))
        yield from behind.row(program["title"], times, requests)


def _pairs(known: dict, program: dict, figure: Callable[[list[dict]], float]) -> Iterator[Pair]:
    policies = known["policies"]
    found = {
        name: figure(result["samples"])
        for name, result in program["policies"].items()
        if result["samples"] and not result["failure"]
    }
    of = {True: {}, False: {}}
    for name, value in found.items():
        of[is_ours(policies[name]["peer"])][policies[name]["title"]] = value
    return behind.pairs(of[True], of[False])


def _seconds(samples: list[dict]) -> float:
    return spread([sample["seconds"] for sample in samples])[0]


def _count(samples: list[dict]) -> int:
    """The requests of the median round."""
    return sum(counted(typical(samples)).values())


def _plot(known: dict, program: dict) -> Plot:
    marks = [
        _mark(known["policies"][name], result["samples"])
        for name, result in program["policies"].items()
        if result["samples"] and not result["failure"]
    ]
    size = f"{known['megabytes']:,} MB."
    return Plot(program["title"], size, charts.dots(_PEERS, marks, "seconds", linear=True))


def _mark(policy: dict, samples: list[dict]) -> Mark:
    found = spread([sample["seconds"] for sample in samples])
    return Mark(plain(policy["title"]), policy["peer"], *found, f"{told_spread(found, '.1f')} s")
