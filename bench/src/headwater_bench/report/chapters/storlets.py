"""The costs and savings of a storlet, from `storlets.json`."""

from headwater_bench.core.results import Results
from headwater_bench.core.tables import spread
from headwater_bench.report.drawing import charts
from headwater_bench.report.drawing.marks import Mark, told_spread
from headwater_bench.report.drawing.parts import Chapter, Plot, Table
from headwater_bench.storlets.document import milliseconds, rates

TITLE = "Storlets"
COMMAND = "headwater bench storlets"

_LEAD = (
    "A storlet that selects the rows of one meter of a thousand from CSV, beside a plain GET of the object, "
    "and beside the same program built natively. The engine works with one thread a storlet."
)
_WHAT = {
    "plain": "a plain GET",
    "selected": "a GET through the storlet",
    "engine": "the storlet in the engine",
    "native": "the same program, native",
}
_CLOCK = "By the clock"
_FIGURES = {
    "plain": (_CLOCK, "plain"),
    "selected": (_CLOCK, "selected"),
    "engine": (_CLOCK, "engine"),
    "native": (_CLOCK, "native"),
    "engine_cpu": ("By the seconds of a processor", "engine"),
    "native_cpu": ("By the seconds of a processor", "native"),
}
"""The plot's row for each figure, and its subject."""


def chapter(results: Results) -> Chapter | None:
    """A plot of MB/s, and tables of them and of the time of small GETs."""
    known = results.get("storlets")
    if known is None:
        return None
    return Chapter(lead=_LEAD, mades=[known["made"]], parts=[_plot(known), _times(known), _latency(known)])


def _plot(known: dict) -> Plot:
    marks = [_mark(known, name, row, of) for name, (row, of) in _FIGURES.items()]
    note = (
        f"An object of {known['length'] / 2**20:,.0f} MiB, of which {known['answer']:,} bytes are selected. "
        f"Medians of {len(known['plain'])} rounds."
    )
    return Plot("MB of the object a second", note, charts.bars(_WHAT, marks, "MB/s"))


def _mark(known: dict, name: str, row: str, of: str) -> Mark:
    middle, least, most = rates(known, name)
    return Mark(row, of, middle, least, most, f"{middle:,.0f} MB/s")


def _times(known: dict) -> Table:
    rows = [
        [f"{_WHAT[of]}, {row[0].lower()}{row[1:]}", _told(known[name]), f"{rates(known, name)[0]:,.0f}"]
        for name, (row, of) in _FIGURES.items()
    ]
    return Table("The same, in seconds", ["", "seconds (least to most)", "MB/s"], rows)


def _latency(known: dict) -> Table:
    rows = [[_WHAT[name], _told(milliseconds(known, name))] for name in known["latency"]]
    title = f"GETs of 1 KiB, {len(known['latency']['plain']):,} of each kind"
    return Table(title, ["", "milliseconds (least to most)"], rows)


def _told(numbers: list[float]) -> str:
    return told_spread(spread(numbers), ".2f")
