"""How much data there is."""

from dataclasses import asdict, dataclass


@dataclass(frozen=True)
class Sizes:
    """How much data there is.

    `rows` of the wide tables and `lines` of 100 bytes, of the large text 16 times as many, in so many
    `parts`; so many `small_files`; so many days of each of the 50 months of the partitioned tree; TPC-H's
    `scale_factor`.
    """

    rows: int
    lines: int
    parts: int
    small_files: int
    days: int
    scale_factor: float

    as_dict = asdict

    @property
    def large_lines(self) -> int:
        """How many lines the large text has."""
        return LARGE * self.lines


LINE = 100
"""A line's bytes, with its end."""

LARGE = 16
"""The large text has so many times the lines of the small one."""


QUICK = Sizes(rows=20_000, lines=1_000, parts=2, small_files=40, days=1, scale_factor=0.01)
"""What a process warms up with, too."""


def full(scale_factor: float) -> Sizes:
    """What is measured."""
    return Sizes(rows=500_000, lines=640_000, parts=4, small_files=2000, days=20, scale_factor=scale_factor)
