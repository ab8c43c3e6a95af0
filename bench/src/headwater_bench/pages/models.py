"""The tables of one benchmark each: growth, MapReduce and the model of scale."""

from collections.abc import Callable, Sequence
from statistics import median

from headwater_bench.benches.mapreduce import waits
from headwater_bench.core.results import section
from headwater_bench.pages.cells import DASH, counted, middle, samples, spread_cell, table
from headwater_bench.scale.predict import slope

_MINUTE, _HOUR = 60, 3600


def _points(known: dict, name: str) -> str:
    """A series of growth: requests and seconds by x, and the slopes of both."""
    series = section(known, name)
    peers = [name for name in known["peers"] if any(name in row["peers"] for row in series["rows"].values())]
    lines = [
        [f"{row['x']:,}", *(_point(samples(row, peer)) for peer in peers)] for row in series["rows"].values()
    ]
    for title, value, factor, form in (
        (f"requests for each {series['unit']}", "sent", 1, "{:,.4g}"),
        (f"ms for each {series['unit']}", "seconds", 1000, "{:,.3g}"),
    ):
        lines.append([f"**{title}**", *(_slope(series, peer, value, factor, form) for peer in peers)])
    return table([series["x"], *(known["peers"][peer] for peer in peers)], lines)


def _point(found: Sequence[dict]) -> str:
    if not found:
        return DASH
    return f"{sent(found):,}; {spread_cell([sample['seconds'] for sample in found])} s"


def sent(found: Sequence[dict]) -> int:
    """The requests of a point."""
    return next(sample["sent"] for sample in found if "sent" in sample)


def _slope(series: dict, peer: str, value: str, factor: float, form: str) -> str:
    points = []
    for row in series["rows"].values():
        if found := samples(row, peer):
            y = sent(found) if value == "sent" else middle(found, value)
            points.append({"x": row["x"], "y": factor * y})
    if len(points) < 2:  # noqa: PLR2004 (a line needs two)
        return DASH
    return f"**{form.format(round(slope(points, 'x', 'y'), 4) + 0.0)}**"


def _waits(known: dict, name: str = "plain") -> str:
    """MapReduce: seconds in calls of the file system."""
    lines = []
    for row in section(known, name)["rows"].values():
        for peer, title in known["peers"].items():
            found = [waits(sample) for sample in samples(row, peer)]
            if found:
                lines.append([title, _megabytes(row), *(f"{middle(found, each):.2f}" for each in found[0])])
    heads = list(waits({"calls": {}, "plain_file_seconds": 0.0}))
    return table(["connector", "MB", *heads], lines)


def _wait_growth(known: dict, name: str = "plain") -> str:
    """MapReduce: the growth of the seconds beyond the upload, and of the MB copied, for 100 MB of output."""
    rows = sorted(section(known, name)["rows"].values(), key=lambda row: row["bytes"])
    least, most = rows[0], rows[-1]
    lines = []
    for peer, title in known["peers"].items():
        if all(samples(row, peer) for row in rows) and least is not most:
            scale = 1e8 / (most["bytes"] - least["bytes"])
            beyond, copied = (
                (value(samples(most, peer)) - value(samples(least, peer))) * scale
                for value in (_beyond, _copied)
            )
            lines.append([title, f"{beyond:.2f}", f"{copied:,.0f}"])
    return table(["connector", "seconds", "MB copied"], lines)


def _beyond(found: Sequence[dict]) -> float:
    return median(waits(sample)["beyond the upload"] for sample in found)


def _copied(found: Sequence[dict]) -> float:
    return middle(found, "bytes_copied") / 1e6


def _sort_requests(known: dict) -> str:
    """MapReduce: requests by kind, and the MB copied."""
    groups = [
        (title, row, found)
        for row in section(known, "plain")["rows"].values()
        for peer, title in known["peers"].items()
        if (found := samples(row, peer))
    ]
    kinds = sorted({kind for _, _, found in groups for sample in found for kind in counted(sample)})
    lines = [
        [
            title,
            _megabytes(row),
            f"{median(sum(counted(sample).values()) for sample in found):,.0f}",
            *(f"{median(counted(sample).get(kind, 0) for sample in found):,.0f}" for kind in kinds),
            f"{_copied(found):,.0f}",
        ]
        for title, row, found in groups
    ]
    return table(["connector", "MB", "requests", *kinds, "MB copied"], lines)


def _megabytes(row: dict) -> str:
    return f"{row['bytes'] / 1e6:,.0f}"


def _predictions(known: dict, cloud: str) -> str:
    """Scale: a job of each committer on a cloud."""
    lines = []
    for each in known["predictions"]:
        if each["cloud"] == cloud:
            peak, limit = each["peak_requests_per_s"], each["limit_requests_per_s"]
            memory = each["driver_memory_bytes"]
            lines.append(
                [
                    known["inputs"]["committers"][each["committer"]],
                    _duration(each["job_commit_s"]),
                    _duration(each["tasks_s"]),
                    f"{each['requests']:,}",
                    f"{peak:,} {each['limit_of']}, {peak / limit:.0%} of {limit:,}",
                    f"{1000 * each['waited_s'] / each['requests']:,.0f} ms",
                    DASH if memory is None else f"{memory / 1e6:,.0f} MB",
                ]
            )
    heads = ["commit", "tasks", "requests", "busiest second", "wait per request", "driver, manifest"]
    return table(["", *heads], lines)


def _duration(seconds: float) -> str:
    if seconds < _MINUTE:
        return f"{seconds:.1f} s"
    return f"{seconds / _MINUTE:.1f} min" if seconds < _HOUR else f"{seconds / _HOUR:.1f} h"


def _driver(known: dict) -> str:
    """Scale: the measured commits, and the driver's cost of one more task."""
    times_s = ("messages_cpu_seconds", "last_tenth_cpu_seconds", "commit_seconds", "commit_cpu_seconds")
    lines = [
        [
            f"{each['tasks']:,}",
            f"{each['manifest_bytes'] / 1e6:.2f} MB",
            *(f"{each[name]:.3f} s" for name in times_s),
            *(f"{each[name] / 1e6:.1f} MB" for name in ("held_bytes", "peak_bytes")),
        ]
        for each in known["inputs"]["driver"]
    ]
    task = known["inputs"]["driver_of_a_task"]
    message, entry = (f"{1e6 * task[name]:.1f} µs" for name in ("message_s", "entry_s"))
    sizes = f"{task['manifest_bytes']:.0f} B", f"{task['peak_bytes']:,.0f} B"
    lines.append(["one more", sizes[0], message, DASH, DASH, entry, DASH, sizes[1]])
    heads = ["manifest", "messages", "last tenth", "commit", "of the processor", "heap before", "peak heap"]
    return table(["tasks", *heads], lines)


def _checks(known: dict) -> str:
    """Scale: predicted and measured figures of this machine."""
    lines = []
    for each in known["checks"]:
        form = "{:.2f} s" if each["unit"] == "s" else "{:,}"
        error = each["predicted"] / each["measured"] - 1
        shown = (form.format(each[name]) for name in ("predicted", "measured"))
        lines.append([each["what"], *shown, f"{error:+.0%}"])
    return table(["", "predicted", "measured", "error"], lines)


KINDS: dict[str, Callable[..., str]] = {
    "points": _points,
    "waits": _waits,
    "wait-growth": _wait_growth,
    "sort-requests": _sort_requests,
    "predictions": _predictions,
    "driver": _driver,
    "checks": _checks,
}
"""By name. Each gets a result, and the rest of the place."""
