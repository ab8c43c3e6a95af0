"""How much data there is."""

from dataclasses import asdict, dataclass


@dataclass(frozen=True)
class Sizes:
    """How much data there is.

    `rows` of the wide tables in so many `parts`; so many `small_files`; so many days of each of the 50 months
    of the partitioned tree; TPC-H's `scale_factor`.
    """

    rows: int
    parts: int
    small_files: int
    days: int
    scale_factor: float

    as_dict = asdict


QUICK = Sizes(rows=20_000, parts=2, small_files=40, days=1, scale_factor=0.01)
"""What a process warms up with, too."""


def full(scale_factor: float) -> Sizes:
    """What is measured."""
    return Sizes(rows=500_000, parts=4, small_files=2000, days=20, scale_factor=scale_factor)
