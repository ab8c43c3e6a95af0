"""The page `docs/benchmarks/growth.md`, generated from the results."""

from collections.abc import Callable, Iterator, Sequence

from headwater_bench.core.definitions import text
from headwater_bench.core.pages import DASH, made
from headwater_bench.core.tables import spread, table
from headwater_bench.growth import slopes
from headwater_bench.growth.measure import BOUND_S

_HEAD = text(__package__, "page/head.md")

_SERIES = text(__package__, "page/series.md").rstrip()

_MADE = text(__package__, "page/made.md")


def render(known: dict) -> str:
    """The complete page in Markdown."""
    return "\n".join([_head(known), *(_series(each, known["peers"]) for each in known["series"])])


def _head(known: dict) -> str:
    return _HEAD.format(made=made(known["made"]), bound=BOUND_S)


def _series(series: dict, titles: dict[str, str]) -> str:
    return _SERIES.format(
        title=series["title"],
        points=_points(series, titles),
        left_out="".join(_left_out(series, titles)),
        failures="".join(f"\n{titles[name]} failed: `{why}`\n" for name, why in series["failures"].items()),
        note=f"\n{series['note']}\n" if series["note"] else "",
        made=_MADE.format(made=made(series["made"])) if "made" in series else "",
    )


def _points(series: dict, titles: dict[str, str]) -> str:
    """Rows by x and columns by peer, followed by the slopes."""
    points = series["points"]
    places = sorted({point["x"] for of_peer in points.values() for point in of_peer})
    rows = [[f"{x:,}", *(_cell(of_peer, x) for of_peer in points.values())] for x in places]
    rows.append(_slopes(f"**requests for each {series['unit']}**", points, slopes.of_requests, "{:,.4g}"))
    rows.append(_slopes(f"**ms for each {series['unit']}**", points, _milliseconds, "{:,.3g}"))
    return table([series["x"], *(titles[name] for name in points)], rows)


def _cell(points: Sequence[dict], x: int) -> str:
    point = next((each for each in points if each["x"] == x), None)
    if point is None:
        return DASH
    middle, least, most = spread(point["seconds"])
    about = f" ({least:.2f} to {most:.2f})" if len(point["seconds"]) > 1 else ""
    return f"{point['requests']:,}; {middle:.2f} s{about}"


def _slopes(
    title: str, points: dict[str, list], slope: Callable[[Sequence[dict]], float | None], form: str
) -> list[str]:
    found = [slope(of_peer) for of_peer in points.values()]
    return [title, *(DASH if each is None else f"**{form.format(round(each, 4) + 0.0)}**" for each in found)]


def _milliseconds(points: Sequence[dict]) -> float | None:
    found = slopes.of_seconds(points)
    return None if found is None else 1000 * found


def _left_out(series: dict, titles: dict[str, str]) -> Iterator[str]:
    for each in series["left_out"]:
        yield (
            f"\nLeft out: {titles[each['peer']]} at {each['x']:,}, which would take about"
            f" {each['expected_s']:,} s.\n"
        )
