"""The one writer of tables: a table for each place `RESULT/TABLE/SECTION/ROW` of a page."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from statistics import median

from headwater.core.errors import HeadwaterError
from headwater_bench.core.files import table as toml
from headwater_bench.core.results import of_this_version, section
from headwater_bench.pages import special
from headwater_bench.pages.cells import (
    DASH,
    NOISE,
    count,
    counted,
    first_sum,
    is_measured,
    kinds_cell,
    megabytes_cell,
    processors_cell,
    ratio,
    samples,
    spread_cell,
    table,
    times,
)
from headwater_bench.peers.definitions import is_ours

Results = Mapping[str, dict]
Cell = Callable[[dict, str], str]
SumCell = Callable[[Sequence[dict], str], str]

VIEWS = toml(__package__, "views.toml")


def text(place: str, results: Results) -> str:
    """The table of a place. HeadwaterError for an unknown place, or a result of another version.

    Without its result the table is empty.
    """
    if place == "summary":
        return _summary(results)
    name, _, kind_and_rest = place.partition("/")
    kind, *rest = kind_and_rest.split("/")
    if kind not in KINDS and kind not in special.KINDS:
        known = ", ".join([*KINDS, *special.KINDS])
        raise HeadwaterError(f"no table is known as {place}", advice=f"RESULT/TABLE, where TABLE is: {known}")
    if name not in results:
        return table(["not measured"], [[f"`headwater bench {name.partition('-')[0]}`"]])
    with of_this_version(name):
        if kind in special.KINDS:
            return special.KINDS[kind](results[name], *rest)
        return KINDS[kind](View(name, results[name]), *rest)


def printed(name: str, known: dict) -> str:
    """The tables of a result that a run prints: times and requests."""
    view = View(name, known)
    parts = []
    for each in known["sections"]:
        parts += [f"{each['title'] or name}, {each['latency_ms']} ms more", _times(view, each["name"])]
        if any("requests" in sample for row in each["rows"].values() for sample in _all(row)):
            parts.append(_requests(view, each["name"]))
        parts.append(_failures(view, each["name"]))
    return "\n\n".join(filter(None, parts))


def _all(row: Mapping) -> Iterator[dict]:
    for result in row["peers"].values():
        yield from result["samples"]


class View:
    """A result with what its tables compare with."""

    def __init__(self, name: str, known: dict) -> None:
        self.known = known
        view = VIEWS.get(name.partition("-")[0], {})
        self.reference: str = view.get("reference", "")
        self._sums: dict[str, list[str]] = view.get("sums", {})

    def section(self, name: str) -> dict:
        """A section by name, or the first."""
        return section(self.known, name) if name else self.known["sections"][0]

    def matrix(self, of: dict, cell: Cell, of_sum: SumCell | None = None, beginning: str = "") -> str:
        """Rows by peers, then sums of the rows that all peers have."""
        rows = {name: row for name, row in of["rows"].items() if name.startswith(beginning)}
        peers = [name for name in self.known["peers"] if any(name in row["peers"] for row in rows.values())]
        lines = [[row["title"], *(self._cell(row, name, cell) for name in peers)] for row in rows.values()]
        for title, beginnings in self._sums.items() if of_sum else ():
            whole = [
                row
                for name, row in rows.items()
                if name.startswith(tuple(beginnings)) and is_measured(row, peers)
            ]
            if whole:
                lines.append([f"**{title}**", *(of_sum(whole, name) for name in peers)])
        return table(["", *(self.known["peers"][name] for name in peers)], lines)

    def against(self, rows: Sequence[dict], name: str, value: Callable[..., float]) -> str:
        """In bold, a value of a peer relative to the reference's."""
        if not self.reference or not all(is_measured(row, [self.reference]) for row in rows):
            return ""
        return f", **{value(rows, name, self.reference):.2f}**"

    def _cell(self, row: dict, name: str, cell: Cell) -> str:
        return cell(row, name) if is_measured(row, [name]) else DASH


def _times(view: View, name: str = "", beginning: str = "") -> str:
    """Median, minimum and maximum, and in bold the median ratio to the reference in the same round."""

    def of_sum(rows: Sequence[dict], peer: str) -> str:
        seconds = sum(median(times(row, peer)) for row in rows)
        return f"{seconds:,.1f}{view.against(rows, peer, ratio)}"

    def cell(row: dict, peer: str) -> str:
        return f"{spread_cell(times(row, peer))}{view.against([row], peer, ratio)}"

    return view.matrix(view.section(name), cell, of_sum, beginning)


def _speed_ups(view: View, name: str = "") -> str:
    """The reference's median time as a multiple of a peer's."""

    def cell(row: dict, peer: str) -> str:
        reference = median(times(row, view.reference))
        return f"{reference / median(times(row, peer)):.1f}"

    return view.matrix(view.section(name), cell)


def _count_ratio(rows: Sequence[dict], peer: str, reference: str) -> float:
    return count(rows, peer) / count(rows, reference)


def _requests(view: View, name: str = "") -> str:
    """Requests of the first round by kind, and in bold the ratio to the reference's."""

    def cell(row: dict, peer: str) -> str:
        return kinds_cell(samples(row, peer)[0]) + view.against([row], peer, _count_ratio)

    def of_sum(rows: Sequence[dict], peer: str) -> str:
        return f"{count(rows, peer):,}{view.against(rows, peer, _count_ratio)}"

    return view.matrix(view.section(name), cell, of_sum)


