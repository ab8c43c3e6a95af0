"""The files of a table that a job writes, one or more for each partition, as Parquet."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pyarrow as pa
import pyarrow.compute as pc
from pyarrow import parquet

from headwater.core.errors import HeadwaterError
from headwater.datasets.columns import plain
from headwater.datasets.partitions import NULL, escaped

_LONGEST_BOUND = 256
_TIMESTAMPS = "us"
"""Spark reads neither seconds nor nanoseconds as timestamps."""


@dataclass(frozen=True)
class File:
    """A file to write: its folder below the root, its partition's values, its rows."""

    folder: str
    partition: dict[str, str | None]
    rows: pa.Table

    def content(self) -> pa.Buffer:
        """The bytes of the file. HeadwaterError for values that Parquet or Spark does not have."""
        output = pa.BufferOutputStream()
        try:
            parquet.write_table(self.rows, output, compression="snappy", coerce_timestamps=_TIMESTAMPS)
        except (pa.ArrowInvalid, pa.ArrowNotImplementedError) as error:
            raise HeadwaterError(
                f"the table cannot be written as Parquet: {error}",
                advice="Cast the column, timestamps to microseconds. Nothing was committed.",
            ) from error
        return output.getvalue()

    def columns(self) -> dict[str, dict]:
        """The ranges of integers, days and texts, for the manifest."""
        found = {}
        for field, column in zip(self.rows.schema, self.rows.columns, strict=True):
            if pa.types.is_integer(field.type) or pa.types.is_date32(field.type) or _is_text(field.type):
                found[field.name] = _range(column)
        return found


def schema_of_files(schema: pa.Schema, partition_by: Sequence[str]) -> pa.Schema:
    """The columns that readers find in the files of such rows, such as microseconds for seconds."""
    rows = plain(schema.empty_table()).drop_columns(list(partition_by))
    return parquet.read_schema(pa.BufferReader(File("", {}, rows).content()))


def _is_text(kind: pa.DataType) -> bool:
    return pa.types.is_string(kind) or pa.types.is_large_string(kind)


def _range(column: pa.ChunkedArray) -> dict:
    nulls = {"nulls": column.null_count}
    if column.null_count == len(column):
        return nulls
    try:
        texts = {name: str(value) for name, value in pc.min_max(column).as_py().items()}
    except OverflowError:  # a day that is not of the years 1 to 9999
        return nulls
    return nulls if any(len(each) > _LONGEST_BOUND for each in texts.values()) else texts | nulls


def files(table: pa.Table, partition_by: Sequence[str]) -> Iterator[File]:
    """The rows by partition. A table without rows is one file, which shows its columns.

    HeadwaterError for a day that no folder can have.
    """
    rows, names = plain(table), list(partition_by)
    if not names:
        yield File("", {}, rows)
        return
    for key in _keys(rows, names) or [dict.fromkeys(names)]:
        kept = pa.array([True] * len(rows), pa.bool_())
        for name, value in key.items():
            column = rows[name]
            same = column.is_null() if value is None else pc.equal(column, pa.scalar(value, column.type))
            kept = pc.and_(kept, pc.fill_null(same, False))
        texts = {name: _text(value) for name, value in key.items()}
        folder = "/".join(f"{escaped(name)}={NULL if v is None else escaped(v)}" for name, v in texts.items())
        yield File(folder, texts, rows.filter(kept).drop_columns(names))


def _keys(rows: pa.Table, names: Sequence[str]) -> list[dict]:
    """The values of the partitions, by column."""
    try:
        return rows.select(names).group_by(names).aggregate([]).to_pylist()
    except OverflowError as error:
        raise HeadwaterError(
            f"the table cannot be partitioned by {', '.join(names)}: a day is not of the years 1 to 9999",
            advice="Write such rows without partition_by, or with other days. Nothing was committed.",
        ) from error


def _text(value: object) -> str | None:
    """A partition's value in the name of a folder. Spark takes an empty text for null."""
    if value is None or value == "":
        return None
    return str(value).lower() if isinstance(value, bool) else str(value)
