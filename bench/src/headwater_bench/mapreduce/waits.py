"""The waiting times of a sample, and their growth with the output."""

from collections.abc import Callable, Sequence
from statistics import median

_UPLOAD = ("reducer.create", "reducer.write", "reducer.close")

Figure = Callable[[dict], float]
"""A number of a sample."""


def reducer(sample: dict) -> float:
    """Seconds that the reducer spent in calls of the file system."""
    return upload(sample) + commit(sample)


def upload(sample: dict) -> float:
    """The seconds in create, write and close."""
    return sum(sample["calls"].get(call, 0.0) for call in _UPLOAD)


def commit(sample: dict) -> float:
    """The remaining seconds: rename, status and so on."""
    calls = sample["calls"].items()
    return sum(seconds for call, seconds in calls if call.startswith("reducer.") and call not in _UPLOAD)


def job(sample: dict) -> float:
    """Seconds that the job's setup and commit spent in calls."""
    return sum(seconds for call, seconds in sample["calls"].items() if call.startswith("job."))


def plain_file(sample: dict) -> float:
    """Seconds of a separate upload of the same bytes."""
    return sample["plain_file_seconds"]


def beyond(sample: dict) -> float:
    """Seconds of reducer and job beyond an upload of the same bytes. May be negative."""
    return reducer(sample) + job(sample) - plain_file(sample)


def megabytes_copied(sample: dict) -> float:
    """MB that the store copied for the sort."""
    return sample["bytes_copied"] / 1e6


def middle(samples: Sequence[dict], figure: Figure) -> float:
    """The median of a figure."""
    return median(figure(each) for each in samples)


def taken(row: dict) -> dict[str, list[dict]]:
    """The samples of those that have sorted a size, by name."""
    return {name: result["samples"] for name, result in row["peers"].items() if result["samples"]}


def measured(section: dict) -> list[str]:
    """The names of those that have sorted each size. None with only one size, which shows no growth."""
    first, *others = map(taken, section["rows"].values())
    return [name for name in first if others and all(name in samples for samples in others)]


def growth(section: dict, peer: str, figure: Figure) -> float:
    """The growth of a figure's median per 100 MB, from the smallest size to the largest."""
    rows = section["rows"].values()
    least, largest = (end(rows, key=lambda each: each["bytes"]) for end in (min, max))
    at_least, at_largest = (middle(taken(each)[peer], figure) for each in (least, largest))
    return (at_largest - at_least) * 1e8 / (largest["bytes"] - least["bytes"])