def _later(view: View, name: str = "") -> str:
    """The median requests of the rounds after the first, in which a process may remember earlier reads."""

    def value(row: dict, peer: str) -> float | None:
        later = [sum(counted(sample).values()) for sample in samples(row, peer)[1:]]
        return median(later) if later else None

    def of_sum(rows: Sequence[dict], peer: str) -> str:
        found = [value(row, peer) for row in rows]
        return DASH if None in found else f"{sum(found):,.0f}"

    return view.matrix(view.section(name), lambda row, peer: of_sum([row], peer), of_sum)


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

    return view.matrix(view.section(name), cell, of_sum)


def _processors(view: View, name: str = "") -> str:
    """Median processor seconds of the process and of the store, and peak memory in MiB."""
    return view.matrix(view.section(name), lambda row, peer: processors_cell(samples(row, peer)))


def _row(view: View, name: str) -> str:
    """One row: a line for each peer, with the figures of all sections."""
    sections = [each for each in view.known["sections"] if name in each["rows"]]
    heads = [f"s, {each['latency_ms']} ms more" if each["latency_ms"] else "s" for each in sections]
    first = sections[0]["rows"][name]
    lines = []
    for peer, title in view.known["peers"].items():
        found = samples(first, peer)
        timed = [times(each["rows"][name], peer) for each in sections]
        line = [title, *(spread_cell(each, 3) if each else DASH for each in timed)]
        if found and peer in view.known.get("on_store", [peer]):
            line += [processors_cell(found), kinds_cell(found[0]), megabytes_cell(found[0])]
        else:
            line += [processors_cell(found) if found else DASH, DASH, DASH]
        lines.append(line)
    return table(["", *heads, "processors, MiB", "requests", "MB to, copied, from"], lines)


def _failures(view: View, name: str = "") -> str:
    """The first line of each failure."""
    chosen = [view.section(name)] if name else view.known["sections"]
    found: dict[tuple[str, str], str] = {}
    for each in chosen:
        for row in each["rows"].values():
            for peer, result in row["peers"].items():
                if result["failure"]:
                    first = result["failure"].splitlines()[0].replace("|", "\\|")
                    found.setdefault((row["title"], view.known["peers"][peer]), f"`{first}`")
    return table(["row", "process", "failure"], ([*key, why] for key, why in found.items())) if found else ""


def _made(view: View) -> str:
    """The places, times and versions of the measurements, and the commands that repeat them."""
    found: dict[str, dict] = {}
    for each in view.known.get("sections", ()):
        rounds = each["rounds"]
        for row in each["rows"].values():
            made = row.get("made") or each.get("made") or view.known["made"]
            found.setdefault(made["command"] + made["date"], made | {"rounds": rounds})
    found = found or {"": view.known["made"]}
    return table(
        ["date", "processor", "cores", "GiB", "load", "versions", "command"], map(_made_line, found.values())
    )


def _made_line(made: dict) -> list[str]:
    versions = ", ".join(f"{name} {version}" for name, version in made["versions"].items())
    load = f"{made['load']}, {made.get('load_after', DASH)}"
    resumed = f", resumed {len(made['resumed'])} times" if made.get("resumed") else ""
    size = f"{made['memory_bytes'] / 2**30:.0f}"
    place = [made["date"], made["processor"], str(made["cores"]), size, load]
    return [*place, versions, f"`{made['command']}`{resumed}"]


def _behind(view: View, name: str = "") -> str:
    """The rows in which the slowest process of Headwater is slower than another, or sends more requests."""
    lines = []
    for row in view.section(name)["rows"].values():
        names = [peer for peer in row["peers"] if samples(row, peer)]
        for what, value in (("s", _seconds), ("requests", _sent)):
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
                lines.append([row["title"], what, *shown])
    return table(["row", "figure", "Headwater", "better"], lines or [["none", "", "", ""]])


def _seconds(row: dict, peer: str) -> float | None:
    return median(times(row, peer)) if "seconds" in samples(row, peer)[0] else None


def _sent(row: dict, peer: str) -> float | None:
    return count([row], peer) if "requests" in samples(row, peer)[0] else None


def _goals(view: View, name: str = "") -> str:
    """The goals of writing, and Headwater's figures in the sum of the paper's four."""
    goals = VIEWS["goals"]
    of = view.section(name)
    rows = [row for each, row in of["rows"].items() if each.startswith(tuple(goals["rows"]))]
    ours = [peer for peer in view.known["peers"] if is_ours(peer)]
    titles = view.known["peers"]
    lines = []
    for other, goal in goals["requests"].items():
        fewer = (_of_shared(rows, peer, other, lambda r, p, o: count(r, o) / count(r, p)) for peer in ours)
        lines.append([f"times fewer requests than {titles[other]}", f"{goal:g}", *fewer])
    for other, goal in goals["speed"].items():
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


def _summary(results: Results) -> str:
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


KINDS: dict[str, Callable[..., str]] = {
    "times": _times,
    "speed-ups": _speed_ups,
    "requests": _requests,
    "later": _later,
    "bytes": _bytes,
    "processors": _processors,
    "row": _row,
    "failures": _failures,
    "made": _made,
    "behind": _behind,
    "goals": _goals,
}
"""The tables that any result with samples has, by name."""
