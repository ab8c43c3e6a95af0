"""Headwater against the others: where one is better, the goals of writing, and README's table."""

from collections.abc import Callable, Mapping, Sequence
from statistics import median

from headwater_bench.pages.cells import (
    DASH,
    NOISE,
    count,
    first_sum,
    is_measured,
    ratio,
    samples,
    table,
    times,
)
from headwater_bench.pages.view import VIEWS, View
from headwater_bench.peers.definitions import is_ours

Results = Mapping[str, dict]


def behind(view: View, name: str = "") -> str:
    """The rows in which the slowest process of Headwater is slower than another, or sends more requests."""
    lines = []
    for row in view.section(name)["rows"].values():
        names = [peer for peer in row["peers"] if samples(row, peer)]
        for unit, value in (("s", _seconds), ("requests", _sent)):
            ours = [
                peer for peer in names if is_ours(peer) and peer != "off" and value(row, peer) is not None
            ]
            others = [peer for peer in names if not is_ours(peer) and value(row, peer) is not None]
            if not ours or not others:
                continue
            mine, best = (
                max(ours, key=lambda peer: value(row, peer)),
                min(others, key=lambda peer: value(row, peer)),
            )
            if value(row, mine) > NOISE * value(row, best):
                shown = [f"{view.known['peers'][peer]}: {value(row, peer):,.4g}" for peer in (mine, best)]
                lines.append([row["title"], unit, *shown])
    return table(["row", "figure", "Headwater", "better"], lines or [["none", "", "", ""]])


def _seconds(row: dict, peer: str) -> float | None:
    return median(times(row, peer)) if "seconds" in samples(row, peer)[0] else None


def _sent(row: dict, peer: str) -> float | None:
    return count([row], peer) if "requests" in samples(row, peer)[0] else None


def goals(view: View, name: str = "") -> str:
    """The goals of writing, and Headwater's figures in the sum of the paper's four."""
    wanted = VIEWS["goals"]
    of = view.section(name)
    rows = [row for each, row in of["rows"].items() if each.startswith(tuple(wanted["rows"]))]
    ours = [peer for peer in view.known["peers"] if is_ours(peer)]
    titles = view.known["peers"]
    lines = []
    for other, goal in wanted["requests"].items():
        fewer = (_of_shared(rows, peer, other, lambda r, p, o: count(r, o) / count(r, p)) for peer in ours)
        lines.append([f"times fewer requests than {titles[other]}", f"{goal:g}", *fewer])
    for other, goal in wanted["speed"].items():
        faster = (_of_shared(rows, peer, other, lambda r, p, o: 1 / ratio(r, p, o)) for peer in ours)
        lines.append([f"times as fast as {titles[other]}", f"{goal:g}", *faster])
    whole = [row for row in rows if is_measured(row, ours)]
    if whole:
        stored = {peer: sum(samples(row, peer)[0]["metrics"]["bytes"] for row in whole) for peer in ours}
        sent = (f"{first_sum(whole, peer, 'bytes_to_store') / stored[peer]:.3f}" for peer in ours)
        lines.append(["bytes sent, of those stored", "1", *sent])
        copied = (f"{first_sum(whole, peer, 'bytes_copied'):,}" for peer in ours)
        lines.append(["bytes copied", "0", *copied])
    return table(["", "goal", *(titles[peer] for peer in ours)], lines)


def _of_shared(rows: Sequence[dict], peer: str, other: str, value: Callable[..., float]) -> str:
    shared = [row for row in rows if is_measured(row, [peer, other])]
    return f"{value(shared, peer, other):.2f}" if shared else DASH


def summary(results: Results) -> str:
    """README's table: requests and seconds of six programs."""
    lines = []
    for line in VIEWS["summary"]:
        rows = []
        if line["result"] in results:
            found = results[line["result"]]["sections"][0]["rows"]
            rows = [row for name, row in found.items() if name.startswith(line["rows"])]
        lines.append([line["title"], *(_summary_cell(rows, peer) for peer in line["peers"])])
    return table(["requests; seconds", "Headwater", "S3A 3.5.0", "Stocator 1.1.4", "Polars 2.1.0"], lines)


def _summary_cell(rows: Sequence[dict], peer: str) -> str:
    if not peer or not rows or not all(is_measured(row, [peer]) for row in rows):
        return DASH
    return f"{count(rows, peer):,}; {sum(median(times(row, peer)) for row in rows):,.1f}"
