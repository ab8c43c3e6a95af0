"""SQL with pushdown, from `pushdown-*.json`: IOStack D4.2's queries, and speed-up over selectivity."""

from collections.abc import Iterator, Sequence
from statistics import median

from headwater_bench.core.results import Results, of_sizes
from headwater_bench.core.tables import spread
from headwater_bench.pushdown import far, inference, long_splits, queries
from headwater_bench.pushdown.configurations import ALL, OFF, POLARS, S3A
from headwater_bench.pushdown.selectivity import pairs_at_zero, ratios_at_zero
from headwater_bench.report.drawing import charts, groups, seven_queries
from headwater_bench.report.drawing.marks import Point
from headwater_bench.report.drawing.parts import Chapter, Headline, Plot, Table, times

TITLE = "SQL with pushdown"
COMMAND = "headwater bench pushdown"

_LEAD = (
    "The seven queries of GridPocket's analysts (IOStack D4.2, table 6.2a) over CSV readings of smart "
    "meters. With pushdown, storlets beside the objects work out rows, columns and sums, and Spark gets the "
    "answer that it would have worked out itself. All read the same objects of one store, turn by turn."
)
_CURVE = "As figures 6, 7 and 9 of the deliverable: to the right, less is needed."
_QUERIES = {"queries": "", **{each.NAME: f", {each.HOW}" for each in (long_splits, far)}}
"""The scenarios of the seven queries, with the text after the titles of each."""
_GIB = 2**30
_AT_1_GIB = {"Showday": 13.0}
_AT_10_GIB = dict.fromkeys((query.title for query in queries.load()), 10.0) | dict.fromkeys(
    ("Showday", "ShowPiemonth", "ShowGraphHCHP"), 25.0
)
"""The required speed-up of each query over S3A."""
_SOONER_THAN_POLARS = 2
_FREE = 1.03
"""The time limit of pushdown if nothing is dropped, relative to the time without it."""


def chapter(results: Results) -> Chapter | None:
    """Times, bytes and processors for each data size, the selectivity curve, and shortfalls."""
    known = of_sizes(results, "pushdown")
    if not known:
        return None
    made = [scenario["made"] for of_size in known for scenario in of_size.values()]
    return Chapter(
        lead=_LEAD,
        mades=made,
        parts=[
            part
            for of_size in known
            for part in (
                *(
                    part
                    for name, how in _QUERIES.items()
                    for part in seven_queries.parts(of_size.get(name), how)
                ),
                *_selectivity(of_size),
                *_inference(of_size),
                *_load(of_size),
            )
        ],
        headlines=[headline for of_size in known for headline in _headlines(of_size)],
        shortfalls=list(_shortfalls(known)),
    )


def _selectivity(of_size: dict) -> Iterator[Plot]:
    result = of_size.get("selectivity")
    if result is None:
        return
    for kind in dict.fromkeys(point["kind"] for point in result["points"]):
        of_kind = [point for point in result["points"] if point["kind"] == kind]
        points = list(_points(of_kind))
        found = {point.peer for point in points}
        peers = {each.name: each.title for each in ALL if each.name in found}
        title = f"Speed-up over selectivity, by {kind}, {seven_queries.size(result)}"
        spec = charts.lines(
            peers, points, "% of the data that is needed", "times sooner than without pushdown", falling=True
        )
        yield Plot(title, _CURVE + _turns(result, of_kind), spec)


def _turns(result: dict, points: Sequence[dict]) -> str:
    """The number of pairs in a round, if a point has more than the others."""
    if all(point["share"] for point in points):
        return ""
    return f" A round has {pairs_at_zero(result)} pairs of runs where all is needed, in turns, else one."


def _points(points: Sequence[dict]) -> Iterator[Point]:
    for point in points:
        off = [sample["seconds"] for sample in point["configurations"][OFF.name]]
        for name, samples in point["configurations"].items():
            ups = [one / sample["seconds"] for one, sample in zip(off, samples, strict=False)]
            told = f"{median(ups):.2f} times sooner; {point['dropped']:.2f} % dropped"
            yield Point(name, max(100 - point["dropped"], 0.01), *spread(ups), told)


