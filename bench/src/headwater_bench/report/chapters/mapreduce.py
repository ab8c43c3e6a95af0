"""What MapReduce's reducers wait for, from `mapreduce.json`."""

from headwater_bench.mapreduce import waits
from headwater_bench.mapreduce.document import megabytes, requests, seconds
from headwater_bench.report import charts
from headwater_bench.report.marks import Mark, Point
from headwater_bench.report.parts import Chapter, Plot, Table
from headwater_bench.report.results import Results
from headwater_bench.tables import spread

TITLE = "MapReduce"
COMMAND = "headwater bench mapreduce"

_LEAD = (
    "TeraSort with one reducer, whose output goes to the store, and which FileOutputCommitter commits by "
    'renames: what figures 1b and 1c of "Big Data Analytics on Object Stores: A Performance Study" show.'
)


def chapter(results: Results) -> Chapter | None:
    """Plots of the reducer's upload and commit, and of what is beyond an upload; tables."""
    known = results.get("mapreduce")
    if known is None:
        return None
    parts = [
        _plot(known, "Seconds of the reducer's upload", "In create, write and close.", waits.upload),
        _plot(known, "Seconds of the reducer's commit", "In all its other calls.", waits.commit),
        _growth(known),
        _beyond(known),
        Table("Seconds in calls of the file system", *seconds(known)),
        Table("Requests of the whole job", *requests(known)),
    ]
    return Chapter(lead=_LEAD, mades=[known["made"]], parts=parts)


def _plot(known: dict, title: str, note: str, figure: waits.Figure) -> Plot:
    marks = [
        _mark(f"{megabytes(size)} MB of output", name, [figure(sample) for sample in samples])
        for size in known["sizes"]
        for name, samples in size["peers"].items()
    ]
    return Plot(
        title, f"{note} Medians, with the least and the most.", charts.bars(known["peers"], marks, "s")
    )


def _mark(row: str, name: str, taken: list[float]) -> Mark:
    middle, least, most = spread(taken)
    return Mark(row, name, middle, least, most, f"{middle:.2f} s")


def _growth(known: dict) -> Plot:
    """Over the size of the output. Both scales are linear, since a value may be negative."""
    points = [
        Point(name, size["bytes"] / 1e6, *spread(taken), f"{spread(taken)[0]:.2f} s")
        for size in known["sizes"]
        for name, samples in size["peers"].items()
        for taken in ([waits.beyond(sample) for sample in samples],)
    ]
    note = (
        "Of reducer and job, less what a plain file of the same length takes; as figure 1c of the paper. "
        "Below zero: the reducer's upload ran beside its sorting."
    )
    lines = charts.lines(known["peers"], points, "MB of output", "seconds", linear=True)
    return Plot("Seconds beyond the upload", note, lines)


def _beyond(known: dict) -> Table:
    """By the size of the output."""
    head = ["", *(f"{megabytes(size)} MB" for size in known["sizes"]), "for each 100 MB more", "MB copied"]
    rows = [
        [
            title,
            *(f"{waits.middle(size['peers'][name], waits.beyond):.2f}" for size in known["sizes"]),
            f"{waits.growth(known, name, waits.beyond):.2f}",
            f"{waits.growth(known, name, waits.megabytes_copied):,.0f}",
        ]
        for name, title in known["peers"].items()
    ]
    return Table("Seconds beyond the upload of a plain file, by the output's size", head, rows)
