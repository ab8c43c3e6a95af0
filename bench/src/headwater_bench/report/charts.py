"""Figures as specifications of Vega-Lite."""

from dataclasses import asdict

import altair as alt

from headwater_bench.report.figure import Figure

_BAR_PX = 14
_LINES_PX = 320
_LABEL_PX = 320


def chart(figure: Figure) -> dict:
    """The specification of a figure."""
    draw = _lines if figure.x else _stack if figure.is_stacked else _bars
    return draw(figure).properties(width="container").to_dict()


def _data(figure: Figure) -> alt.Data:
    return alt.Data(values=[asdict(mark) for mark in figure.marks])


def _rows(figure: Figure) -> alt.Y:
    rows = list(dict.fromkeys(mark.row for mark in figure.marks))
    return alt.Y("row:N", sort=rows, title=None, axis=alt.Axis(labelLimit=_LABEL_PX))


def _peers(figure: Figure) -> list[str]:
    return list(dict.fromkeys(mark.peer for mark in figure.marks))


def _colour(figure: Figure) -> alt.Color:
    legend = alt.Legend(title=None, orient="top", columns=3, labelLimit=_LABEL_PX)
    return alt.Color("peer:N", scale=alt.Scale(domain=_peers(figure)), legend=legend)


def _tooltip(figure: Figure) -> list[alt.Tooltip]:
    position = [alt.Tooltip("x:Q", title=figure.x)] if figure.x else [alt.Tooltip("row:N")]
    figures = [alt.Tooltip(f"{name}:Q") for name in ("value", "least", "most")]
    return [*position, alt.Tooltip("peer:N"), *figures]


def _bars(figure: Figure) -> alt.LayerChart:
    """A bar for each peer in each row, and a line from minimum to maximum."""
    rows, peers = ({getattr(mark, name) for mark in figure.marks} for name in ("row", "peer"))
    base = alt.Chart(_data(figure)).encode(
        y=_rows(figure),
        yOffset=alt.YOffset("peer:N", scale=alt.Scale(domain=_peers(figure), paddingInner=0.15)),
        tooltip=_tooltip(figure),
    )
    bars = base.mark_bar().encode(x=alt.X("value:Q", title=figure.unit), color=_colour(figure))
    spreads = base.mark_rule().encode(x="least:Q", x2="most:Q")
    return alt.layer(bars, spreads).properties(height=_BAR_PX * len(rows) * (len(peers) + 1))


def _stack(figure: Figure) -> alt.Chart:
    """A bar for each row, stacked from its parts."""
    rows = {mark.row for mark in figure.marks}
    bars = alt.Chart(_data(figure)).mark_bar().encode(y=_rows(figure), color=_colour(figure))
    bars = bars.encode(x=alt.X("value:Q", title=figure.unit), tooltip=_tooltip(figure))
    return bars.properties(height=2 * _BAR_PX * len(rows))


def _lines(figure: Figure) -> alt.LayerChart:
    """A line for each peer, with the spread at each point."""
    scale = alt.Scale(type="log" if figure.is_logarithmic else "linear", nice=False)
    base = alt.Chart(_data(figure)).encode(
        x=alt.X("x:Q", title=figure.x, scale=scale), color=_colour(figure), tooltip=_tooltip(figure)
    )
    value = alt.Y("value:Q", title=figure.unit, scale=scale)
    return alt.layer(
        base.mark_line(point=True).encode(y=value), base.mark_rule().encode(y="least:Q", y2="most:Q")
    ).properties(height=_LINES_PX)
