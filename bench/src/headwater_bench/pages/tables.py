"""The one writer of tables: a table for each place `RESULT/TABLE/SECTION` of a page."""

from collections.abc import Mapping, Sequence
from statistics import median

from headwater.core.errors import HeadwaterError
from headwater_bench.core.results import of_this_version
from headwater_bench.pages import special  # noqa: F401 (its tables)
from headwater_bench.pages.cells import (
    DASH,
    NOISE,
    count,
    count_ratio,
    dollars,
    first_sum,
    kinds_cell,
    measured,
    megabytes_cell,
    middle,
    numbers,
    of_rows,
    processors_cell,
    ratio,
    samples,
    spread_cell,
    table,
)
from headwater_bench.pages.view import KINDS, VIEWS, View, kind

Results = Mapping[str, dict]


def text(place: str, results: Results) -> str:
    """The table of a place. HeadwaterError for an unknown place, or a result of another version.

    Without its result the table is empty.
    """
    if place == "summary":
        return summary(results)
    name, _, kind_and_rest = place.partition("/")
    of_kind, *rest = kind_and_rest.split("/")
    if of_kind not in KINDS:
        advice = f"RESULT/TABLE, where TABLE is: {', '.join(KINDS)}"
        raise HeadwaterError(f"no table is known as {place}", advice=advice)
    if name not in results:
        return table(["not measured"], [[f"`headwater bench {name.partition('-')[0]}`"]])
    with of_this_version(name):
        return KINDS[of_kind](View(name, results[name]), *rest)


def printed(name: str, known: dict) -> str:
    """The tables of a result that a run prints: times and requests."""
    view = View(name, known)
    parts = []
    for each in known["sections"]:
        parts.append(f"{each['title'] or name}, {each['latency_ms']} ms more")
        for metric, draw in (("seconds", _times), ("requests", _requests)):
            if any(numbers(row, peer, metric) for row, peer, _ in view.cells(each["name"])):
                parts.append(draw(view, each["name"]))
        parts.append(_failures(view, each["name"]))
    return "\n\n".join(filter(None, parts))


@kind("times")
def _times(view: View, name: str = "") -> str:
    """Median, minimum and maximum, and in bold the median ratio to the reference in the same round."""

    def of_sum(rows: Sequence[dict], peer: str) -> str:
        return f"{sum(middle(row, peer) for row in rows):,.1f}{view.against(rows, peer, ratio)}"

    def cell(row: dict, peer: str) -> str:
        return f"{spread_cell(numbers(row, peer))}{view.against([row], peer, ratio)}"

    return view.matrix(name, cell, of_sum)


@kind("speed-ups")
def _speed_ups(view: View, name: str = "") -> str:
    """The reference's median time as a multiple of a peer's."""
    return view.matrix(name, lambda row, peer: f"{middle(row, view.reference) / middle(row, peer):.1f}")


@kind("requests")
def _requests(view: View, name: str = "") -> str:
    """Requests of the first round by kind, and in bold the ratio to the reference's."""

    def cell(row: dict, peer: str) -> str:
        return kinds_cell(samples(row, peer)[0]) + view.against([row], peer, count_ratio)

    def of_sum(rows: Sequence[dict], peer: str) -> str:
        return f"{count(rows, peer):,}{view.against(rows, peer, count_ratio)}"

    return view.matrix(name, cell, of_sum)


@kind("bytes")
def _bytes(view: View, name: str = "") -> str:
    """MB sent, copied and received in the first round. Bold: moved by stored, or received by needed bytes."""

    def cell(row: dict, peer: str) -> str:
        sample = samples(row, peer)[0]
        stored = sample.get("metrics", {}).get("bytes")
        moved, base = sample["bytes_to_store"] + sample["bytes_copied"], stored
        if row.get("needed"):
            moved, base = sample["bytes_from_store"], row["needed"]
        return megabytes_cell(sample) + (f", **{moved / base:.2f}**" if base else "")

    def of_sum(rows: Sequence[dict], peer: str) -> str:
        needed = [row for row in rows if row.get("needed")]
        received = f"{first_sum(rows, peer, 'bytes_from_store') / 1e6:,.1f}"
        if not needed:
            return received
        parts = first_sum(needed, peer, "bytes_from_store") / sum(row["needed"] for row in needed)
        return f"{received}, **{parts:.2f}**"

    return view.matrix(name, cell, of_sum)


@kind("processors")
def _processors(view: View, name: str = "") -> str:
    """Median processor seconds of the process and of the store, and peak memory in MiB."""
    return view.matrix(name, processors_cell)


@kind("dollars")
def _dollars(view: View) -> str:
    """Dollars of a thousand runs on each cloud, for the sum of the rows that all processes have."""
    lines = []
    for cloud, sums in (found := list(dollars(view.known))):
        title = f"{cloud['name']}, {cloud['tier']}, {cloud['looked_up']}"
        lines.append([title, *(f"{each:,.2f}" for each in sums.values())])
    return table(["", *(view.titles[peer] for peer in found[0][1])], lines)


