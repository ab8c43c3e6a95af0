"""What Headwater is to reach at writing, and where it does not."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from headwater_bench.numbers import NOISE, count, is_measured, ratio, sum_ratio
from headwater_bench.writes.configurations import ALGORITHM_1, MAGIC, OURS, STOCATOR

WORKLOADS = ("Teragen", "Copy", "Wordcount", "Terasort")
"""The titles of the rows that the Stocator paper writes with."""

FRAMES = 1.02
"""Bytes are sent once if at most so many times those that stand are: the SDK frames them by signatures."""


@dataclass(frozen=True)
class Fewer:
    """At least so many `times` fewer requests than another, or so many times sooner, in all workloads."""

    other: str
    times: float


REQUESTS = (Fewer(ALGORITHM_1.name, 25), Fewer(MAGIC.name, 15), Fewer(STOCATOR.name, 1))
SPEED = (Fewer(ALGORITHM_1.name, 3), Fewer(STOCATOR.name, 1 / NOISE))


def workloads(section: dict, names: Sequence[str]) -> list[dict]:
    """Those rows of a section that the paper has and all of these peers."""
    rows = [row for row in section["rows"].values() if row["title"] in WORKLOADS]
    return [row for row in rows if is_measured(row, names)]


def fewer_requests(rows: Sequence[dict], name: str, other: str) -> float:
    """How many times the requests of a peer another sends, in sum."""
    return sum(count(row, other) for row in rows) / sum(count(row, name) for row in rows)


def written(rows: Sequence[dict], name: str) -> float:
    """The bytes that a peer sent, as a multiple of those that stand in the store."""
    firsts = _firsts(rows, name)
    return sum(each["bytes_to_store"] for each in firsts) / sum(each["metrics"]["bytes"] for each in firsts)


def copied(rows: Sequence[dict], name: str) -> int:
    """The bytes that the store copied for a peer."""
    return sum(each["bytes_copied"] for each in _firsts(rows, name))


def all_shortfalls(sections: Sequence[dict]) -> list[str]:
    """Where Headwater does not reach what it is to, a sentence each."""
    return [
        (f"with {section['latency_ms']} ms: " if section["latency_ms"] else "") + each
        for section in sections
        for name in (each.name for each in OURS)
        for each in _shortfalls(section, name)
    ]


def _shortfalls(section: dict, name: str) -> Iterator[str]:
    if not section["latency_ms"]:  # a delay changes nothing of requests and bytes
        yield from _too_many_requests(section, name)
        yield from _too_many_bytes(section, name)
    yield from _too_slow(section, name)


def _too_many_requests(section: dict, name: str) -> Iterator[str]:
    for goal in REQUESTS:
        rows = workloads(section, [name, goal.other])
        if rows and (times := fewer_requests(rows, name, goal.other)) < goal.times:
            yield f"{name} sends {times:.1f} times fewer requests than {goal.other}, not {goal.times:g}"
    for row in _shared(section, name, STOCATOR.name):
        mine, theirs = (count(row, each) for each in (name, STOCATOR.name))
        if mine > theirs:
            yield f"{row['title']}: {name} sends {mine:,} requests, {STOCATOR.name} {theirs:,}"


def _too_many_bytes(section: dict, name: str) -> Iterator[str]:
    for row in workloads(section, [name]):
        if (times := written([row], name)) > FRAMES:
            yield f"{row['title']}: {name} sends {times:.2f} times the bytes that stand in the store"
        if moved := copied([row], name):
            yield f"{row['title']}: {name} lets the store copy {moved:,} bytes"


def _too_slow(section: dict, name: str) -> Iterator[str]:
    for goal in SPEED:
        rows = workloads(section, [name, goal.other])
        if rows and (times := 1 / sum_ratio(rows, name, goal.other)) < goal.times:
            yield f"the workloads in sum: {name} is {times:.2f} times as fast as {goal.other}"
    for row in workloads(section, [name, ALGORITHM_1.name]):
        if (times := 1 / ratio(row, name, ALGORITHM_1.name)) < SPEED[0].times:
            yield f"{row['title']}: {name} is {times:.2f} times as fast as {ALGORITHM_1.name}"
    for row in _shared(section, name, STOCATOR.name):
        if (slower := ratio(row, name, STOCATOR.name)) > NOISE:
            yield f"{row['title']}: {name} takes {slower:.2f} of the time of {STOCATOR.name}"


def _shared(section: dict, name: str, other: str) -> list[dict]:
    return [row for row in section["rows"].values() if is_measured(row, [name, other])]


def _firsts(rows: Sequence[dict], name: str) -> list[dict]:
    """The samples of the first round."""
    return [row["peers"][name]["samples"][0] for row in rows]
