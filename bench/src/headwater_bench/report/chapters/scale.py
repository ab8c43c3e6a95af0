"""Calculated scale, from `scale.json`: a model's predictions for large jobs, compared with measurements."""

from collections.abc import Iterator

from headwater_bench.core.configuration import is_ours
from headwater_bench.core.pages import DASH
from headwater_bench.core.results import Results
from headwater_bench.report.drawing import charts
from headwater_bench.report.drawing.marks import Mark, exactly
from headwater_bench.report.drawing.parts import Chapter, Headline, Plot, Table

TITLE = "Scale, on paper"
COMMAND = "headwater bench scale"

_LEAD = (
    "No cluster was at hand: these are predictions of a model, fed with unit costs that were measured here "
    "and with public clouds' latencies and limits. What the same model predicts of small jobs stands beside "
    "what they took. What begins only in larger jobs than were measured is not in it: the later pages of "
    "what S3A's algorithm 2 deletes at its end are not, so that its commit is told too short."
)
_CLOSE = 0.25
"""The relative error of a prediction above which it is reported as a shortfall."""
_MINUTE, _HOUR = 60, 3600


def chapter(results: Results) -> Chapter | None:
    """Predictions by committer, and the checks."""
    known = results.get("scale")
    if known is None:
        return None
    far = [check for check in known["checks"] if abs(_error(check)) > _CLOSE]
    return Chapter(
        lead=_LEAD,
        mades=[known["made"]],
        parts=[*_plots(known), _predictions(known), _checks(known)],
        headlines=list(_headlines(known)),
        shortfalls=[_told(check) for check in far],
    )


def _plots(known: dict) -> Iterator[Plot]:
    peers = known["inputs"]["committers"]
    for what, title, told in (
        ("job_commit_s", "seconds of the job's commit", lambda each: _duration(each["job_commit_s"])),
        ("requests", "requests of the whole job", lambda each: f"{each['requests']:,}"),
        ("peak_requests_per_s", "requests in the busiest second", _peak),
    ):
        marks = [
            Mark(_cloud(known, each), each["committer"], *exactly(each[what]), told(each))
            for each in known["predictions"]
            if each[what]
        ]
        if marks:
            yield Plot(f"Predicted: {title}", _job(known), charts.dots(peers, marks, title))


def _job(known: dict) -> str:
    """The largest job, whose predictions are plotted."""
    largest = max(known["predictions"], key=lambda each: each["tasks"])
    return f"A job of {largest['tasks']:,} tasks on {largest['nodes']:,} nodes."


def _cloud(known: dict, prediction: dict) -> str:
    titles = {cloud["name"]: cloud["title"] for cloud in known["inputs"]["clouds"]}
    return titles[prediction["cloud"]]


def _peak(prediction: dict) -> str:
    limit = prediction["limit_requests_per_s"]
    return f"{prediction['peak_requests_per_s']:,} a second" + (
        f", where {limit:,} are let in" if limit else ""
    )


def _predictions(known: dict) -> Table:
    head = ["cloud", "committer", "commit", "requests", "in the busiest second", "driver, for the manifest"]
    rows = [
        [
            _cloud(known, each),
            known["inputs"]["committers"][each["committer"]],
            _duration(each["job_commit_s"]),
            f"{each['requests']:,}",
            _peak(each),
            f"{each['driver_memory_bytes'] / 1e6:,.0f} MB" if each["driver_memory_bytes"] else DASH,
        ]
        for each in known["predictions"]
    ]
    return Table("All predictions", head, rows)


def _duration(seconds: float) -> str:
    if seconds < 2 * _MINUTE:
        return f"{seconds:.1f} s"
    return f"{seconds / _MINUTE:.1f} min" if seconds < 2 * _HOUR else f"{seconds / _HOUR:.1f} h"


def _checks(known: dict) -> Table:
    rows = [
        [
            each["what"],
            f"{each['predicted']:,g}",
            f"{each['measured']:,g}",
            each["unit"],
            f"{_error(each):+.0%}",
        ]
        for each in known["checks"]
    ]
    head = ["job", "predicted", "measured", "unit", "off by"]
    return Table("The model held against what was measured here", head, rows)


def _error(check: dict) -> float:
    """The relative error of a prediction."""
    return check["predicted"] / check["measured"] - 1


def _told(check: dict) -> str:
    told = f"{check['predicted']:,g} {check['unit']} predicted, {check['measured']:,g} measured"
    return f"{check['what']}: the model is off by {_error(check):+.0%}, {told}"


def _headlines(known: dict) -> Iterator[Headline]:
    """The commits of the largest job on the first cloud."""
    predictions = known["predictions"]
    same = [each for each in predictions if each["cloud"] == predictions[0]["cloud"]]
    commits = {each["committer"]: _duration(each["job_commit_s"]) for each in same}
    ours = next((name for name in commits if is_ours(name)), None)
    if ours:
        titles = known["inputs"]["committers"]
        others = "; ".join(f"{titles[name]} {commit}" for name, commit in commits.items() if name != ours)
        place = f"{same[0]['tasks']:,} tasks on {same[0]['nodes']:,} nodes, {_cloud(known, same[0])}"
        text = f"for the commit of a job as a model predicts it, {titles[ours]}: {place}. {others}"
        yield Headline(commits[ours], text, known["made"])
