"""What a manifest's entry records of its columns (PROTOCOL.md, section 4)."""

from collections.abc import Mapping
from dataclasses import dataclass

from headwater.core.members import MalformedError, member


@dataclass(frozen=True)
class ColumnRange:
    """The bounds of a column's values as text, None if unknown, and the number of nulls, None if unknown."""

    min: str | None
    max: str | None
    nulls: int | None


def column_ranges(entry: Mapping) -> dict[str, ColumnRange]:
    """The ranges by column. Empty if the writer recorded none. MalformedError for other types."""
    columns = member(entry, "columns", dict, {})
    if not all(isinstance(each, dict) for each in columns.values()):
        raise MalformedError("what is recorded of a column is no object")
    return {
        name: ColumnRange(
            member(each, "min", str, None), member(each, "max", str, None), member(each, "nulls", int, None)
        )
        for name, each in columns.items()
    }
