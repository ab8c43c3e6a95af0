"""The waiting times of MapReduce's reducers, from `mapreduce.json`."""

from collections.abc import Iterator

from headwater_bench.core.pages import all_failures, delay
from headwater_bench.core.results import Results
from headwater_bench.core.tables import spread
from headwater_bench.mapreduce import waits
from headwater_bench.mapreduce.document import megabytes, requests, seconds
from headwater_bench.report.drawing import charts, groups
from headwater_bench.report.drawing.marks import Mark, Point
from headwater_bench.report.drawing.parts import Chapter, Plot, Table

TITLE = "MapReduce"
COMMAND = "headwater bench mapreduce"

_LEAD = (
    "TeraSort with one reducer, whose output goes to the store, and which FileOutputCommitter commits by "
    'renames: what figures 1b and 1c of "Big Data Analytics on Object Stores: A Performance Study" show.'
)


def chapter(results: Results) -> Chapter | None:
    """Plots of the reducer's upload and commit, and of the time beyond an upload, with tables."""
    known = results.get("mapreduce")
    if known is None:
        return None
    parts = [
        *(part for section in known["sections"] for part in _plots(known, section)),
        *(part for section in known["sections"] for part in _tables(known, section)),
        Table("Requests of the complete job", *requests(known)),
    ]
    shortfalls = [*groups.cautions(known), *all_failures(known)]
    return Chapter(lead=_LEAD, mades=[known["made"]], parts=parts, shortfalls=shortfalls)


def _plots(known: dict, section: dict) -> Iterator[Plot]:
    for what, calls, figure in (
        ("upload", "create, write and close", waits.upload),
        ("commit", "all its other calls", waits.commit),
    ):
        marks = [
            _mark(row["title"], name, [figure(sample) for sample in samples])
            for row in section["rows"].values()
            for name, samples in waits.taken(row).items()
        ]
        title = f"Seconds of the reducer's {what}{delay(section)}"
        note = f"In {calls}; as figure 1b of the paper. Medians, with the least and the most."
        yield Plot(title, note, charts.bars(known["peers"], marks, "s"))
    yield _growth(known, section)


def _mark(row: str, name: str, taken: list[float]) -> Mark:
    middle, least, most = spread(taken)
    return Mark(row, name, middle, least, most, f"{middle:.2f} s")


def _growth(known: dict, section: dict) -> Plot:
    """Over the size of the output. Both scales are linear, because values may be negative."""
    points = [
        Point(name, row["bytes"] / 1e6, *spread(taken), f"{spread(taken)[0]:.2f} s")
        for row in section["rows"].values()
        for name, samples in waits.taken(row).items()
        for taken in ([waits.beyond(sample) for sample in samples],)
    ]
    note = (
        "Of reducer and job, less what a plain file of the same length takes; as figure 1c of the paper. "
        "Below zero: the reducer's upload ran beside its sorting."
    )
    lines = charts.lines(known["peers"], points, "MB of output", "seconds", linear=True)
    return Plot(f"Seconds beyond the upload{delay(section)}", note, lines)


def _tables(known: dict, section: dict) -> Iterator[Table]:
    yield Table(f"Seconds in calls of the file system{delay(section)}", *seconds(known, section))
    if waits.measured(section):
        yield _beyond(known, section)


def _beyond(known: dict, section: dict) -> Table:
    """By the size of the output."""
    by_size = list(section["rows"].values())
    head = ["", *(f"{megabytes(row)} MB" for row in by_size), "for each 100 MB more", "MB copied"]
    rows = [
        [
            known["peers"][name],
            *(f"{waits.middle(waits.taken(row)[name], waits.beyond):.2f}" for row in by_size),
            f"{waits.growth(section, name, waits.beyond):.2f}",
            f"{waits.growth(section, name, waits.megabytes_copied):,.0f}",
        ]
        for name in waits.measured(section)
    ]
    title = f"Seconds beyond the upload of a plain file, by the output's size{delay(section)}"
    return Table(title, head, rows)
