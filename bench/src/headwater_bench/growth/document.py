"""The page `docs/growth.md`, generated from the results."""

from collections.abc import Callable, Iterator, Sequence

from headwater_bench.core.pages import DASH, made
from headwater_bench.core.tables import spread, table
from headwater_bench.growth import slopes
from headwater_bench.growth.measure import BOUND_S

_HEAD = """\
# How cost grows

<!-- Written by `headwater bench growth`: do not edit. -->

Requests and time of one Spark job while one number grows, with Headwater, S3A and Stocator on one embedded
OpenStack Swift. Each peer has a separate Spark 4.2 process, `local[2]`, with the defaults of Spark and of the
peer except for addresses, keys and the committer. S3A's committers are Hadoop's FileOutputCommitter with
algorithm 1 and 2, and magic. The processes are warm and take turns. Before each run, all file systems of the
process are closed, and a new one is created. An RDD is saved by `saveAsNewAPIHadoopFile`, which Headwater
commits by interception. A DataFrame is saved by `write.text`, which Headwater commits by manifest. The output
is inspected afterwards by Swift's native API.

A cell has the number of requests that reached the store's proxy. It excludes the authentication by Swift's
API, which a file system does once. Then it has the median of the seconds, with the minimum and the maximum if
there were several runs. A point whose run takes more than two seconds is measured once. A point of another
peer is left out if, by the point before it, it would take more than {bound:.0f} s. The **slopes** are those
of the least-squares line through a column's points: the cost of one more. All requests and times share two
cores with the store. The seconds therefore compare the peers here, and say little about another store.

*{made}*
"""

_SERIES = """\
## {title}

{points}
{left_out}{failures}{note}{made}"""

_MADE = """\

*Measured later than the others: {made}*
"""


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
