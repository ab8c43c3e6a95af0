"""The tables of one benchmark each."""

from collections.abc import Callable, Mapping, Sequence
from statistics import median

from headwater_bench.benches.mapreduce import waits
from headwater_bench.core.files import table as toml
from headwater_bench.core.results import section
from headwater_bench.pages.cells import DASH, count, counted, middle, samples, spread_cell, table, times
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


def _selectivity(known: dict) -> str:
    """Pushdown: the speed-up of each point."""
    lines = []
    for row in section(known, "selectivity")["rows"].values():
        off = median(times(row, "off"))
        cells = [row["kind"], f"{row['dropped']:.2f}%"]
        cells += [
            spread_cell(times(row, peer)) if samples(row, peer) else DASH for peer in ("on", "off", "parquet")
        ]
        ups = [f"{off / median(times(row, p)):.2f}" if samples(row, p) else DASH for p in ("on", "parquet")]
        sent_mb = [f"{middle(samples(row, p), 'bytes_from_store') / 1e6:,.1f}" for p in ("on", "off")]
        lines.append([*cells, *ups, *sent_mb])
    heads = ["on, s", "off, s", "Parquet, s", "speed-up", "Parquet's", "MB, on", "MB, off"]
    return table(["by", "not needed", *heads], lines)


def _at_zero(known: dict) -> str:
    """Pushdown: the cost where nothing is dropped, over pairs of runs with and without."""
    ratios = [
        on / off
        for row in section(known, "selectivity")["rows"].values()
        if not row["share"]
        for on, off in zip(times(row, "on"), times(row, "off"), strict=False)
    ]
    return table(["pairs", "median cost"], [[str(len(ratios)), f"{100 * (median(ratios) - 1):+.1f}%"]])


def _needs(known: dict) -> str:
    """Pushdown: what a query does not need, by the paper and by what leaves the store here."""
    first = section(known, "queries")
    size = first.get("data", known["data"])["bytes"]
    lines = [
        [
            row["title"],
            *(f"{row['paper'][what]:.2f}%" for what in ("column", "row", "data")),
            f"{100 * (1 - middle(samples(row, 'on'), 'bytes_from_store') / size):.4f}%",
        ]
        for row in first["rows"].values()
    ]
    return table(["query", "of columns", "of rows", "of the data", "of the data, here"], lines)


def _apart(known: dict, name: str = "queries") -> str:
    """Pushdown: the largest difference of each answer, as a part of the number."""
    rows = section(known, name)["rows"].values()
    lines = []
    for peer, title in known["peers"].items():
        found = [row["peers"][peer].get("apart", 0.0) for row in rows if peer in row["peers"]]
        if found:
            lines.append([title, f"{max(found):.1e}" if max(found) else "none"])
    return table(["process", "largest difference"], lines)


def _load(known: dict) -> str:
    """Pushdown: the queries at once, the engine's refusals and the metrics of Spark's scans."""
    row = section(known, "load")["rows"]["load"]
    seconds = times(row, "on")
    lines = [["queries", f"{row['queries'] * len(seconds):,}"], ["failed queries", "0"]]
    lines += [[f"refused by the engine, {why}", f"{number:,}"] for why, number in row["refused"].items()]
    return table(["", "sum"], lines + [[name, f"{value:,}"] for name, value in row["metrics"].items()])


def _schema(known: dict) -> str:
    """Pushdown: the columns that all infer."""
    return table(["columns"], [[f"`{section(known, 'inference')['rows']['schema']['schema']}`"]])


def _transfers(known: dict) -> str:
    """Storlets: seconds and throughput."""
    row = section(known, "object")["rows"]["object"]
    lines = []
    for peer, value, title in (
        ("plain", "seconds", "plain GET"),
        ("selected", "seconds", "GET through the storlet, by the client's clock"),
        ("selected", "engine_seconds", "the storlet in the engine"),
        ("selected", "engine_cpu_seconds", "the same, seconds of a processor"),
        ("native", "seconds", "the same program, native"),
        ("native", "cpu_seconds", "the same, seconds of a processor"),
    ):
        seconds = middle(samples(row, peer), value)
        lines.append([title, f"{seconds:.2f}", f"{row['length'] / seconds / 1e6:,.0f}"])
    return table(["", "seconds", "MB/s of the object"], lines)


def _small(known: dict) -> str:
    """Storlets: milliseconds of small GETs."""
    row = section(known, "small")["rows"]["small"]
    found = {peer: 1000 * median(times(row, peer)) for peer in ("plain", "selected")}
    lines = [["GETs of each kind", f"{len(times(row, 'plain')):,}"]]
    lines += [[f"{known['peers'][peer]}, ms", f"{value:.2f}"] for peer, value in found.items()]
    return table(
        ["", "median"], [*lines, ["added by the storlet, ms", f"{found['selected'] - found['plain']:.2f}"]]
    )


def _limits(known: dict) -> str:
    """Requests: the numbers of all programs, and their limits by `s3://` and `swift://`."""
    lines = []
    for row in known["sections"][0]["rows"].values():
        limits = ", ".join(f"{limit:,}" for limit in row["limits"].values()) or DASH
        counts = (f"{count([row], peer):,}" if samples(row, peer) else DASH for peer in known["peers"])
        lines.append([row["title"], *counts, limits])
    return table(["program", *known["peers"].values(), "limits"], lines)


def _purposes(known: dict, name: str, peer: str) -> str:
    """Requests: each request of a program with its purpose."""
    (sample,) = samples(known["sections"][0]["rows"][name], peer)
    return table(["#", "request", "status", "bytes", "what for"], sample["purposes"])


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
    one = known["inputs"]["driver_of_a_task"]
    message, entry = (f"{1e6 * one[name]:.1f} µs" for name in ("message_s", "entry_s"))
    sizes = f"{one['manifest_bytes']:.0f} B", f"{one['peak_bytes']:,.0f} B"
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


def dollars(sample: Mapping, cloud: Mapping) -> float:
    """The price of a thousand runs that send the requests of a sample. KeyError for a kind without one."""
    prices = {kind: price["dollars"] for price in cloud["prices"] for kind in price["kinds"]}
    return sum(prices[kind] * number for kind, number in counted(sample).items())


def _dollars(known: dict) -> str:
    """Dollars of a thousand runs on each cloud, for the sum of the rows that all processes have."""
    peers = [name for name in known["peers"] if name != "headwater-swift"]  # no Swift API on these clouds
    rows = [row for row in known["sections"][0]["rows"].values() if all(samples(row, peer) for peer in peers)]
    lines = []
    for cloud in toml(__package__, "prices.toml")["cloud"]:
        sums = (sum(dollars(samples(row, peer)[0], cloud) for row in rows) for peer in peers)
        title = f"{cloud['name']}, {cloud['tier']}, {cloud['looked_up']}"
        lines.append([title, *(f"{each:,.2f}" for each in sums)])
    return table(["", *(known["peers"][peer] for peer in peers)], lines)


KINDS: dict[str, Callable[..., str]] = {
    "points": _points,
    "waits": _waits,
    "wait-growth": _wait_growth,
    "sort-requests": _sort_requests,
    "selectivity": _selectivity,
    "at-zero": _at_zero,
    "needs": _needs,
    "apart": _apart,
    "load": _load,
    "schema": _schema,
    "transfers": _transfers,
    "small": _small,
    "limits": _limits,
    "purposes": _purposes,
    "predictions": _predictions,
    "driver": _driver,
    "checks": _checks,
    "dollars": _dollars,
}
"""By name. Each gets a result, and the rest of the place."""