@kind("row")
def _row(view: View, name: str) -> str:
    """One row: a line for each peer, with the figures of all sections."""
    sections = [each for each in view.known["sections"] if name in each["rows"]]
    heads = [f"s, {each['latency_ms']} ms more" if each["latency_ms"] else "s" for each in sections]
    first = sections[0]["rows"][name]
    lines = []
    for peer, title in view.titles.items():
        timed = [numbers(each["rows"][name], peer) for each in sections]
        line = [title, *(spread_cell(each, 3) if each else DASH for each in timed)]
        found = samples(first, peer)
        line.append(processors_cell(first, peer) if found else DASH)
        line += [kinds_cell(found[0]), megabytes_cell(found[0])] if found else [DASH, DASH]
        lines.append(line)
    return table(["", *heads, "processors, MiB", "requests", "MB to, copied, from"], lines)


@kind("failures")
def _failures(view: View, name: str = "") -> str:
    """The first line of each failure."""
    found: dict[tuple[str, str], str] = {}
    for each in [view.section(name)] if name else view.known["sections"]:
        for row in each["rows"].values():
            for peer, result in row["peers"].items():
                if result["failure"]:
                    first = result["failure"].splitlines()[0].replace("|", "\\|")
                    found.setdefault((row["title"], view.titles[peer]), f"`{first}`")
    return table(["row", "process", "failure"], ([*key, why] for key, why in found.items())) if found else ""


@kind("made")
def _made(view: View) -> str:
    """The places, times and versions of the measurements, and the commands that repeat them."""
    found: dict[str, dict] = {}
    for each in view.known.get("sections", ()):
        for row in each["rows"].values():
            made = row.get("made") or each.get("made") or view.known["made"]
            found.setdefault(made["command"] + made["date"], made)
    lines = map(_made_line, (found or {"": view.known["made"]}).values())
    return table(["date", "processor", "cores", "GiB", "load", "versions", "command"], lines)


def _made_line(made: dict) -> list[str]:
    versions = ", ".join(f"{name} {version}" for name, version in made["versions"].items())
    load = f"{made['load']}, {made.get('load_after', DASH)}"
    resumed = f", resumed {len(made['resumed'])} times" if made.get("resumed") else ""
    size = f"{made['memory_bytes'] / 2**30:.0f}"
    place = [made["date"], made["processor"], str(made["cores"]), size, load]
    return [*place, versions, f"`{made['command']}`{resumed}"]


@kind("behind")
def _behind(view: View, name: str = "") -> str:
    """The rows in which the slowest process of Headwater is slower than another, or sends more requests."""
    lines = []
    for row in view.rows(name):
        for unit, metric in (("s", "seconds"), ("requests", "requests")):
            of = {peer: median(found) for peer in row["peers"] if (found := numbers(row, peer, metric))}
            ours = [peer for peer in of if peer in view.ours and peer != "off"]
            others = [peer for peer in of if peer not in view.ours]
            if ours and others:
                both = max(ours, key=of.get), min(others, key=of.get)
                if of[both[0]] > NOISE * of[both[1]]:
                    shown = [f"{view.titles[peer]}: {of[peer]:,.4g}" for peer in both]
                    lines.append([row["title"], unit, *shown])
    return table(["row", "figure", "Headwater", "better"], lines or [["none", "", "", ""]])


@kind("goals")
def _goals(view: View) -> str:
    """The goals of writing, and Headwater's figures in the sum of the paper's four."""
    wanted = VIEWS["goals"]
    rows = view.rows(beginnings=wanted["rows"])
    ours = view.ours
    lines = []
    for name, title, value in (
        ("requests", "times fewer requests than", lambda of, peer, other: 1 / count_ratio(of, peer, other)),
        ("speed", "times as fast as", lambda of, peer, other: 1 / ratio(of, peer, other)),
    ):
        for other, goal in wanted[name].items():
            cells = (of_rows(value, rows, peer, other) for peer in ours)
            lines.append([f"{title} {view.titles[other]}", f"{goal:g}", *cells])
    if whole := measured(rows, ours):
        stored = {peer: sum(samples(row, peer)[0]["metrics"]["bytes"] for row in whole) for peer in ours}
        sent = (f"{first_sum(whole, peer, 'bytes_to_store') / stored[peer]:.3f}" for peer in ours)
        copied = (f"{first_sum(whole, peer, 'bytes_copied'):,}" for peer in ours)
        lines += [["bytes sent, of those stored", "1", *sent], ["bytes copied", "0", *copied]]
    return table(["", "goal", *(view.titles[peer] for peer in ours)], lines)


def summary(results: Results) -> str:
    """README's table: requests and seconds of six programs."""
    lines = []
    for line in VIEWS["summary"]:
        name = line["result"]
        rows = View(name, results[name]).rows(beginnings=[line["rows"]]) if name in results else []
        lines.append([line["title"], *(_summary_cell(rows, peer) for peer in line["peers"])])
    return table(["requests; seconds", "Headwater", "S3A 3.5.0", "Stocator 1.1.4", "Polars 2.1.0"], lines)


def _summary_cell(rows: Sequence[dict], peer: str) -> str:
    if not peer or not rows or len(measured(rows, [peer])) < len(rows):
        return DASH
    return f"{count(rows, peer):,}; {sum(middle(row, peer) for row in rows):,.1f}"
