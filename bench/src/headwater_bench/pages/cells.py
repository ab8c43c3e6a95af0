"""The figures of a row's samples: paired times, requests, bytes, and their cells in tables."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from statistics import median

from headwater_bench.core.files import table as toml
from headwater_bench.core.phases import ONCE

NOISE = 1.05
"""Slower counts as slower if the median of its pairs is above this."""

DASH = "–"  # noqa: RUF001
_UPLOAD = ("reducer.create", "reducer.write", "reducer.close")


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table in Markdown with right-aligned numbers."""
    lines = [head, ["---", *["--:"] * (len(head) - 1)], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


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
    if found and "calls" in found[0] and metric in (split := [waits(each) for each in found])[0]:
        return [each[metric] for each in split]
    return [each[metric] for each in found if metric in each]


def middle(row: Mapping, name: str, metric: str = "seconds") -> float:
    """The median of a metric of a peer's samples."""
    return median(numbers(row, name, metric))


def ratio(rows: Sequence[Mapping], name: str, reference: str) -> float:
    """The median, over the rounds, of a peer's time for rows relative to the reference's."""
    pairs = (zip(*(numbers(row, each) for row in rows), strict=False) for each in (name, reference))
    return median(sum(own) / sum(other) for own, other in zip(*pairs, strict=False))


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


def spread_cell(found: Sequence[float], digits: int = 2) -> str:
    """The formatted median, and minimum and maximum if there are several."""
    about = f" ({min(found):,.{digits}f} to {max(found):,.{digits}f})" if len(found) > 1 else ""
    return f"{median(found):,.{digits}f}{about}"


def kinds_cell(sample: Mapping) -> str:
    """A sample's formatted requests: 3: 2 LIST, 1 GET."""
    found = sorted(counted(sample).items(), key=lambda item: (-item[1], item[0]))
    parts = ", ".join(f"{number:,} {kind}" for kind, number in found)
    return f"{sum(number for _, number in found):,}" + ("" if "ALL" in dict(found) else f": {parts}")


def megabytes_cell(sample: Mapping) -> str:
    """Megabytes sent, copied in the store, and received."""
    kinds = ("bytes_to_store", "bytes_copied", "bytes_from_store")
    return ", ".join(f"{sample[kind] / 1e6:,.2f}" if kind in sample else DASH for kind in kinds)


def processors_cell(row: Mapping, name: str) -> str:
    """Median processor seconds of the process and of the store, and the peak memory in MiB."""
    parts = [f"{middle(row, name, each):.2f}" for each in ("cpu_seconds", "store_cpu_seconds")]
    memory = numbers(row, name, "peak_memory")
    return ", ".join([*parts, *([f"{median(memory) / 2**20:,.0f}"] if memory else [])])


def waits(sample: Mapping) -> dict[str, float]:
    """The seconds that a sample's reducer and job spent in calls of the file system, by what they did.

    `beyond the upload` is the time beyond that of a plain file of the same bytes. It may be negative.
    """
    calls, plain = sample["calls"], sample["plain_file_seconds"]
    reducer, job = (sum(calls[each] for each in calls if each.startswith(of)) for of in ("reducer.", "job."))
    upload = sum(calls.get(call, 0.0) for call in _UPLOAD)
    found = {"plain file": plain, "reducer": reducer, "its upload": upload, "its commit": reducer - upload}
    return found | {"job": job, "beyond the upload": reducer + job - plain}


def dollars(known: Mapping) -> Iterable[tuple[dict, dict[str, float]]]:
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


def of_rows(value: Callable[..., float], rows: Sequence[Mapping], *names: str) -> str:
    """A formatted value over the rows that these peers all have, or a dash."""
    shared = measured(rows, names)
    return f"{value(shared, *names):.2f}" if shared else DASH
