"""How much is written."""

from dataclasses import asdict, dataclass

ROW_BYTES = 100
"""Of a row of Teragen's, its line's end included."""


@dataclass(frozen=True)
class Sizes:
    """So many `rows` of 100 bytes, of text or of columns, in so many `parts`."""

    rows: int
    parts: int

    as_dict = asdict


_PART_ROWS = 10_000

QUICK = Sizes(rows=4_000, parts=2)
"""What a process warms up with; as what is measured, it comes without a warm-up."""


def full(parts: int) -> Sizes:
    """What is measured: parts of 1 MB."""
    return Sizes(rows=parts * _PART_ROWS, parts=parts)
