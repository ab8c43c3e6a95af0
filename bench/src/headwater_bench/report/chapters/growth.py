"""How costs grow, from `growth.json`: requests and time over parts, bytes, objects and partitions."""

from collections.abc import Callable, Iterator, Sequence
from itertools import filterfalse

from headwater_bench.core.configuration import is_ours
from headwater_bench.core.pages import DASH
from headwater_bench.core.results import Results
from headwater_bench.core.tables import spread
from headwater_bench.growth import slopes
from headwater_bench.report.drawing import behind, charts
from headwater_bench.report.drawing.behind import Pair
from headwater_bench.report.drawing.marks import Point, exactly
from headwater_bench.report.drawing.parts import Chapter, Headline, Plot, Table

TITLE = "How cost grows"
COMMAND = "headwater bench growth"

_LEAD = (
    "Requests and time of one job while one thing grows. Both scales are logarithmic: a line as steep as "
    "another grows as fast, at another price. Slopes are by least squares. Times are medians of up to three "
    "runs; a point that takes more than two seconds is measured once, and says so."
)
_OURS = "headwater-s3"


def chapter(results: Results) -> Chapter | None:
    """Two plots and the slopes of each series."""
    known = results.get("growth")
    if known is None:
        return None
    parts = [part for series in known["series"] for part in _parts(known["peers"], series)]
    return Chapter(
        lead=_LEAD,
        mades=_mades(known),
        parts=parts,
        headlines=list(_headlines(known)),
        shortfalls=list(_shortfalls(known)),
    )


def _mades(known: dict) -> list[dict]:
    """How most series were made, then how separately measured series were made."""
    return [known["made"], *(series["made"] for series in known["series"] if "made" in series)]


def _shortfalls(known: dict) -> Iterator[str]:
    """For each series and peer, the worst point of ours in time and in requests."""
    for series in known["series"]:
        for peer in filterfalse(is_ours, series["points"]):
            times, requests = (_pairs(known, series, peer, figure) for figure in (_seconds, _requests))
            yield from behind.row(series["title"], times, requests)


def _pairs(known: dict, series: dict, peer: str, figure: Callable[[dict], float]) -> Iterator[Pair]:
    """Our figure and a peer's at each x that both have."""
    titles, points = known["peers"], series["points"]
    theirs = {at["x"]: figure(at) for at in points[peer]}
    for name in filter(is_ours, points):
        for at in points[name]:
            if (x := at["x"]) in theirs:
                yield Pair(titles[name], figure(at), titles[peer], theirs[x], f"{x:,} {series['x']}")


def _seconds(at: dict) -> float:
    return spread(at["seconds"])[0]


def _requests(at: dict) -> int:
    return at["requests"]


def _parts(peers: dict[str, str], series: dict) -> Iterator[Plot | Table]:
    measured = {name: title for name, title in peers.items() if series["points"].get(name)}
    if not measured:
        return
    points = [(name, at) for name in measured for at in series["points"][name]]
    requests = [Point(name, at["x"], *exactly(at["requests"]), f"{at['requests']:,}") for name, at in points]
    seconds = [Point(name, at["x"], *spread(at["seconds"]), _told_seconds(at)) for name, at in points]
    lines = charts.lines(measured, requests, series["x"], "requests")
    yield Plot(f"{series['title']}: requests", " ".join(_notes(peers, series)), lines)
    yield Plot(f"{series['title']}: time", "", charts.lines(measured, seconds, series["x"], "seconds"))
    yield _table(measured, series)


def _notes(peers: dict[str, str], series: dict) -> Iterator[str]:
    """Explanations of bends and missing points."""
    if series["note"]:
        yield series["note"]
    for each in series["left_out"]:
        yield f"{peers[each['peer']]}, {each['x']:,}: left out, about {each['expected_s']:,} s."
    for name, why in series["failures"].items():
        yield f"{peers[name]} failed: `{why}`."


def _told_seconds(at: dict) -> str:
    once = ", measured once" if len(at["seconds"]) == 1 else ""
    return f"{_seconds(at):.2f} s{once}"


def _table(peers: dict[str, str], series: dict) -> Table:
    xs = sorted({at["x"] for points in series["points"].values() for at in points})
    head = [series["x"], *(f"{x:,g}" for x in xs), f"requests for one {series['unit']} more", "seconds"]
    return Table(
        f"{series['title']}: requests; seconds",
        head,
        [_row(title, series["points"][name], xs) for name, title in peers.items()],
    )


def _told(at: dict) -> str:
    once = " (once)" if len(at["seconds"]) == 1 else ""
    return f"{at['requests']:,}; {_seconds(at):.2f}{once}"


def _row(title: str, points: Sequence[dict], xs: Sequence[float]) -> list[str]:
    at = {point["x"]: _told(point) for point in points}
    grown = (slopes.of_requests(points), slopes.of_seconds(points))
    return [
        title,
        *(at.get(x, DASH) for x in xs),
        *(DASH if each is None else f"{each:.3g}" for each in grown),
    ]


def _headlines(known: dict) -> Iterator[Headline]:
    """Of the first series, which grows the parts."""
    for series in known["series"][:1]:
        measured = ((name, slopes.of_requests(points)) for name, points in series["points"].items())
        grown = {name: each for name, each in measured if each is not None}
        if _OURS in grown:
            others = (
                f"{known['peers'][name]} {each:.1f}" for name, each in grown.items() if not is_ours(name)
            )
            text = f"requests of Headwater for one {series['unit']} more ({series['title']})"
            made = series.get("made", known["made"])
            yield Headline(f"{grown[_OURS]:.1f}", f"{text}. {'; '.join(others)}", made)
