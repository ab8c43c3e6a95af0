"""The report: one HTML page with plots of all results and no other resource. `report.toml` has its text."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from statistics import median

import altair as alt
import vl_convert
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from headwater_bench.benches.mapreduce import waits
from headwater_bench.core.files import table as toml
from headwater_bench.core.results import of_this_version, section
from headwater_bench.pages.cells import counted, samples, times
from headwater_bench.pages.models import sent
from headwater_bench.pages.special import dollars

Mark = dict[str, object]
"""A point of a plot: `row`, `peer`, the median `value`, `least` and `most`, and `x` in plots of lines."""

_BAR_PX, _LINES_PX, _LABEL_PX = 14, 320, 320
_IN_MEGA = ("bytes_to_store", "bytes_copied", "bytes_from_store", "peak_memory")


def render(results: Mapping[str, dict]) -> str:
    """The complete page. Raises HeadwaterError for a result that this version did not write."""
    environment = Environment(
        loader=PackageLoader(__package__, ""),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    library = Markup(vl_convert.javascript_bundle("window.vegaEmbed = vegaEmbed;"))  # noqa: S704 (a program)
    return environment.get_template("report.html").render(chapters=list(chapters(results)), library=library)


def chapters(results: Mapping[str, dict]) -> Iterator[dict]:
    """All chapters of `report.toml`, each with its plots. One without a result has none."""
    for chapter in toml(__package__, "report.toml")["chapter"]:
        name = chapter["result"]
        known = results.get(name)
        plots = []
        with of_this_version(name):
            for figure in chapter["figures"] if known else ():
                plots += list(_plots(known, figure))
        command = f"headwater bench {name.partition('-')[0]}"
        made = known["made"] if known else None
        yield chapter | {"plots": plots, "command": command, "made": made}


def _plots(known: dict, figure: Mapping) -> Iterator[dict]:
    """The plots of a figure, as title, note and specification of Vega-Lite. None for a missing section."""
    if "section" in figure and figure["section"] not in [each["name"] for each in known["sections"]]:
        return
    draw = _VIEWS[figure.get("view", "")]
    for title, chart in draw(known, figure):
        spec = chart.properties(width="container").to_dict()
        yield {"title": title, "note": figure.get("note", ""), "spec": spec}


def _spread(row: str, peer: str, numbers: Sequence[float], **more: object) -> Mark:
    found = {"value": median(numbers), "least": min(numbers), "most": max(numbers)}
    return {"row": row, "peer": peer, **found, **more}


def _metric(found: Sequence[dict], metric: str) -> list[float]:
    """A metric of samples. Requests are those of the first round."""
    if metric == "requests":
        return [sum(counted(found[0]).values())]
    return [sample[metric] / (1e6 if metric in _IN_MEGA else 1) for sample in found]


def _by_row(known: dict, figure: Mapping) -> Iterator[tuple[str, alt.LayerChart]]:
    """A bar for each peer in each row, and a line from minimum to maximum."""
    of = section(known, figure["section"]) if "section" in figure else known["sections"][0]
    marks = [
        _spread(row["title"], title, _metric(found, figure["metric"]))
        for row in of["rows"].values()
        for peer, title in known["peers"].items()
        if (found := samples(row, peer)) and figure["metric"] in found[0]
    ]
    yield figure["title"], _bars(marks)


def _kinds(known: dict, figure: Mapping) -> Iterator[tuple[str, alt.Chart]]:
    """The requests by kind, over all rows that all peers have."""
    rows = [
        row for row in known["sections"][0]["rows"].values() if all(samples(row, p) for p in known["peers"])
    ]
    marks = []
    for peer, title in known["peers"].items():
        counts = sum((Counter(counted(samples(row, peer)[0])) for row in rows), Counter())
        marks += [_spread(title, kind, [number]) for kind, number in sorted(counts.items())]
    rows_of = len({mark["row"] for mark in marks})
    bars = alt.Chart(alt.Data(values=marks)).mark_bar()
    bars = bars.encode(y=_rows(marks), x="value:Q", color=_colour(marks), tooltip=_tooltip("row:N"))
    yield figure["title"], bars.properties(height=2 * _BAR_PX * rows_of)


def _dollars(known: dict, figure: Mapping) -> Iterator[tuple[str, alt.LayerChart]]:
    """The price of the requests of all rows. Swift's API is left out, because these clouds do not have it."""
    peers = {name: title for name, title in known["peers"].items() if name != "headwater-swift"}
    rows = [row for row in known["sections"][0]["rows"].values() if all(samples(row, peer) for peer in peers)]
    marks = [
        _spread(cloud["name"], title, [sum(dollars(samples(row, peer)[0], cloud) for row in rows)])
        for cloud in toml(__package__, "prices.toml")["cloud"]
        for peer, title in peers.items()
    ]
    yield figure["title"], _bars(marks)