def _inference(of_size: dict) -> Iterator[Table]:
    result = of_size.get(inference.NAME)
    if result is not None:
        yield Table(f"Columns inferred, {seven_queries.size(result)}", *inference.times(result))


def _load(of_size: dict) -> Iterator[Table]:
    result = of_size.get("load")
    if result is None:
        return
    rows = [["queries at once", f"{result['queries']:,}"], ["rounds", f"{result['rounds']:,}"]]
    rows += [[f"refused as {reason}", f"{number:,}"] for reason, number in result["refused"].items()]
    rows += [[metric, f"{value:,}"] for metric, value in result["metrics"].items()]
    yield Table(
        "Under load, on an engine of one worker: all were answered right, none failed", ["", "number"], rows
    )


def _headlines(of_size: dict) -> Iterator[Headline]:
    result = of_size.get("queries")
    if result is None:
        return
    for peer in (each for each in (S3A, POLARS) if each.name in seven_queries.peers(result)):
        ups = seven_queries.speed_ups(result, peer.name).values()
        of = f"the seven queries of {seven_queries.size(result)} of CSV"
        text = f"sooner than {peer.title} for {of}, with pushdown"
        yield Headline(f"{times(min(ups))} to {times(max(ups))}", text, result["made"])


def _shortfalls(known: Sequence[dict]) -> Iterator[str]:
    for gib, wanted in ((1, _AT_1_GIB), (10, _AT_10_GIB)):
        result = _of(known, "queries", gib)
        if result is None:
            command = f"{COMMAND} --bytes {gib}g --scenario queries"
            yield f"The queries have not been measured at {gib} GiB: `{command}`"
            continue
        ups = seven_queries.speed_ups(result, S3A.name)
        other = _of(known, long_splits.NAME, gib)
        others = seven_queries.speed_ups(other, S3A.name) if other else {}
        for title, least in wanted.items():
            if ups.get(title, least) < least:
                told = f"{ups[title]:.1f} times sooner than S3A"
                more = f" ({long_splits.HOW} {others[title]:.1f})" if title in others else ""
                yield f"{title} at {gib} GiB: {told}{more}, where {least:g} is asked for"
        if gib == 1 and POLARS.name in seven_queries.peers(result):
            yield from _against_polars(result)
    yield from _cost_of_nothing(known)
    yield from _once(known)
    if not any(far.NAME in of_size for of_size in known):
        yield f"The queries have not been measured {far.HOW}: `{COMMAND} --scenario {far.NAME}`"


def _once(known: Sequence[dict]) -> Iterator[str]:
    """The queries' results that have a single round."""
    for of_size in known:
        for name, how in _QUERIES.items():
            if name in of_size and seven_queries.rounds(of_size[name]) == 1:
                what = f" of the queries, {seven_queries.size(of_size[name])}{how}"
                yield groups.ONE_ROUND.format(delay=what)
        if of_size.get("selectivity", {}).get("rounds") == 1:
            size = seven_queries.size(of_size["selectivity"])
            yield groups.ONE_ROUND.format(delay=f" over selectivity, {size}")


def _of(known: Sequence[dict], scenario: str, gib: int) -> dict | None:
    """The measurements of a size."""
    found = (of_size[scenario] for of_size in known if scenario in of_size)
    return next((each for each in found if round(each["data"]["bytes"] / _GIB) == gib), None)


def _against_polars(result: dict) -> Iterator[str]:
    up = seven_queries.speed_ups(result, POLARS.name)["Showday"]
    if up < _SOONER_THAN_POLARS:
        yield f"Showday: {up:.1f} times sooner than Polars, where {_SOONER_THAN_POLARS} is asked for"


def _cost_of_nothing(known: Sequence[dict]) -> Iterator[str]:
    curves = [of_size["selectivity"] for of_size in known if "selectivity" in of_size]
    if not curves:
        yield f"The curve over selectivity has not been measured: `{COMMAND} --scenario selectivity`"
    for curve in curves:
        part = median(ratios_at_zero(curve["points"]))
        if part > _FREE:
            told = f"pushdown takes {part:.2f} of the time without it"
            yield f"Where nothing is dropped, {told}; {_FREE} is the limit"
