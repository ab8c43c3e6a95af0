"""The tables of one benchmark each: pushdown, storlets, requests and their price."""

from collections.abc import Callable, Mapping
from statistics import median

from headwater_bench.core.files import table as toml
from headwater_bench.core.results import section
from headwater_bench.pages.cells import DASH, count, counted, middle, samples, spread_cell, table, times


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
            *(f"{row['paper'][share]:.2f}%" for share in ("column", "row", "data")),
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
    "dollars": _dollars,
}
"""By name. Each gets a result, and the rest of the place."""
