"""A table of committed files: one schema, and the partition columns."""

from collections.abc import Sequence
from dataclasses import dataclass

import pyarrow as pa

from headwater.core.errors import HeadwaterError
from headwater.datasets.partitions import type_of
from headwater.export.files import DataFile


@dataclass(frozen=True)
class Table:
    """Files with the same columns. `partitioning` has the partition columns, the last ones of `schema`."""

    files: Sequence[DataFile]
    schema: pa.Schema
    partitioning: list[str]


def table_of(files: Sequence[DataFile]) -> Table:
    """The table of some files. HeadwaterError if their columns differ."""
    first = files[0]
    schema, partitioning = _schema(first), list(first.partition)
    for each in files[1:]:
        if list(each.partition) != partitioning:
            raise HeadwaterError(
                f"{each.stored.key} is in a folder with other partition columns than {first.stored.key}",
                advice="Export the folders one by one.",
            )
        _require_same(schema, each, first)
    kinds = {name: type_of(each.partition[name] for each in files) for name in partitioning}
    columns = [column for column in schema if column.name not in kinds]
    return Table(files, pa.schema([*columns, *(pa.field(*each) for each in kinds.items())]), partitioning)


def _require_same(schema: pa.Schema, file: DataFile, first: DataFile) -> None:
    expected, found = _types(schema), _types(_schema(file))
    if found != expected:
        names = sorted(
            name for name in expected.keys() | found.keys() if expected.get(name) != found.get(name)
        )
        name = names[0]
        raise HeadwaterError(
            f"column {name!r} has type {found.get(name, 'none')} in {file.stored.key}, and "
            f"{expected.get(name, 'none')} in {first.stored.key}",
            advice="Write the dataset again with one schema. Nothing was exported.",
        )


def _types(schema: pa.Schema) -> dict[str, pa.DataType]:
    return {column.name: column.type for column in schema}


def _schema(file: DataFile) -> pa.Schema:
    """The columns of a file. Timestamps have microseconds, as in both formats."""
    old = file.old_timestamps
    if nested := [path for path in old if "." in path]:
        raise HeadwaterError(
            f"{nested[0]} in {file.stored.key} is a timestamp of the type INT96 inside another column",
            advice="Write it with spark.sql.parquet.outputTimestampType=TIMESTAMP_MICROS.",
        )
    columns = file.footer.schema.to_arrow_schema()
    if unsigned := [each.name for each in columns if _is_unsigned(each.type)]:
        raise HeadwaterError(
            f"column {unsigned[0]!r} in {file.stored.key} has unsigned integers, which both formats lack",
            advice="Write it with a signed type. Nothing was exported.",
        )
    fields = ((each.name, _timestamp(_plain(each.type), each.name in old)) for each in columns)
    return pa.schema([pa.field(*each) for each in fields])


def _plain(kind: pa.DataType) -> pa.DataType:
    """The type without what only Arrow distinguishes. Parquet has one type for both."""
    if pa.types.is_dictionary(kind):
        return _plain(kind.value_type)
    if pa.types.is_large_list(kind) or pa.types.is_list(kind):
        return pa.list_(_plain_field(kind.value_field))
    if pa.types.is_struct(kind):
        return pa.struct([_plain_field(field) for field in kind])
    if pa.types.is_map(kind):
        return pa.map_(_plain_field(kind.key_field), _plain_field(kind.item_field))
    return {pa.large_string(): pa.string(), pa.large_binary(): pa.binary()}.get(kind, kind)


def _plain_field(field: pa.Field) -> pa.Field:
    return field.with_type(_plain(field.type))


def _is_unsigned(kind: pa.DataType) -> bool:
    """Whether a type is of unsigned integers, or contains them."""
    parts = (kind.field(place).type for place in range(kind.num_fields))
    return pa.types.is_unsigned_integer(kind) or any(map(_is_unsigned, parts))


def _timestamp(kind: pa.DataType, is_old: bool) -> pa.DataType:
    """Timestamps with a zone are instants. So are old ones, without a note about that in the file."""
    if not pa.types.is_timestamp(kind):
        return kind
    return pa.timestamp("us", "UTC" if is_old or kind.tz else None)
