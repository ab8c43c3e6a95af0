"""The figures of a row's samples: paired times, requests, bytes."""

from collections.abc import Iterable, Mapping, Sequence
from statistics import median

ONCE = ("AUTH", "INFO")
"""Requests sent once in a file system's life. They are in the samples, but not in the counts."""

NOISE = 1.05
"""Reported as slower if the median of its pairs is above this."""


def times(row: dict, name: str) -> list[float]:
    """The seconds of a peer's samples, round by round."""
    return [sample["seconds"] for sample in row["peers"][name]["samples"]]


def ratio(row: dict, name: str, reference: str) -> float:
    """The median over the rounds of a peer's time relative to the reference's in the same round."""
    return _of_pairs(times(row, name), times(row, reference))


def sum_ratio(rows: Iterable[dict], name: str, reference: str) -> float:
    """The same for the sums of rows."""
    rows = list(rows)
    return _of_pairs(*([sum(of_round) for of_round in _rounds(rows, each)] for each in (name, reference)))


def requests(row: dict, name: str) -> dict[str, int]:
    """A peer's requests by kind in the first round, when nothing is cached."""
    return counted(row["peers"][name]["samples"][0])


def count(row: dict, name: str) -> int:
    """The number of these requests."""
    return sum(requests(row, name).values())


def sum_count(rows: Iterable[dict], name: str) -> int:
    """The same for several rows."""
    return sum(count(row, name) for row in rows)


def count_ratio(row: dict, name: str, reference: str) -> float:
    """The number relative to the reference's."""
    return count(row, name) / count(row, reference)


def later_count(row: dict, name: str) -> float | None:
    """The median of a peer's requests after the first round. None if there are no such rounds."""
    later = [sum(counted(sample).values()) for sample in row["peers"][name]["samples"][1:]]
    return median(later) if later else None


def counted(sample: dict) -> dict[str, int]:
    """A sample's requests by kind, without those sent once in a file system's life."""
    return {kind: number for kind, number in sample["requests"].items() if kind not in ONCE}


def fetched(row: dict, name: str) -> int:
    """The bytes of the response bodies that a peer received in the first round."""
    return row["peers"][name]["samples"][0]["bytes_from_store"]


def is_measured(row: dict, names: Sequence[str]) -> bool:
    """Whether all of these peers have samples of a row."""
    return all(name in row["peers"] and row["peers"][name]["samples"] for name in names)


def kinds(row: dict, name: str) -> str:
    """A peer's formatted requests: 2 LIST, 1 GET."""
    return by_kind(dict(sorted(requests(row, name).items())))


def by_kind(counts: Mapping[str, int]) -> str:
    """The formatted number of requests of each kind, in order: 2 LIST, 1 GET."""
    return ", ".join(f"{number:,} {kind}" for kind, number in counts.items())


def _of_pairs(mine: Sequence[float], theirs: Sequence[float]) -> float:
    return median(one / other for one, other in zip(mine, theirs, strict=False))


def _rounds(rows: Sequence[dict], name: str) -> Iterable[tuple[float, ...]]:
    return zip(*(times(row, name) for row in rows), strict=False)
