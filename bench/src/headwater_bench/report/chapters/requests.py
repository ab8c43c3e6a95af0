"""The requests of small Spark programs, from `requests.json`."""

from collections.abc import Iterator

from headwater_bench.core import numbers
from headwater_bench.core.pages import DASH
from headwater_bench.core.results import Results
from headwater_bench.report.drawing import charts
from headwater_bench.report.drawing.marks import Mark, exactly
from headwater_bench.report.drawing.parts import Chapter, Plot, Table

TITLE = "Requests, program by program"
COMMAND = "headwater bench requests"

_LEAD = (
    "What small Spark programs ask of the store, counted at its proxy; what a file system asks once in its "
    "life, a token and what the cluster can do, is not counted. S3A (by algorithm 1 unless a program says "
    "otherwise) and Stocator ran the same programs on the same store, over its S3 API. The first program is "
    "that of Table I of the Stocator paper. `docs/requests.md` tells what each request is for."
)


def chapter(results: Results) -> Chapter | None:
    """A plot and a table of the counts, and a table of Headwater's kinds and limits."""
    known = results.get("requests")
    if known is None:
        return None
    parts = [_plot(known), _counts(known), _kinds(known)]
    return Chapter(lead=_LEAD, mades=[known["made"]], parts=parts, shortfalls=list(_failures(known)))


def _failures(known: dict) -> Iterator[str]:
    for program in known["programs"].values():
        for name, why in program["failures"].items():
            yield f"{program['title']}, {known['peers'][name]}: `{why}`"


def by_peer(program: dict) -> dict[str, int]:
    """The number of a program's requests by each measured peer."""
    ours = {f"headwater-{scheme}": seen["count"] for scheme, seen in program["requests"].items()}
    return ours | program["peers"]


def _plot(known: dict) -> Plot:
    marks = [
        Mark(program["title"], name, *exactly(count), f"{count:,}")
        for program in known["programs"].values()
        for name, count in by_peer(program).items()
    ]
    return Plot("Requests", "", charts.dots(known["peers"], marks, "requests"))


def _counts(known: dict) -> Table:
    rows = []
    for program in known["programs"].values():
        counts = by_peer(program)
        cells = (f"{counts[name]:,}" if name in counts else DASH for name in known["peers"])
        rows.append([program["title"], *cells])
    return Table("Requests", ["", *known["peers"].values()], rows)


def _kinds(known: dict) -> Table:
    """For each scheme, a program's requests by kind, including those sent once, and the limit."""
    rows = [
        [
            f"{program['title']}, `{scheme}://`",
            numbers.told(seen["kinds"]),
            f"{program['limits'][scheme]:,}" if scheme in program["limits"] else DASH,
        ]
        for program in known["programs"].values()
        for scheme, seen in program["requests"].items()
    ]
    return Table(
        "Headwater's requests by kind, and the most that its tests allow", ["", "requests", "limit"], rows
    )
