"""What a marked place of a document tells of a result: its figures, its date and its command."""

from collections.abc import Callable

from headwater_bench import numbers
from headwater_bench.data.sizes import in_gib
from headwater_bench.pushdown.configurations import POLARS, S3A
from headwater_bench.reads.configurations import HEADWATER, REFERENCE
from headwater_bench.report.chapters import pushdown, reading
from headwater_bench.report.results import Results, of_sizes
from headwater_bench.storlets.document import small
from headwater_bench.tables import spread
from headwater_bench.writes import configurations as of_writes
from headwater_bench.writes import goals


def _reads(results: Results) -> str:
    known = results["reads"]
    first = reading.tpch(known["sections"][0])
    ours, theirs = (first.count(each.name) for each in (HEADWATER, REFERENCE))
    queries = (
        f"TPC-H's {len(first.rows)} queries of Parquet at scale factor {known['data']['scale_factor']:g}"
    )
    sent = f"{queries} are {ours:,} requests by `s3://`, and {theirs:,} by {REFERENCE.title}"
    parts = ", and ".join(map(_part, known["sections"]))
    return f"{sent}, {parts} of its time ({_made(known['made'], known['sections'][0]['rounds'])})."


def _part(section: dict) -> str:
    part = numbers.sum_ratio(reading.tpch(section).rows, HEADWATER.name, REFERENCE.name)
    if not section["latency_ms"]:
        return f"in {part:.2f}"
    rounds = _rounds(section["rounds"])
    return f"with {section['latency_ms']} ms more for every request ({rounds}) in {part:.2f}"


def _pushdown(results: Results) -> str:
    measured = [of_size["queries"] for of_size in of_sizes(results, "pushdown") if "queries" in of_size]
    return "\n".join(_queries(result) for result in measured)


def _queries(result: dict) -> str:
    ups = {peer.title: pushdown.speed_ups(result, peer.name).values() for peer in (S3A, POLARS)}
    sooner = (
        f"{min(found):.1f} to {max(found):.1f} times sooner than by {title}" for title, found in ups.items()
    )
    rounds = len(next(iter(result["queries"].values()))["configurations"][S3A.name]["samples"])
    queries = f"GridPocket's {len(result['queries'])} queries of {in_gib(result['data']['bytes'])} of CSV"
    return f"{queries} are answered by `s3://` {', and '.join(sooner)} ({_made(result['made'], rounds)})."


def _writes(results: Results) -> str:
    known = results["writes"]
    first, ours = known["sections"][0], of_writes.HEADWATER.name
    sent = sum(numbers.count(row, ours) for row in goals.workloads(first, [ours]))
    others = (of_writes.ALGORITHM_1, of_writes.MAGIC, of_writes.STOCATOR)
    told = [_other(first, ours, other) for other in others if goals.workloads(first, [ours, other.name])]
    workloads = f"{', '.join(goals.WORKLOADS[:-1])} and {goals.WORKLOADS[-1]}"
    made = _made(known["made"], first["rounds"])
    return f"{workloads} are {sent:,} requests by `s3://`; {'; '.join(told)} ({made})."


def _other(section: dict, ours: str, other: of_writes.Configuration) -> str:
    rows = goals.workloads(section, [ours, other.name])
    sent = sum(numbers.count(row, other.name) for row in rows)
    longer = 1 / numbers.sum_ratio(rows, ours, other.name)
    return f"{sent:,} by {other.title}, which takes {longer:.1f} times as long"


def _storlets(results: Results) -> str:
    known = results["storlets"]
    plain, selected, engine, native = (
        spread(known[name])[0] for name in ("plain", "selected", "engine", "native")
    )
    small_plain, small_selected = small(known)
    return (
        "A storlet that selects the rows of one meter of a thousand from "
        f"{in_gib(known['length'])} of CSV answers {plain / selected:.1f} times as soon as a plain "
        f"GET of the object, at {native / engine:.2f} of the speed of the same program built natively; on an "
        f"object of 1 KiB it takes {small_selected - small_plain:.2f} ms more than a plain GET "
        f"({_made(known['made'], len(known['plain']))})."
    )


def _made(made: dict, rounds: int) -> str:
    """Where, when and how often it was measured, and how to do it again."""
    place = f"{made['date'][:10]}, {made['processor']}, {made['cores']} cores"
    return f"{place}, {_rounds(rounds)}: `{made['command']}`"


def _rounds(number: int) -> str:
    return "one round" if number == 1 else f"{number} rounds"


_TOLD: dict[str, Callable[[Results], str]] = {
    "reads": _reads,
    "pushdown": _pushdown,
    "writes": _writes,
    "storlets": _storlets,
}


def told(results: Results) -> dict[str, str]:
    """The text of each place by its name, empty where its result is not there."""
    kinds = {name.split("-")[0] for name in results}
    return {name: text(results) if name in kinds else "" for name, text in _TOLD.items()}
