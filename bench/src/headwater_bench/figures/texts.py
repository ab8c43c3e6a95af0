"""The text of a document's marked places: the figures of a result, its date and its command."""

from collections.abc import Callable, Sequence

from headwater_bench.core import numbers
from headwater_bench.core.pages import DASH
from headwater_bench.core.results import Results, of_sizes
from headwater_bench.core.tables import spread, table
from headwater_bench.data.sizes import in_gib
from headwater_bench.pushdown import all_queries
from headwater_bench.pushdown.configurations import POLARS, S3A
from headwater_bench.reads.configurations import ANALYTICS, HEADWATER, REFERENCE
from headwater_bench.reads.scenario import TPCH
from headwater_bench.reads.scenario import load as scenarios
from headwater_bench.request_counts.document import by_peer
from headwater_bench.storlets.document import small
from headwater_bench.writes import configurations as of_writes
from headwater_bench.writes import goals

_S3A = {ANALYTICS.name: f"{ANALYTICS.title} (its default)", REFERENCE.name: REFERENCE.title}
"""S3A with each of its streams, the default first."""


def _requests(results: Results) -> str:
    """A table of the programs whose requests are limited by Headwater's tests."""
    known = results["requests"]
    programs = [program for program in known["programs"].values() if program["limits"]]
    rows = [[program["title"], *_counts(known, program)] for program in programs]
    made = known["made"]
    when = f"{made['date'][:10]}, {made['processor']}, {made['cores']} cores: `{made['command']}`"
    return f"{table(['program', *known['peers'].values()], rows)}\n\n({when}. A dash: not measured.)"


def _counts(known: dict, program: dict) -> list[str]:
    counts = by_peer(program)
    return [f"{counts[name]:,}" if name in counts else DASH for name in known["peers"]]


def _reads(results: Results) -> str:
    known = results["reads"]
    sections, names = known["sections"], [HEADWATER.name, *_S3A]
    first = _tpch(sections[0], names)
    if not first:
        return ""
    queries = f"{_tpch_queries(first)} at scale factor {known['data']['scale_factor']:g}"
    sent = f"{queries} send {numbers.sum_count(first, HEADWATER.name):,} requests by `s3://`"
    peers = ". ".join(
        f"By {title}, they send {numbers.sum_count(first, peer):,}, and `s3://` takes "
        f"{_shares(sections, names, peer)}"
        for peer, title in _S3A.items()
    )
    return f"{sent}. {peers} ({_measured_by(known['made'], sections[0]['rounds'])})."


def _tpch(section: dict, names: Sequence[str]) -> list[dict]:
    """The rows of TPC-H's queries that all of these peers have."""
    rows = [row for row in section["rows"].values() if row["title"].startswith("TPC-H")]
    return [row for row in rows if numbers.is_measured(row, names)]


def _tpch_queries(rows: Sequence[dict]) -> str:
    count = sum(each.name.startswith(TPCH) for each in scenarios())
    return f"{'' if len(rows) == count else f'{len(rows)} of '}TPC-H's {count} queries of Parquet"


def _shares(sections: Sequence[dict], names: Sequence[str], peer: str) -> str:
    """The share of a peer's time in each section in which all of these were measured."""
    found = [(section, _tpch(section, names)) for section in sections]
    parts = [(section, numbers.sum_ratio(rows, HEADWATER.name, peer)) for section, rows in found if rows]
    return ", and ".join(_share(section, part) for section, part in parts)


def _share(section: dict, part: float) -> str:
    if not section["latency_ms"]:
        return f"{part:.2f} of its time"
    return f"{part:.2f} with {section['latency_ms']} ms more for every request ({_rounds(section['rounds'])})"


def _pushdown(results: Results) -> str:
    measured = [of_size["queries"] for of_size in of_sizes(results, "pushdown") if "queries" in of_size]
    return "\n".join(_queries(result) for result in measured)


def _queries(result: dict) -> str:
    participants = all_queries.participants(result)
    measured = [peer for peer in (S3A, POLARS) if peer in participants]
    by_peer = {peer.title: all_queries.speed_ups(result, peer.name).values() for peer in measured}
    speed_ups = (
        f"{min(found):.1f}x to {max(found):.1f}x faster than by {title}" for title, found in by_peer.items()
    )
    rounds = len(next(iter(result["queries"].values()))["configurations"][S3A.name]["samples"])
    queries = f"GridPocket's {len(result['queries'])} queries of {in_gib(result['data']['bytes'])} of CSV"
    return f"By `s3://`, {queries} are {', and '.join(speed_ups)} ({_measured_by(result['made'], rounds)})."


def _writes(results: Results) -> str:
    known = results["writes"]
    first, ours = known["sections"][0], of_writes.HEADWATER.name
    rows = goals.workloads(first, [ours])
    if not rows:
        return ""
    others = (of_writes.ALGORITHM_1, of_writes.MAGIC, of_writes.STOCATOR)
    shared = [(other, goals.workloads(first, [ours, other.name])) for other in others]
    sent = f"{_named(rows)} send {numbers.sum_count(rows, ours):,} requests by `s3://`"
    others_sent = [_other(rows, both, ours, other) for other, both in shared if both]
    return f"{'. '.join([sent, *others_sent])} ({_measured_by(known['made'], first['rounds'])})."


def _named(rows: Sequence[dict]) -> str:
    """The titles of rows in a sentence."""
    *others, last = (row["title"] for row in rows)
    return f"{', '.join(others)} and {last}" if others else last


def _other(rows: Sequence[dict], shared: Sequence[dict], ours: str, other: of_writes.Configuration) -> str:
    """The rows that the other peer also has. They are named if they are not all rows."""
    of = "" if len(shared) == len(rows) else f" for {_named(shared)}"
    sent, times = numbers.sum_count(shared, other.name), 1 / numbers.sum_ratio(shared, ours, other.name)
    return f"By {other.title}, they send {sent:,}{of}, in {times:.1f}x the time"


def _storlets(results: Results) -> str:
    known = results["storlets"]
    plain, selected, engine, native = (
        spread(known[name])[0] for name in ("plain", "selected", "engine", "native")
    )
    small_plain, small_selected = small(known)
    return (
        "A storlet that selects the rows of one meter of a thousand from "
        f"{in_gib(known['length'])} of CSV is {plain / selected:.1f}x faster than a plain GET of the object. "
        f"It runs at {native / engine:.2f} of the speed of the same native program. On an object of "
        f"1 KiB it takes {small_selected - small_plain:.2f} ms more than a plain GET "
        f"({_measured_by(known['made'], len(known['plain']))})."
    )


def _measured_by(made: dict, rounds: int) -> str:
    """Place, time and number of rounds of the measurement, and how to repeat it."""
    place = f"{made['date'][:10]}, {made['processor']}, {made['cores']} cores"
    return f"{place}, {_rounds(rounds)}: `{made['command']}`"


def _rounds(number: int) -> str:
    return "one round" if number == 1 else f"{number} rounds"


_TEXTS: dict[str, Callable[[Results], str]] = {
    "requests": _requests,
    "reads": _reads,
    "pushdown": _pushdown,
    "writes": _writes,
    "storlets": _storlets,
}


def place_texts(results: Results) -> dict[str, str]:
    """The text of each place by name, empty if its result is not available."""
    kinds = {name.split("-")[0] for name in results}
    return {name: text(results) if name in kinds else "" for name, text in _TEXTS.items()}
