"""The kinds of plots, drawn by Vega-Lite.

All take their width from the page and fit a phone: rows have their names above their marks, and the legend
belongs to the page. Colours are variables of the page's style sheet, for light and dark mode.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from textwrap import wrap

import altair as alt

from headwater_bench.core.configuration import is_ours
from headwater_bench.report.drawing.marks import Entry, Mark, Peers, Point, plain
from headwater_bench.report.drawing.palette import colour, kind_colour

_FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif"
_GAP_PX, _LINE_PX, _BAR_PX, _DOT_PX, _STACK_PX = 6, 14, 13, 7, 18
_DOTS_GAP_PX = 16
_NAME_LENGTH = 44
"""The number of letters of a row's name that fit a phone. The rest continues on the next lines."""
_LINES_PX = 260
_CONFIG = {
    "background": None,
    "font": _FONT,
    "view": {"stroke": None},
    "axis": {
        "labelColor": "var(--soft)",
        "titleColor": "var(--soft)",
        "gridColor": "var(--line)",
        "domainColor": "var(--line)",
        "tickColor": "var(--line)",
        "labelFontSize": 12,
        "titleFontSize": 12,
        "titleFontWeight": "normal",
    },
}


@dataclass(frozen=True)
class Chart:
    """Vega-Lite's specification, and the legend next to it."""

    spec: dict
    legend: list[Entry]


def bars(peers: Peers, marks: Sequence[Mark], title: str) -> Chart:
    """A bar for each peer in each row, with its figure at the end and a line from minimum to maximum."""
    names = _measured(peers, marks)
    drawn = _BAR_PX * len(names)
    x = alt.X("value:Q", title=title, scale=_room(marks), axis=_axis())
    base = alt.Chart(_data(peers, marks)).encode(
        y=_rows(marks, drawn),
        yOffset=alt.YOffset("peer:N", scale=alt.Scale(domain=names, paddingInner=0.15)),
        tooltip=_tooltip("row"),
    )
    told = {"align": "left", "dx": 5, "fontSize": 11, "color": "var(--ink)"}
    layers = (
        base.mark_bar(cornerRadiusEnd=2).encode(x=x, color=_colour(names)),
        base.mark_rule(color="var(--ink)", opacity=0.6).encode(x="least:Q", x2="most:Q"),
        base.mark_text(**told).encode(x="most:Q", text="told:N"),
    )
    return Chart(_spec(alt.layer(*layers), _height(marks, drawn)), _legend(peers, names))


def dots(
    peers: Peers, marks: Sequence[Mark], title: str, *, reference: float | None = None, linear: bool = False
) -> Chart:
    """A dot for each peer in each row, and a line at the reference, if any.

    The scale is logarithmic, or `linear` from 0.
    """
    names = _measured(peers, marks)
    beside = max(Counter(mark.row for mark in marks).values(), default=1)
    drawn = _DOT_PX * (len(names) if beside > 1 else 1)
    scale = alt.Scale(domainMin=0, nice=True) if linear else _logarithmic(base=2 if reference else 10)
    points = alt.Chart(_data(peers, marks)).mark_point(size=60, filled=True, opacity=0.95)
    points = points.encode(
        x=alt.X("value:Q", title=_titled(title, linear=linear), scale=scale, axis=_axis()),
        y=_rows(marks, drawn, _DOTS_GAP_PX, grid=True),
        color=_colour(names),
        shape=_shape(names),
        tooltip=_tooltip("row"),
    )
    if beside > 1:
        points = points.encode(yOffset=alt.YOffset("peer:N", scale=alt.Scale(domain=names, padding=0.5)))
    layers = [*_line(reference), points]
    return Chart(_spec(alt.layer(*layers), _height(marks, drawn, _DOTS_GAP_PX)), _legend(peers, names))


def _line(at: float | None) -> list[alt.Chart]:
    """A vertical line, if there is a position for it."""
    values = [] if at is None else [{"at": at}]
    rule = {"color": "var(--soft)", "strokeDash": [4, 3]}
    return [alt.Chart(alt.Data(values=values)).mark_rule(**rule).encode(x="at:Q")] if values else []


def stack(kinds: Sequence[str], marks: Sequence[Mark], title: str) -> Chart:
    """A bar for each row, stacked from the figures of its kinds (the marks' `peer`)."""
    palette = [kind_colour(kind) for kind in kinds]
    chart = alt.Chart(_data({kind: kind for kind in kinds}, marks)).mark_bar()
    chart = chart.encode(
        x=alt.X("value:Q", title=title, axis=_axis()),
        y=_rows(marks, _STACK_PX),
        color=alt.Color("peer:N", scale=alt.Scale(domain=list(kinds), range=palette), legend=None),
        order=alt.Order("rank:Q"),
        tooltip=_tooltip("row"),
    )
    legend = [Entry(kind, each, is_round=False) for kind, each in zip(kinds, palette, strict=True)]
    return Chart(_spec(chart, _height(marks, _STACK_PX)), legend)


