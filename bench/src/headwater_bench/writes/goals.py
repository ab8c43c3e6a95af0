"""Headwater's goals for writing, and where it misses them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from headwater_bench.core.numbers import NOISE, count, is_measured, ratio, sum_count, sum_ratio
from headwater_bench.writes.configurations import ALGORITHM_1, MAGIC, OURS, STOCATOR

WORKLOADS = ("Teragen", "Copy", "Wordcount", "Terasort")
"""The titles of the rows that the Stocator paper writes with."""

FRAMES = 1.02
"""Bytes count as sent once up to this multiple of the stored bytes, because the SDK adds signatures."""


@dataclass(frozen=True)
class Fewer:
    """At least this many `times` fewer requests than another, or that many times faster, in all workloads."""

    other: str
    times: float


REQUESTS = (Fewer(ALGORITHM_1.name, 25), Fewer(MAGIC.name, 15), Fewer(STOCATOR.name, 1))
SPEED = (Fewer(ALGORITHM_1.name, 3), Fewer(STOCATOR.name, 1 / NOISE))


def workloads(section: dict, names: Sequence[str]) -> list[dict]:
    """The rows of a section that the paper and all of these peers have."""
    rows = [row for row in section["rows"].values() if row["title"] in WORKLOADS]
    return [row for row in rows if is_measured(row, names)]


def fewer_requests(rows: Sequence[dict], name: str, other: str) -> float:
    """The ratio of another's requests to a peer's, in sum."""
    return sum_count(rows, other) / sum_count(rows, name)


def written(rows: Sequence[dict], name: str) -> float:
    """The bytes that a peer sent, as a multiple of those stored."""
    firsts = _firsts(rows, name)
    return sum(each["bytes_to_store"] for each in firsts) / sum(each["metrics"]["bytes"] for each in firsts)


def copied(rows: Sequence[dict], name: str) -> int:
    """The bytes that the store copied for a peer."""
    return sum(each["bytes_copied"] for each in _firsts(rows, name))


def all_shortfalls(known: dict) -> list[str]:
    """Where Headwater misses its goals, a sentence each."""
    return [
        (f"with {section['latency_ms']} ms: " if section["latency_ms"] else "") + each
        for section in known["sections"]
        for name in (each.name for each in OURS)
        for each in _shortfalls(section, name, known["peers"])
    ]


def _shortfalls(section: dict, name: str, titles: Mapping[str, str]) -> Iterator[str]:
    if not section["latency_ms"]:  # a delay does not change requests and bytes
        yield from _too_many_requests(section, name, titles)
        yield from _too_many_bytes(section, name, titles)
    yield from _too_slow(section, name, titles)


def _too_many_requests(section: dict, name: str, titles: Mapping[str, str]) -> Iterator[str]:
    for goal in REQUESTS:
        rows = workloads(section, [name, goal.other])
        if rows and (times := fewer_requests(rows, name, goal.other)) < goal.times:
            text = f"{times:.1f} times fewer requests, not {goal.times:g}, than {titles[goal.other]}"
            yield f"{titles[name]} sends {text}"
    for row in _shared(section, name, STOCATOR.name):
        mine, theirs = (count(row, each) for each in (name, STOCATOR.name))
        if mine > theirs:
            text = f"{titles[name]} sends {mine:,} requests, {titles[STOCATOR.name]} {theirs:,}"
            yield f"{row['title']}: {text}"


def _too_many_bytes(section: dict, name: str, titles: Mapping[str, str]) -> Iterator[str]:
    for row in workloads(section, [name]):
        ours = f"{row['title']}: {titles[name]}"
        if (times := written([row], name)) > FRAMES:
            yield f"{ours} sends {times:.2f} times the bytes that it stores"
        if moved := copied([row], name):
            yield f"{ours} lets the store copy {moved:,} bytes"


def _too_slow(section: dict, name: str, titles: Mapping[str, str]) -> Iterator[str]:
    ours = titles[name]
    for goal in SPEED:
        rows = workloads(section, [name, goal.other])
        if rows and (times := 1 / sum_ratio(rows, name, goal.other)) < goal.times:
            yield f"the workloads in sum: {ours} is {times:.2f} times as fast as {titles[goal.other]}"
    for row in workloads(section, [name, ALGORITHM_1.name]):
        if (times := 1 / ratio(row, name, ALGORITHM_1.name)) < SPEED[0].times:
            yield f"{row['title']}: {ours} is {times:.2f} times as fast as {titles[ALGORITHM_1.name]}"
    for row in _shared(section, name, STOCATOR.name):
        if (slower := ratio(row, name, STOCATOR.name)) > NOISE:
            yield f"{row['title']}: {ours} takes {slower:.2f} of the time of {titles[STOCATOR.name]}"


def _shared(section: dict, name: str, other: str) -> list[dict]:
    return [row for row in section["rows"].values() if is_measured(row, [name, other])]


def _firsts(rows: Sequence[dict], name: str) -> list[dict]:
    """The samples of the first round."""
    return [row["peers"][name]["samples"][0] for row in rows]
