"""The statistics of a file in a log of Delta Lake, from its footer."""

import json
from collections.abc import Iterator
from datetime import date
from typing import Any

from pyarrow import parquet


def of(footer: parquet.FileMetaData) -> str:
    """Number of rows, and minimum, maximum and number of nulls of the columns for which they are exact."""
    least, greatest, nulls = {}, {}, {}
    for place, column in _plain_columns(footer):
        chunks = [footer.row_group(group).column(place).statistics for group in range(footer.num_row_groups)]
        if not all(each is not None and each.has_null_count for each in chunks):
            continue
        nulls[column] = sum(each.null_count for each in chunks)
        bounds = [each for each in chunks if each.has_min_max]
        # A chunk without values has no bounds.
        if bounds and all(each.has_min_max or not each.num_values for each in chunks):
            values = [each.min for each in bounds], [each.max for each in bounds]
            if all(_is_ordered(value) for each in values for value in each):
                least[column], greatest[column] = _json(min(values[0])), _json(max(values[1]))
    return json.dumps(
        {"numRecords": footer.num_rows, "minValues": least, "maxValues": greatest, "nullCount": nulls}
    )


def _plain_columns(footer: parquet.FileMetaData) -> Iterator[tuple[int, str]]:
    columns = map(footer.schema.column, range(len(footer.schema)))
    return ((place, each.name) for place, each in enumerate(columns) if each.path == each.name)


def _is_ordered(value: Any) -> bool:
    """Whether both formats order the values of this type alike."""
    return type(value) in (int, str, date)


def _json(value: int | str | date) -> int | str:
    return value.isoformat() if isinstance(value, date) else value
