"""Tables of the page, and the numbers in them."""

from collections.abc import Iterable, Sequence
from statistics import median


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table in Markdown with right-aligned numbers."""
    lines = [head, ["---", *["--:"] * (len(head) - 1)], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def spread(numbers: Sequence[float]) -> tuple[float, float, float]:
    """Median, minimum and maximum."""
    return median(numbers), min(numbers), max(numbers)


def median_of(samples: Iterable[dict], name: str) -> float:
    """The median of a number of each sample."""
    return median(sample[name] for sample in samples)


def typical(samples: Sequence[dict]) -> dict:
    """The sample with the median of the seconds, or the later of two."""
    return sorted(samples, key=lambda sample: sample["seconds"])[len(samples) // 2]
