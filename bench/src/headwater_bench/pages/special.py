"""The tables of one benchmark each."""

from collections.abc import Sequence
from statistics import median

from headwater_bench.pages.cells import DASH, count, middle, numbers, samples, spread_cell, table, waits
from headwater_bench.pages.view import View, kind
from headwater_bench.scale.predict import slope

_MINUTE, _HOUR = 60, 3600


@kind("selectivity")
def _selectivity(view: View) -> str:
    """Pushdown: the speed-up of each point."""
    lines = []
    for row in view.rows("selectivity"):
        cells = [row["kind"], f"{row['dropped']:.2f}%"]
        peers = [peer for peer in ("on", "off", "parquet") if samples(row, peer)]
        seconds = {peer: spread_cell(numbers(row, peer)) for peer in peers}
        faster = {peer: f"{middle(row, 'off') / middle(row, peer):.2f}" for peer in peers}
        cells += [seconds.get(peer, DASH) for peer in ("on", "off", "parquet")]
        cells += [faster.get(peer, DASH) for peer in ("on", "parquet")]
        lines.append([*cells, *(f"{middle(row, p, 'bytes_from_store') / 1e6:,.1f}" for p in ("on", "off"))])
    heads = ["on, s", "off, s", "Parquet, s", "speed-up", "Parquet's", "MB, on", "MB, off"]
    return table(["by", "not needed", *heads], lines)


@kind("at-zero")
def _at_zero(view: View) -> str:
    """Pushdown: the cost where nothing is dropped, over pairs of runs with and without."""
    rows = [row for row in view.rows("selectivity") if not row["share"]]
    pairs = [pair for row in rows for pair in zip(numbers(row, "on"), numbers(row, "off"), strict=False)]
    cost = 100 * (median(on / off for on, off in pairs) - 1)
    return table(["pairs", "median cost"], [[str(len(pairs)), f"{cost:+.1f}%"]])


@kind("needs")
def _needs(view: View) -> str:
    """Pushdown: what a query does not need, by the paper and by what leaves the store here."""
    size = view.section("queries").get("data", view.known["data"])["bytes"]
    lines = []
    for row in view.rows("queries"):
        shares = (f"{row['paper'][share]:.2f}%" for share in ("column", "row", "data"))
        here = 100 * (1 - middle(row, "on", "bytes_from_store") / size)
        lines.append([row["title"], *shares, f"{here:.4f}%"])
    return table(["query", "of columns", "of rows", "of the data", "of the data, here"], lines)


@kind("apart")
def _apart(view: View, name: str = "queries") -> str:
    """Pushdown: the largest difference of each answer, as a part of the number."""
    found: dict[str, float] = {}
    for row, peer, title in view.cells(name):
        found[title] = max(row["peers"][peer].get("apart", 0.0), found.get(title, 0.0))
    lines = [[title, f"{apart:.1e}" if apart else "none"] for title, apart in found.items()]
    return table(["process", "largest difference"], lines)


@kind("schema")
def _schema(view: View) -> str:
    """Pushdown: the columns that all infer."""
    return table(["columns"], [[f"`{row['schema']}`"] for row in view.rows("inference")])


@kind("limits")
def _limits(view: View) -> str:
    """Requests: the numbers of all programs, and their limits by `s3://` and `swift://`."""
    lines = []
    for row in view.rows():
        limits = ", ".join(f"{limit:,}" for limit in row["limits"].values()) or DASH
        counts = (f"{count([row], peer):,}" if samples(row, peer) else DASH for peer in view.titles)
        lines.append([row["title"], *counts, limits])
    return table(["program", *view.titles.values(), "limits"], lines)


@kind("purposes")
def _purposes(view: View, name: str, peer: str) -> str:
    """Requests: each request of a program with its purpose."""
    (sample,) = samples(view.section()["rows"][name], peer)
    return table(["#", "request", "status", "bytes", "what for"], sample["purposes"])


@kind("points")
def _points(view: View, name: str) -> str:
    """A series of growth: requests and seconds by x, and the slopes of both."""
    series = view.section(name)
    each = f"for each {series['unit']}"
    peers = [peer for peer in view.titles if any(peer in row["peers"] for row in view.rows(name))]
    lines = [[f"{row['x']:,}", *(_point(row, peer) for peer in peers)] for row in view.rows(name)]
    for title, metric, factor, form in (
        (f"requests {each}", "sent", 1, "{:,.4g}"),
        (f"ms {each}", "seconds", 1000, "{:,.3g}"),
    ):
        slopes = (_slope(view.rows(name), peer, metric, factor) for peer in peers)
        shown = (DASH if found is None else f"**{form.format(found + 0.0)}**" for found in slopes)
        lines.append([f"**{title}**", *shown])
    return table([series["x"], *(view.titles[peer] for peer in peers)], lines)


