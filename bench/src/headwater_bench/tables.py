"""Tables of the page, and the numbers in them."""

from collections.abc import Iterable, Sequence
from statistics import median


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table in Markdown, numbers to the right."""
    lines = [head, ["---", *["--:"] * (len(head) - 1)], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def spread(numbers: Sequence[float]) -> tuple[float, float, float]:
    """Median, least and most."""
    return median(numbers), min(numbers), max(numbers)


def median_of(samples: Iterable[dict], name: str) -> float:
    """The median of a number of each sample."""
    return median(sample[name] for sample in samples)


def typical(samples: Sequence[dict]) -> dict:
    """The sample with the median of the seconds; of an even number of them the later of the two."""
    return sorted(samples, key=lambda sample: sample["seconds"])[len(samples) // 2]
