"""Uploads by write policy, from `uploads.json`: a file put, WordCount's text, and WordCount."""

from headwater_bench.report import charts
from headwater_bench.report.marks import Mark, plain
from headwater_bench.report.parts import Chapter, Plot
from headwater_bench.report.results import Results
from headwater_bench.tables import spread
from headwater_bench.uploads.document import failures

TITLE = "Uploads by write policy"
COMMAND = "headwater bench uploads"

_LEAD = (
    "What Swifta's authors show of their write policies, of ours and the peers'. Each run is a Java process "
    "of its own, whose start is in its time, on one machine with the store."
)
_PEERS = {
    "headwater-s3": "Headwater, `s3://`",
    "headwater-swift": "Headwater, `swift://`",
    "s3a": "S3A 3.5.0",
    "stocator": "Stocator 1.1.4",
}


def chapter(results: Results) -> Chapter | None:
    """A plot for each program."""
    known = results.get("uploads")
    if known is None:
        return None
    plots = [_plot(known, program) for program in known["programs"].values()]
    return Chapter(lead=_LEAD, mades=[known["made"]], parts=plots, shortfalls=list(failures(known)) or None)


def _plot(known: dict, program: dict) -> Plot:
    marks = [
        _mark(known["policies"][name], result["samples"])
        for name, result in program["policies"].items()
        if result["samples"] and not result["failure"]
    ]
    size = f"{known['megabytes']:,} MB. The scale is logarithmic."
    return Plot(program["title"], size, charts.dots(_PEERS, marks, "seconds"))


def _mark(policy: dict, samples: list[dict]) -> Mark:
    middle, least, most = spread([sample["seconds"] for sample in samples])
    return Mark(plain(policy["title"]), policy["peer"], middle, least, most, f"{middle:.1f} s")
