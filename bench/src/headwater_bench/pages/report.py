"""The report: one HTML page with plots of all results and no other resource. `report.toml` has its text."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

import altair as alt
import vl_convert
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from headwater_bench.core.files import table as toml
from headwater_bench.core.results import command, of_this_version
from headwater_bench.pages.cells import cloud_dollars, counted, measured, numbers, paired, samples
from headwater_bench.pages.view import View

Mark = dict[str, object]
"""A sample in a plot: the `peer`, a `value`, and the `row` in plots of bars or `x` in plots of lines."""

Plot = tuple[str, alt.TopLevelMixin]
"""A title and a chart."""

_BAR_PX, _LINES_PX, _LABEL_PX = 14, 320, 320
_COLOUR = alt.Color(
    "peer:N", sort=None, legend=alt.Legend(title=None, orient="top", columns=3, labelLimit=_LABEL_PX)
)
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
    """The chapters of `report.toml`, with plots if there is a result. A quick one needs a result."""
    for chapter in toml(__package__, "report.toml")["chapter"]:
        name = chapter["result"]
        known, plots = results.get(name), []
        if not known and chapter.get("quick"):
            continue
        with of_this_version(name):
            for figure in chapter["figures"] if known else ():
                plots += list(_plots(View(name, known), figure))
        yield chapter | {"plots": plots, "command": command(name), "made": known and known["made"]}


def _plots(view: View, figure: Mapping) -> Iterator[dict]:
    """The plots of a figure, as title, note and specification of Vega-Lite. None for a missing section."""
    if "section" in figure and figure["section"] not in [each["name"] for each in view.known["sections"]]:
        return
    for title, chart in _VIEWS[figure.get("view", "by_row")](view, figure):
        spec = chart.properties(width="container").to_dict()
        yield {"title": title, "note": figure.get("note", ""), "spec": spec}


def _marks(view: View, figure: Mapping, name: str, x: Callable[[dict], float] | None = None) -> list[Mark]:
    """A mark for each sample of a section: by the rows' titles, or by x."""
    metric = figure["metric"]
    divisor = 1e6 if metric in _IN_MEGA else 1
    return [
        {"row": row["title"], "peer": title, "value": each / divisor, "x": x and x(row)}
        for row, peer, title in view.cells(name)
        for each in numbers(row, peer, metric)
    ]


def _by_row(view: View, figure: Mapping) -> Iterator[Plot]:
    """A bar for each peer in each row, and a line from minimum to maximum."""
    yield figure["title"], _bars(_marks(view, figure, figure.get("section", "")))


def _kinds(view: View, figure: Mapping) -> Iterator[Plot]:
    """The requests by kind, over all rows that all peers have."""
    rows, marks = measured(view.rows(), view.titles), []
    for peer, title in view.titles.items():
        counts = sum((Counter(counted(samples(row, peer)[0])) for row in rows), Counter())
        marks += [{"row": title, "peer": kind, "value": number} for kind, number in sorted(counts.items())]
    bars = _by_rows(marks).mark_bar().encode(x="value:Q", color=_COLOUR)
    yield figure["title"], bars.properties(height=alt.Step(2 * _BAR_PX))


def _dollars(view: View, figure: Mapping) -> Iterator[Plot]:
    """The price of the requests of all rows."""
    marks = [
        {"row": cloud["name"], "peer": view.titles[peer], "value": each}
        for cloud, sums in cloud_dollars(view.known)
        for peer, each in sums.items()
    ]
    yield figure["title"], _bars(marks)


def _growth(view: View, figure: Mapping) -> Iterator[Plot]:
    for series in view.known["sections"]:
        marks = _marks(view, figure, series["name"], lambda row: row["x"])
        yield f"{series['title']}: {figure['title'].lower()}", _lines(marks, series["x"])


def _waits(view: View, figure: Mapping) -> Iterator[Plot]:
    for each in view.known["sections"]:
        marks = _marks(view, figure, each["name"], lambda row: row["bytes"] / 1e6)
        away = f", with {each['latency_ms']} ms more for every request" if each["latency_ms"] else ""
        yield f"{figure['title']}{away}", _lines(marks, "MB of output", scale="linear")


def _selectivity(view: View, figure: Mapping) -> Iterator[Plot]:
    for kind in dict.fromkeys(row["kind"] for row in view.rows("selectivity")):
        marks = [
            {"peer": title, "value": each, "x": max(100 - row["dropped"], 0.01)}
            for row, peer, title in view.cells("selectivity")
            for each in paired([row], "off", peer)
            if row["kind"] == kind
        ]
        yield f"{figure['title']}, by {kind}", _lines(marks, "% of the data that is needed")


def _predictions(view: View, figure: Mapping) -> Iterator[Plot]:
    inputs, metric = view.known["inputs"], figure["metric"]
    clouds = {cloud["name"]: cloud["title"] for cloud in inputs["clouds"]}
    marks = [
        {"row": clouds[each["cloud"]], "peer": inputs["committers"][each["committer"]], "value": each[metric]}
        for each in view.known["predictions"]
    ]
    yield figure["title"], _bars(marks)


_VIEWS = {
    each.__name__.removeprefix("_"): each
    for each in (_by_row, _kinds, _dollars, _growth, _waits, _selectivity, _predictions)
}


def _base(marks: Sequence[Mark], position: str, **encodings: object) -> alt.Chart:
    """A plot of the marks in their order, with a tooltip."""
    shown = (position, "peer:N", "median(value):Q", "min(value):Q", "max(value):Q")
    return alt.Chart(alt.Data(values=list(marks))).encode(tooltip=list(map(alt.Tooltip, shown)), **encodings)


def _by_rows(marks: Sequence[Mark], **encodings: object) -> alt.Chart:
    y = alt.Y("row:N", sort=None, title=None, axis=alt.Axis(labelLimit=_LABEL_PX))
    return _base(marks, "row:N", y=y, **encodings)


def _bars(marks: Sequence[Mark]) -> alt.LayerChart:
    offset = alt.YOffset("peer:N", sort=None, scale=alt.Scale(paddingInner=0.15))
    base = _by_rows(marks, yOffset=offset)
    bars = base.mark_bar().encode(x=alt.X("median(value):Q", title=None), color=_COLOUR)
    spreads = base.mark_rule().encode(x="min(value):Q", x2="max(value):Q")
    return alt.layer(bars, spreads).properties(height=alt.Step(_BAR_PX, **{"for": "offset"}))


def _lines(marks: Sequence[Mark], x: str, scale: str = "log") -> alt.LayerChart:
    """A line for each peer, with the spread at each point."""
    axis = alt.Scale(type=scale, nice=False)
    base = _base(marks, "x:Q", x=alt.X("x:Q", title=x, scale=axis), color=_COLOUR)
    line = base.mark_line(point=True).encode(y=alt.Y("median(value):Q", title=None, scale=axis))
    spreads = base.mark_rule().encode(y="min(value):Q", y2="max(value):Q")
    return alt.layer(line, spreads).properties(height=_LINES_PX)
