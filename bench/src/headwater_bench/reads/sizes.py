"""The amount of data."""

from dataclasses import asdict, dataclass


@dataclass(frozen=True)
class Sizes:
    """The amount of data.

    The wide tables have `rows`. The text has `lines` of 100 bytes, and the large text 16 times as many, in
    `parts`. There are `small_files`, and `days` of each of the 50 months in the partitioned tree. TPC-H has a
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
        """The number of lines of the large text."""
        return LARGE * self.lines


LINE = 100
"""The length of a line in bytes, including its end."""

LARGE = 16
"""The large text has this many times the lines of the small one."""


QUICK = Sizes(rows=20_000, lines=1_000, parts=2, small_files=40, days=1, scale_factor=0.01)
"""Also used to warm up processes."""


def full(scale_factor: float) -> Sizes:
    """The measured sizes."""
    return Sizes(rows=500_000, lines=640_000, parts=4, small_files=2000, days=20, scale_factor=scale_factor)
