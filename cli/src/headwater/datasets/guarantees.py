"""What is known of a file before it is read. Arrow skips a file that cannot have a row of the filter."""

import re
from collections.abc import Iterator, Mapping
from functools import reduce
from operator import and_

import pyarrow as pa
import pyarrow.dataset as ds

from headwater.core.columns import ColumnRange
from headwater.datasets.partitions import typed

# Spark's releases read earlier days of Parquet differently.
_FIRST_DAY = "1582-10-15"
_NUMBER = re.compile(r"[-+.]?\d|[-+]?(inf|nan)", re.IGNORECASE)


def guarantee(
    schema: pa.Schema, partition: Mapping[str, str | None], ranges: Mapping[str, ColumnRange]
) -> ds.Expression:
    """An expression that holds for each row: the partition's values, and the ranges in the manifest.

    The schema must have the partition's columns. HeadwaterError if a type does not have a value.
    """
    known = [*_partition(schema, partition), *_ranges(schema, partition, ranges)]
    return reduce(and_, known, ds.scalar(True))


def _partition(schema: pa.Schema, partition: Mapping[str, str | None]) -> Iterator[ds.Expression]:
    for name, text in partition.items():
        column, value = ds.field(name), typed(name, text, schema.field(name).type)
        yield column == value if value.is_valid else column.is_null()


def _ranges(
    schema: pa.Schema, partition: Mapping[str, str | None], ranges: Mapping[str, ColumnRange]
) -> Iterator[ds.Expression]:
    for name, known in ranges.items():
        if name in partition or schema.get_field_index(name) < 0:
            continue
        bounds = _bounds(known, schema.field(name).type)
        if bounds is not None:
            column = ds.field(name)
            inside = (column >= bounds[0]) & (column <= bounds[1])
            yield inside if known.nulls == 0 else inside | column.is_null()


def _bounds(known: ColumnRange, type_: pa.DataType) -> tuple[pa.Scalar, pa.Scalar] | None:
    """The bounds of integers, days and texts, None if they are unknown or could be another form's."""
    low, high = known.min, known.max
    if low is None or high is None or not _is_reliable(low, high, type_):
        return None
    try:
        return tuple(pa.scalar(each, pa.string()).cast(type_) for each in (low, high))
    except pa.ArrowInvalid:
        return None


def _is_reliable(low: str, high: str, type_: pa.DataType) -> bool:
    """Binary bounds may be hexadecimal texts, and invalid UTF-8 has become U+FFFD.

    Bounds that look like numbers may be those of numbers, whose order as texts is another.
    """
    if pa.types.is_string(type_) or pa.types.is_large_string(type_):
        return not (_NUMBER.match(low) or _NUMBER.match(high)) and "\ufffd" not in low + high
    return pa.types.is_integer(type_) or (pa.types.is_date32(type_) and low >= _FIRST_DAY)