def _growth(known: dict, figure: Mapping) -> Iterator[tuple[str, alt.LayerChart]]:
    for series in known["sections"]:
        marks = [
            _spread("", title, [sent(found)] if figure["metric"] == "sent" else times(row, peer), x=row["x"])
            for row in series["rows"].values()
            for peer, title in known["peers"].items()
            if (found := samples(row, peer))
        ]
        yield f"{series['title']}: {figure['title'].lower()}", _lines(marks, series["x"])


def _waits(known: dict, figure: Mapping) -> Iterator[tuple[str, alt.LayerChart]]:
    for each in known["sections"]:
        marks = [
            _spread("", title, [waits(sample)[figure["metric"]] for sample in found], x=row["bytes"] / 1e6)
            for row in each["rows"].values()
            for peer, title in known["peers"].items()
            if (found := samples(row, peer))
        ]
        away = f", with {each['latency_ms']} ms more for every request" if each["latency_ms"] else ""
        yield f"{figure['title']}{away}", _lines(marks, "MB of output", scale="linear")


def _selectivity(known: dict, figure: Mapping) -> Iterator[tuple[str, alt.LayerChart]]:
    rows = list(section(known, "selectivity")["rows"].values())
    for kind in dict.fromkeys(row["kind"] for row in rows):
        marks = [
            _spread("", known["peers"][peer], _speed_ups(row, peer), x=max(100 - row["dropped"], 0.01))
            for row in rows
            if row["kind"] == kind
            for peer in row["peers"]
            if samples(row, peer)
        ]
        yield f"{figure['title']}, by {kind}", _lines(marks, "% of the data that is needed")


def _speed_ups(row: dict, peer: str) -> list[float]:
    return [off / on for off, on in zip(times(row, "off"), times(row, peer), strict=False)]


def _predictions(known: dict, figure: Mapping) -> Iterator[tuple[str, alt.LayerChart]]:
    clouds = {cloud["name"]: cloud["title"] for cloud in known["inputs"]["clouds"]}
    titles = known["inputs"]["committers"]
    marks = [
        _spread(clouds[each["cloud"]], titles[each["committer"]], [each[figure["metric"]]])
        for each in known["predictions"]
    ]
    yield figure["title"], _bars(marks)


_VIEWS: dict[str, Callable[[dict, Mapping], Iterator[tuple[str, alt.TopLevelMixin]]]] = {
    "": _by_row,
    "kinds": _kinds,
    "dollars": _dollars,
    "growth": _growth,
    "waits": _waits,
    "selectivity": _selectivity,
    "predictions": _predictions,
}


def _rows(marks: Sequence[Mark]) -> alt.Y:
    rows = list(dict.fromkeys(mark["row"] for mark in marks))
    return alt.Y("row:N", sort=rows, title=None, axis=alt.Axis(labelLimit=_LABEL_PX))


def _colour(marks: Sequence[Mark]) -> alt.Color:
    legend = alt.Legend(title=None, orient="top", columns=3, labelLimit=_LABEL_PX)
    return alt.Color("peer:N", scale=alt.Scale(domain=_peers(marks)), legend=legend)


def _peers(marks: Sequence[Mark]) -> list[str]:
    return list(dict.fromkeys(mark["peer"] for mark in marks))


def _tooltip(position: str) -> list[alt.Tooltip]:
    return [alt.Tooltip(each) for each in (position, "peer:N", "value:Q", "least:Q", "most:Q")]


def _bars(marks: Sequence[Mark]) -> alt.LayerChart:
    rows, peers = ({mark[name] for mark in marks} for name in ("row", "peer"))
    base = alt.Chart(alt.Data(values=list(marks))).encode(
        y=_rows(marks),
        yOffset=alt.YOffset("peer:N", scale=alt.Scale(domain=_peers(marks), paddingInner=0.15)),
        tooltip=_tooltip("row:N"),
    )
    bars = base.mark_bar().encode(x=alt.X("value:Q", title=None), color=_colour(marks))
    spreads = base.mark_rule().encode(x="least:Q", x2="most:Q")
    return alt.layer(bars, spreads).properties(height=_BAR_PX * len(rows) * (len(peers) + 1))


def _lines(marks: Sequence[Mark], x: str, scale: str = "log") -> alt.LayerChart:
    """A line for each peer, with the spread at each point."""
    axis = alt.Scale(type=scale, nice=False)
    base = alt.Chart(alt.Data(values=list(marks))).encode(
        x=alt.X("x:Q", title=x, scale=axis), color=_colour(marks), tooltip=_tooltip("x:Q")
    )
    line = base.mark_line(point=True).encode(y=alt.Y("value:Q", title=None, scale=axis))
    spreads = base.mark_rule().encode(y="least:Q", y2="most:Q")
    return alt.layer(line, spreads).properties(height=_LINES_PX)
