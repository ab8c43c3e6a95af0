"""The one writer of tables: a table for each place `RESULT/TABLE/SECTION/ROW` of a page."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from statistics import median

from headwater.core.errors import HeadwaterError
from headwater_bench.core.results import of_this_version
from headwater_bench.pages import models, special
from headwater_bench.pages.cells import (
    DASH,
    count,
    counted,
    first_sum,
    kinds_cell,
    megabytes_cell,
    processors_cell,
    ratio,
    samples,
    spread_cell,
    table,
    times,
)
from headwater_bench.pages.comparisons import Results, behind, goals, summary
from headwater_bench.pages.view import View


def text(place: str, results: Results) -> str:
    """The table of a place. HeadwaterError for an unknown place, or a result of another version.

    Without its result the table is empty.
    """
    if place == "summary":
        return summary(results)
    name, _, kind_and_rest = place.partition("/")
    kind, *rest = kind_and_rest.split("/")
    if kind not in KINDS and kind not in SPECIAL:
        known = ", ".join([*KINDS, *SPECIAL])
        raise HeadwaterError(f"no table is known as {place}", advice=f"RESULT/TABLE, where TABLE is: {known}")
    if name not in results:
        return table(["not measured"], [[f"`headwater bench {name.partition('-')[0]}`"]])
    with of_this_version(name):
        if kind in SPECIAL:
            return SPECIAL[kind](results[name], *rest)
        return KINDS[kind](View(name, results[name]), *rest)


def printed(name: str, known: dict) -> str:
    """The tables of a result that a run prints: times and requests."""
    view = View(name, known)
    parts = []
    for each in known["sections"]:
        parts.append(f"{each['title'] or name}, {each['latency_ms']} ms more")
        for measure, draw in (("seconds", _times), ("requests", _requests)):
            if any(measure in sample for row in each["rows"].values() for sample in _all(row)):
                parts.append(draw(view, each["name"]))
        parts.append(_failures(view, each["name"]))
    return "\n\n".join(filter(None, parts))


def _all(row: Mapping) -> Iterator[dict]:
    for result in row["peers"].values():
        yield from result["samples"]


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
    "behind": behind,
    "goals": goals,
}
"""The tables that any result with samples has, by name."""

SPECIAL = special.KINDS | models.KINDS
"""Those of one benchmark each."""
