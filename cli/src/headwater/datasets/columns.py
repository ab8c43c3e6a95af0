"""The columns of a table that a job writes: which are refused, and the types of the others."""

from collections import Counter
from collections.abc import Sequence

import pyarrow as pa

from headwater.core.errors import HeadwaterError

_VIEWS = {pa.string_view(): pa.large_string(), pa.binary_view(): pa.large_binary()}


def check(schema: pa.Schema, partition_by: Sequence[str]) -> None:
    """HeadwaterError for names that are equal to Spark, and for columns that cannot be partition columns."""
    for names in (schema.names, partition_by):
        counts = Counter(name.lower() for name in names)
        same = [name for name in names if counts[name.lower()] > 1]
        if same:
            raise HeadwaterError(
                f"the table cannot be written with several columns named {', '.join(same)}",
                advice="Use names that differ in more than upper and lower case.",
            )
    if not partition_by:
        return
    missing = [name for name in partition_by if name not in schema.names]
    if missing or len(partition_by) == len(schema):
        raise HeadwaterError(
            f"the table cannot be partitioned by {', '.join(partition_by)}: "
            f"{f'it has no column {missing[0]}' if missing else 'no other column is left'}",
            advice="Name some of the table's columns.",
        )
    for name in partition_by:
        if name.startswith("."):
            raise HeadwaterError(
                f"the table cannot be partitioned by {name}, because readers ignore such folders",
                advice="Rename the column, so that its name does not begin with a point.",
            )
        if not _is_in_names(plain_type(schema.field(name).type)):
            raise HeadwaterError(
                f"the column {name} has the type {schema.field(name).type}, which folders cannot have",
                advice="Partition by texts, integers, days or booleans.",
            )


def plain(table: pa.Table) -> pa.Table:
    """The table without dictionaries and views, which Polars exports, and few of Arrow's functions take."""
    for number, field in enumerate(table.schema):
        if pa.types.is_dictionary(field.type):
            kind = plain_type(field.type)
            values = [_decoded(each, kind) for each in table.column(number).chunks]
            table = table.set_column(number, pa.field(field.name, kind), pa.chunked_array(values, kind))
    return table.cast(pa.schema([each.with_type(plain_type(each.type)) for each in table.schema]))


def _decoded(texts: pa.DictionaryArray, kind: pa.DataType) -> pa.Array:
    return pa.DictionaryArray.from_arrays(texts.indices, texts.dictionary.cast(kind)).dictionary_decode()


def plain_type(kind: pa.DataType) -> pa.DataType:
    """The type without dictionaries and views."""
    if pa.types.is_dictionary(kind):
        return plain_type(kind.value_type)
    return _VIEWS.get(kind, kind)


def _is_in_names(kind: pa.DataType) -> bool:
    """Whether the names of folders can have values of the type."""
    tests = (pa.types.is_string, pa.types.is_large_string, pa.types.is_integer, pa.types.is_boolean)
    return any(test(kind) for test in (*tests, pa.types.is_date, pa.types.is_null))
