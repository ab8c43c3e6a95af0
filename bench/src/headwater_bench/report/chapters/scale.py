"""Scale on paper, from `scale.json`: what a model predicts of large jobs, held against what was measured."""

from collections.abc import Iterator

from headwater_bench.pages import DASH
from headwater_bench.report import charts
from headwater_bench.report.marks import Mark, exactly
from headwater_bench.report.parts import Chapter, Headline, Plot, Table
from headwater_bench.report.results import Results

TITLE = "Scale, on paper"
COMMAND = "headwater bench scale"

_LEAD = (
    "No cluster was at hand: these are predictions of a model, fed with unit costs that were measured here "
    "and with public clouds' latencies and limits. What the same model predicts of small jobs stands beside "
    "what they took."
)
_CLOSE = 0.25
"""How far, as a part, a prediction may be from what was measured and not be told as a shortfall."""


def chapter(results: Results) -> Chapter | None:
    """Predictions by committer, and the checks."""
    known = results.get("scale")
    if known is None:
        return None
    return Chapter(
        lead=_LEAD,
        mades=[known["made"]],
        parts=[*_plots(known["predictions"]), _predictions(known), _checks(known)],
        headlines=list(_headlines(known)),
        shortfalls=[
            _told(check) for check in known["checks"] if _error(check) is None or abs(_error(check)) > _CLOSE
        ],
    )


def _plots(predictions: list[dict]) -> Iterator[Plot]:
    peers = {each["committer"]: each["committer"] for each in predictions}
    for what, title, told in (
        ("job_commit_s", "seconds of job commit", "{:,.1f} s"),
        ("requests", "requests", "{:,.0f}"),
        ("peak_requests_per_s", "requests a second at the peak", "{:,.0f} a second"),
    ):
        marks = [
            Mark(_job(each), each["committer"], *exactly(each[what]), told.format(each[what]))
            for each in predictions
            if each[what]
        ]
        if marks:
            yield Plot(f"Predicted: {title}", "The scale is logarithmic.", charts.dots(peers, marks, title))


def _job(prediction: dict) -> str:
    return f"{prediction['cloud']}: {prediction['tasks']:,} tasks on {prediction['nodes']:,} nodes"


def _predictions(known: dict) -> Table:
    head = [
        "job",
        "committer",
        "job commit, s",
        "requests",
        "peak, a second",
        "the cloud's limit",
        "driver's memory, MiB",
    ]
    rows = [
        [
            _job(each),
            each["committer"],
            f"{each['job_commit_s']:,.1f}",
            f"{each['requests']:,.0f}",
            f"{each['peak_requests_per_s']:,.0f}",
            DASH if each["limit_requests_per_s"] is None else f"{each['limit_requests_per_s']:,.0f}",
            DASH if each["driver_memory_bytes"] is None else f"{each['driver_memory_bytes'] / 2**20:,.1f}",
        ]
        for each in known["predictions"]
    ]
    return Table("All predictions", head, rows)


def _checks(known: dict) -> Table:
    rows = [
        [
            each["what"],
            f"{each['predicted']:,.4g}",
            f"{each['measured']:,.4g}",
            each["unit"],
            _percent(_error(each)),
        ]
        for each in known["checks"]
    ]
    return Table(
        "The model held against what was measured here",
        ["what", "predicted", "measured", "unit", "off by"],
        rows,
    )


def _error(check: dict) -> float | None:
    """How far the prediction is off, as a part of what was measured; None where that is nothing."""
    return check["predicted"] / check["measured"] - 1 if check["measured"] else None


def _percent(error: float | None) -> str:
    return DASH if error is None else f"{100 * error:+.0f}%"


def _told(check: dict) -> str:
    told = f"{check['predicted']:,.4g} {check['unit']} predicted, {check['measured']:,.4g} measured"
    return f"The model is off by {_percent(_error(check))}: {check['what']}: {told}"


def _headlines(known: dict) -> Iterator[Headline]:
    largest = max(known["predictions"], key=lambda each: each["tasks"], default=None)
    if largest is None:
        return
    same = [each for each in known["predictions"] if _job(each) == _job(largest)]
    ours = [each for each in same if each["committer"].lower().startswith("headwater")]
    if ours:
        others = "; ".join(
            f"{each['committer']} {each['job_commit_s']:,.0f} s" for each in same if each not in ours
        )
        text = f"to commit a job, predicted by a model, {ours[0]['committer']}, {_job(largest)}. {others}"
        yield Headline(f"{ours[0]['job_commit_s']:,.1f} s", text, known["made"])