def lines(
    peers: Peers, points: Sequence[Point], x: str, y: str, *, falling: bool = False, linear: bool = False
) -> Chart:
    """A line for each peer with the spread at each point. With `falling`, x decreases.

    Both scales are logarithmic, or `linear` for values that may be zero or negative.
    """
    names = _measured(peers, points)
    scale = _linear if linear else _logarithmic
    base = alt.Chart(_data(peers, points)).encode(
        x=alt.X("x:Q", title=_titled(x, linear=linear), scale=scale(reverse=falling), axis=_axis(grid=False)),
        color=_colour(names),
        tooltip=_tooltip("x"),
    )
    value = alt.Y("value:Q", title=_titled(y, linear=linear), scale=scale(), axis=_axis())
    layers = (
        base.mark_line(strokeWidth=2).encode(y=value),
        base.mark_rule(opacity=0.6).encode(y="least:Q", y2="most:Q"),
        base.mark_point(size=50, filled=True, opacity=1).encode(y=value, shape=_shape(names)),
    )
    return Chart(_spec(alt.layer(*layers), _LINES_PX), _legend(peers, names))


def _titled(title: str, *, linear: bool) -> str:
    """An axis title, which names the scale if it is not linear."""
    return title if linear else f"{title} (logarithmic)"


def _rows(marks: Sequence[Mark], drawn: int, apart: int = _GAP_PX, *, grid: bool = False) -> alt.Y:
    """The rows from top to bottom, each with its name above the `drawn` pixels of its marks."""
    lines = _name_lines(marks)
    name = apart + _LINE_PX * lines
    gap = name / (name + drawn)
    axis = alt.Axis(
        title=None,
        domain=False,
        ticks=False,
        grid=grid,
        labelAlign="left",
        labelBaseline="bottom",
        labelPadding=0,
        labelOffset=-drawn / 2 - 2 - _LINE_PX * (lines - 1),
        labelColor="var(--ink)",
        labelLimit=330,
        labelLineHeight=_LINE_PX,
        labelExpr=f"slice(split('{chr(92)}n' + datum.label, '{chr(92)}n'), -{lines})",
    )
    scale = alt.Scale(type="band", paddingInner=gap, paddingOuter=gap / 2, align=1)
    return alt.Y("row:N", sort=list(dict.fromkeys(_name(mark.row) for mark in marks)), scale=scale, axis=axis)


def _height(marks: Sequence[Mark], drawn: int, apart: int = _GAP_PX) -> int:
    return len({mark.row for mark in marks}) * (apart + _LINE_PX * _name_lines(marks) + drawn)


def _name(row: str) -> str:
    """A row's name on as many lines as it needs on a phone."""
    return "\n".join(wrap(plain(row), _NAME_LENGTH))


def _name_lines(marks: Sequence[Mark]) -> int:
    """The number of lines of the longest name. Other names are at the bottom of this space."""
    return max((_name(mark.row).count("\n") + 1 for mark in marks), default=1)


def _room(marks: Sequence[Mark]) -> alt.Scale:
    """From 0, with space for the figure next to the longest bar."""
    most = max((mark.most for mark in marks), default=0) or 1
    return alt.Scale(domain=[0, 1.25 * most], nice=False)


def _logarithmic(**more) -> alt.Scale:
    return alt.Scale(type="log", nice=False, padding=10, **more)


def _linear(**more) -> alt.Scale:
    return alt.Scale(type="linear", nice=False, padding=10, **more)


def _axis(*, grid: bool = True) -> alt.Axis:
    """Few numbers, which do not touch each other."""
    return alt.Axis(
        tickCount=4, format=",.3~r", labelOverlap="greedy", labelSeparation=12, labelFlush=True, grid=grid
    )


def _colour(names: Sequence[str]) -> alt.Color:
    return alt.Color(
        "peer:N", scale=alt.Scale(domain=names, range=[colour(name) for name in names]), legend=None
    )


def _shape(names: Sequence[str]) -> alt.Shape:
    shapes = ["circle" if is_ours(name) else "square" for name in names]
    return alt.Shape("peer:N", scale=alt.Scale(domain=names, range=shapes), legend=None)


def _tooltip(what: str) -> list[alt.Tooltip]:
    return [
        alt.Tooltip(f"{what}:N"),
        alt.Tooltip("title:N", title="of"),
        alt.Tooltip("told:N", title="figure"),
    ]


def _data(peers: Peers, marks: Sequence[Mark | Point]) -> alt.Data:
    rank = list(peers).index
    return alt.Data(
        values=[
            asdict(mark) | _named(mark) | {"title": plain(peers[mark.peer]), "rank": rank(mark.peer)}
            for mark in marks
        ]
    )


def _named(mark: Mark | Point) -> dict[str, str]:
    return {"row": _name(mark.row)} if isinstance(mark, Mark) else {}


def _measured(peers: Peers, marks: Sequence[Mark | Point]) -> list[str]:
    """The peers that have a mark."""
    found = {mark.peer for mark in marks}
    return [name for name in peers if name in found]


def _legend(peers: Peers, names: Sequence[str]) -> list[Entry]:
    return [Entry(peers[name], colour(name), is_ours(name)) for name in names]


def _spec(chart: alt.Chart | alt.LayerChart, height: int) -> dict:
    return chart.properties(width="container", height=height).to_dict() | {"config": _CONFIG}
