"""The figures of a row's samples: paired times, requests, bytes."""

from collections.abc import Iterable, Mapping, Sequence
from statistics import median

from headwater_bench.core.files import table as toml
from headwater_bench.core.phases import ONCE
from headwater_bench.scale.predict import slope
from headwater_bench.scale.sizing import Cost

DASH = "–"  # noqa: RUF001
WAITS = ("plain file", "reducer", "its upload", "its commit", "job", "beyond the upload")
"""What a reducer and its job wait for, as `waits` has it."""

_UPLOAD = ("reducer.create", "reducer.write", "reducer.close")
_MINUTE, _HOUR = 60, 3600


def samples(row: Mapping, name: str) -> list[dict]:
    """A peer's samples, or none."""
    return row["peers"].get(name, {"samples": []})["samples"]


def measured(rows: Iterable[Mapping], names: Iterable[str]) -> list[Mapping]:
    """The rows of which all of these peers have samples."""
    wanted = list(names)
    return [row for row in rows if all(samples(row, name) for name in wanted)]


def numbers(row: Mapping, name: str, metric: str = "seconds") -> list[float]:
    """A metric of a peer's samples, round by round. Requests are those of the first round."""
    found = samples(row, name)
    if metric == "requests":
        return [count([row], name)] if found and metric in found[0] else []
    if metric in WAITS:
        return [waits(each)[metric] for each in found]
    return [each[metric] for each in found if metric in each]


def middle(row: Mapping, name: str, metric: str = "seconds") -> float:
    """The median of a metric of a peer's samples."""
    return median(numbers(row, name, metric))


def cost(rows: Sequence[Mapping], name: str, size: int, proxies: float) -> Cost:
    """What a GiB costs, from the medians of a peer's queries that read `size` bytes each."""
    seconds, sent = (
        median(middle(row, name, metric) for row in rows)
        for metric in ("store_cpu_seconds", "bytes_from_store")
    )
    return Cost(seconds / (size / 2**30), sent / size, proxies)


def paired(rows: Sequence[Mapping], name: str, other: str) -> list[float]:
    """A peer's seconds for rows relative to another's in the same round."""
    pairs = (zip(*(numbers(row, each) for row in rows), strict=False) for each in (name, other))
    return [sum(own) / sum(its) for own, its in zip(*pairs, strict=False)]


def ratio(rows: Sequence[Mapping], name: str, reference: str) -> float:
    """The median, over the rounds, of a peer's time for rows relative to the reference's."""
    return median(paired(rows, name, reference))


def counted(sample: Mapping) -> dict[str, int]:
    """A sample's requests by kind, without those sent once in a file system's life."""
    return {kind: number for kind, number in sample["requests"].items() if kind not in ONCE}


def count(rows: Iterable[Mapping], name: str) -> int:
    """A peer's requests for rows in the first round, when nothing is cached."""
    return sum(sum(counted(samples(row, name)[0]).values()) for row in rows)


def count_ratio(rows: Sequence[Mapping], name: str, reference: str) -> float:
    """A peer's requests for rows in the first round relative to the reference's."""
    return count(rows, name) / count(rows, reference)


def first_sum(rows: Iterable[Mapping], name: str, value: str) -> int:
    """The sum of a number of a peer's samples in the first round."""
    return sum(samples(row, name)[0][value] for row in rows)


def sum_of_medians(rows: Iterable[Mapping], name: str) -> float:
    """The sum of the median seconds of a peer's rows."""
    return sum(middle(row, name) for row in rows)


def sent_of_stored(rows: Iterable[Mapping], name: str) -> float:
    """The bytes that a peer sent in the first round, relative to those that it stored."""
    first = [samples(row, name)[0] for row in rows]
    return sum(each["bytes_to_store"] for each in first) / sum(each["metrics"]["bytes"] for each in first)


def costs_at_zero(rows: Iterable[Mapping]) -> list[float]:
    """The time with pushdown relative to that without, of each pair of runs in which nothing is dropped."""
    return [cost for row in rows if not row["share"] for cost in paired([row], "on", "off")]


def slope_cell(rows: Iterable[Mapping], name: str, metric: str, factor: float, form: str) -> str:
    """In bold, the growth of a metric by x. Requests are those of the first round."""
    points = [
        {"x": row["x"], "y": factor * (found[0] if metric == "sent" else median(found))}
        for row in rows
        if (found := numbers(row, name, metric))
    ]
    return f"**{round(slope(points, 'x', 'y'), 4) + 0.0:{form}}**" if len(points) > 1 else DASH


def duration(seconds: float) -> str:
    """A time in seconds, minutes or hours."""
    if seconds < _MINUTE:
        return f"{seconds:.1f} s"
    return f"{seconds / _MINUTE:.1f} min" if seconds < _HOUR else f"{seconds / _HOUR:.1f} h"


def waits(sample: Mapping) -> dict[str, float]:
    """The seconds that a sample's reducer and job spent in calls of the file system, by what they did.

    `beyond the upload` is the time beyond that of a plain file of the same bytes. It may be negative.
    """
    calls, plain = sample["calls"], sample["plain_file_seconds"]
    reducer, job = (sum(calls[each] for each in calls if each.startswith(of)) for of in ("reducer.", "job."))
    upload = sum(calls.get(call, 0.0) for call in _UPLOAD)
    seconds = (plain, reducer, upload, reducer - upload, job, reducer + job - plain)
    return dict(zip(WAITS, seconds, strict=True))


def cloud_dollars(known: Mapping) -> Iterable[tuple[dict, dict[str, float]]]:
    """For each cloud of `prices.toml`, the price by peer of a thousand runs of the rows that all peers have.

    Swift's API is left out, because these clouds do not have it. KeyError for requests without a price.
    """
    peers = [name for name in known["peers"] if name != "headwater-swift"]
    rows = measured(known["sections"][0]["rows"].values(), peers)
    for cloud in toml(__package__, "prices.toml")["cloud"]:
        prices = {kind: price["dollars"] for price in cloud["prices"] for kind in price["kinds"]}
        yield cloud, {peer: sum(_price(samples(row, peer)[0], prices) for row in rows) for peer in peers}


def _price(sample: Mapping, prices: Mapping[str, float]) -> float:
    return sum(prices[kind] * number for kind, number in counted(sample).items())
