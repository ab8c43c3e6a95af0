"""The figures of a row's samples: paired times, requests, bytes, and their cells in tables."""

from collections.abc import Iterable, Mapping, Sequence
from statistics import median

from headwater_bench.core.phases import ONCE

NOISE = 1.05
"""Slower counts as slower if the median of its pairs is above this."""

DASH = "–"  # noqa: RUF001
_MEGA, _MEBI = 1e6, 2**20


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table in Markdown with right-aligned numbers."""
    lines = [head, ["---", *["--:"] * (len(head) - 1)], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def samples(row: Mapping, name: str) -> list[dict]:
    """A peer's samples, or none."""
    return row["peers"].get(name, {"samples": []})["samples"]


def is_measured(row: Mapping, names: Iterable[str]) -> bool:
    """Whether all of these peers have samples of a row."""
    return all(samples(row, name) for name in names)


def times(row: Mapping, name: str) -> list[float]:
    """The seconds of a peer's samples, round by round."""
    return [sample["seconds"] for sample in samples(row, name)]


def ratio(rows: Sequence[Mapping], name: str, reference: str) -> float:
    """The median, over the rounds, of a peer's time for rows relative to the reference's."""
    mine, theirs = (
        map(sum, zip(*(times(row, each) for row in rows), strict=False)) for each in (name, reference)
    )
    return median(own / other for own, other in zip(mine, theirs, strict=False))


def counted(sample: Mapping) -> dict[str, int]:
    """A sample's requests by kind, without those sent once in a file system's life."""
    return {kind: number for kind, number in sample["requests"].items() if kind not in ONCE}


def count(rows: Iterable[Mapping], name: str) -> int:
    """A peer's requests for rows in the first round, when nothing is cached."""
    return sum(sum(counted(samples(row, name)[0]).values()) for row in rows)


def middle(found: Iterable[Mapping], name: str) -> float:
    """The median of a number of each sample."""
    return median(sample[name] for sample in found)


def first_sum(rows: Iterable[Mapping], name: str, value: str) -> int:
    """The sum of a number of a peer's samples in the first round."""
    return sum(samples(row, name)[0][value] for row in rows)


def spread(numbers: Sequence[float]) -> tuple[float, float, float]:
    """Median, minimum and maximum."""
    return median(numbers), min(numbers), max(numbers)


def spread_cell(numbers: Sequence[float], digits: int = 2) -> str:
    """The formatted median, and minimum and maximum if there are several."""
    found, least, most = spread(numbers)
    about = f" ({least:,.{digits}f} to {most:,.{digits}f})" if len(numbers) > 1 else ""
    return f"{found:,.{digits}f}{about}"


def kinds_cell(sample: Mapping) -> str:
    """A sample's formatted requests: 3: 2 LIST, 1 GET."""
    found = counted(sample)
    parts = ", ".join(f"{number:,} {kind}" for kind, number in sorted(found.items(), key=_most_first))
    return f"{sum(found.values()):,}" + ("" if "ALL" in found else f": {parts}")


def _most_first(item: tuple[str, int]) -> tuple[int, str]:
    return -item[1], item[0]


def megabytes_cell(sample: Mapping) -> str:
    """Megabytes sent, copied in the store, and received."""
    kinds = ("bytes_to_store", "bytes_copied", "bytes_from_store")
    return ", ".join(f"{sample[kind] / _MEGA:,.2f}" if kind in sample else DASH for kind in kinds)


def processors_cell(found: Sequence[Mapping]) -> str:
    """Median processor seconds of the process and of the store, and the peak memory in MiB."""
    parts = [f"{middle(found, name):.2f}" for name in ("cpu_seconds", "store_cpu_seconds")]
    memory = [f"{middle(found, 'peak_memory') / _MEBI:,.0f}"] if "peak_memory" in found[0] else []
    return ", ".join([*parts, *memory])
