"""The amount of written data."""

from dataclasses import asdict, dataclass

ROW_BYTES = 100
"""The length of a Teragen row in bytes, including its line end."""


@dataclass(frozen=True)
class Sizes:
    """A number of `rows` of 100 bytes, as text or columns, in `parts`."""

    rows: int
    parts: int

    as_dict = asdict


_PART_ROWS = 10_000

QUICK = Sizes(rows=4_000, parts=2)
"""Used to warm up processes. If it is measured itself, there is no warm-up."""


def full(parts: int) -> Sizes:
    """The measured sizes: parts of 1 MB."""
    return Sizes(rows=parts * _PART_ROWS, parts=parts)