def _point(row: dict, peer: str) -> str:
    found = numbers(row, peer)
    return f"{numbers(row, peer, 'sent')[0]:,}; {spread_cell(found)} s" if found else DASH


def _slope(rows: Sequence[dict], peer: str, metric: str, factor: float) -> float | None:
    points = [
        {"x": row["x"], "y": factor * (found[0] if metric == "sent" else median(found))}
        for row in rows
        if (found := numbers(row, peer, metric))
    ]
    return round(slope(points, "x", "y"), 4) if len(points) > 1 else None


@kind("waits")
def _waits(view: View, name: str = "plain") -> str:
    """MapReduce: seconds in calls of the file system."""
    heads = list(waits({"calls": {}, "plain_file_seconds": 0.0}))
    lines = [
        [title, f"{row['bytes'] / 1e6:,.0f}", *(f"{middle(row, peer, each):.2f}" for each in heads)]
        for row, peer, title in view.cells(name)
    ]
    return table(["connector", "MB", *heads], lines)


@kind("wait-growth")
def _wait_growth(view: View, name: str = "plain") -> str:
    """MapReduce: the growth of the seconds beyond the upload, and of the MB copied, for 100 MB of output."""
    rows = sorted(view.rows(name), key=lambda row: row["bytes"])
    least, most = rows[0], rows[-1]
    lines = []
    for peer, title in view.titles.items():
        if all(samples(row, peer) for row in rows) and least is not most:
            beyond, copied = (
                (middle(most, peer, metric) - middle(least, peer, metric)) / (most["bytes"] - least["bytes"])
                for metric in ("beyond the upload", "bytes_copied")
            )
            lines.append([title, f"{1e8 * beyond:.2f}", f"{100 * copied:,.0f}"])
    return table(["connector", "seconds", "MB copied"], lines)


@kind("predictions")
def _predictions(view: View, cloud: str) -> str:
    """Scale: a job of each committer on a cloud."""
    titles = view.known["inputs"]["committers"]
    found = (each for each in view.known["predictions"] if each["cloud"] == cloud)
    heads = ["commit", "tasks", "requests", "busiest second", "wait per request", "driver, manifest"]
    return table(["", *heads], ([titles[each["committer"]], *_prediction(each)] for each in found))


def _prediction(each: dict) -> list[str]:
    peak, limit = each["peak_requests_per_s"], each["limit_requests_per_s"]
    memory = each["driver_memory_bytes"]
    return [
        _duration(each["job_commit_s"]),
        _duration(each["tasks_s"]),
        f"{each['requests']:,}",
        f"{peak:,} {each['limit_of']}, {peak / limit:.0%} of {limit:,}",
        f"{1000 * each['waited_s'] / each['requests']:,.0f} ms",
        DASH if memory is None else f"{memory / 1e6:,.0f} MB",
    ]


def _duration(seconds: float) -> str:
    if seconds < _MINUTE:
        return f"{seconds:.1f} s"
    return f"{seconds / _MINUTE:.1f} min" if seconds < _HOUR else f"{seconds / _HOUR:.1f} h"


@kind("driver")
def _driver(view: View) -> str:
    """Scale: the measured commits, and the driver's cost of one more task."""
    inputs = view.known["inputs"]
    times_s = ("messages_cpu_seconds", "last_tenth_cpu_seconds", "commit_seconds", "commit_cpu_seconds")
    lines = []
    for each in inputs["driver"]:
        seconds = (f"{each[name]:.3f} s" for name in times_s)
        memory = (f"{each[name] / 1e6:.1f} MB" for name in ("held_bytes", "peak_bytes"))
        lines.append([f"{each['tasks']:,}", f"{each['manifest_bytes'] / 1e6:.2f} MB", *seconds, *memory])
    task = inputs["driver_of_a_task"]
    message, entry = (f"{1e6 * task[name]:.1f} µs" for name in ("message_s", "entry_s"))
    sizes = f"{task['manifest_bytes']:.0f} B", f"{task['peak_bytes']:,.0f} B"
    lines.append(["one more", sizes[0], message, DASH, DASH, entry, DASH, sizes[1]])
    heads = ["manifest", "messages", "last tenth", "commit", "of the processor", "heap before", "peak heap"]
    return table(["tasks", *heads], lines)


@kind("checks")
def _checks(view: View) -> str:
    """Scale: predicted and measured figures of this machine."""
    lines = []
    for each in view.known["checks"]:
        form = "{:.2f} s" if each["unit"] == "s" else "{:,}"
        shown = (form.format(each[name]) for name in ("predicted", "measured"))
        lines.append([each["what"], *shown, f"{each['predicted'] / each['measured'] - 1:+.0%}"])
    return table(["", "predicted", "measured", "error"], lines)
