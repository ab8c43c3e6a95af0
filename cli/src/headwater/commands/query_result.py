"""The result of a query as a table, CSV, JSON lines or Parquet."""

import io
import json
import math
from base64 import b64encode
from collections.abc import Sequence
from decimal import Decimal
from typing import BinaryIO

import pyarrow as pa
from pyarrow import csv, parquet

from headwater.queries import sql
from headwater.terminal import tables
from headwater.terminal.text import printable


def write(found: pa.Table, kind: str, file: BinaryIO) -> None:
    """Write the rows. Columns of one name get numbers.

    Raises the errors of Arrow and DuckDB for what a format does not have.
    """
    named = found.rename_columns(_distinct(found.column_names))
    {"csv": csv.write_csv, "parquet": parquet.write_table, "json": _write_json, "table": _write_table}[kind](
        named, file
    )


def show(found: pa.Table, kind: str, terminal: BinaryIO) -> None:
    """Write the rows to a terminal, which gets no control characters."""
    made = io.BytesIO()
    write(found, kind, made)
    terminal.write(printable(made.getvalue().decode(), keep="\n").encode())


def _distinct(names: Sequence[str]) -> list[str]:
    """The names, each with a number at its end if it was there before: a, a_1."""
    found: list[str] = []
    for each in names:
        name, number = each, 0
        while name in found or (number and name in names):
            number += 1
            name = f"{each}_{number}"
        found.append(name)
    return found


def _write_json(found: pa.Table, file: BinaryIO) -> None:
    for batch in found.to_batches():
        lines = (json.dumps(_plain(row), ensure_ascii=False) for row in batch.to_pylist())
        file.writelines(f"{each}\n".encode() for each in lines)


def _plain(value: object) -> object:
    """A value as JSON has it. Texts stand for what it does not have, as in Spark's `to_json`."""
    if isinstance(value, dict):
        return {str(name): _plain(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    if isinstance(value, bytes):
        return b64encode(value).decode()
    if isinstance(value, float) and not math.isfinite(value):
        return "NaN" if math.isnan(value) else f"{'-' * (value < 0)}Infinity"
    if isinstance(value, Decimal) and value.as_tuple().exponent == 0:
        return int(value)  # such as DuckDB's sums
    return value if value is None or isinstance(value, str | int | float) else str(value)


def _write_table(found: pa.Table, file: BinaryIO) -> None:
    """Values as DuckDB writes them."""
    with sql.connect() as connection:
        texts = connection.from_arrow(found).project("COLUMNS(*)::VARCHAR").to_arrow_table()
    columns = [
        [
            tables.plain_number(each) if _is_number(field.type) and each else each
            for each in column.to_pylist()
        ]
        for field, column in zip(found.schema, texts.columns, strict=True)
    ]
    text = io.TextIOWrapper(file, encoding="utf-8", write_through=True)
    tables.show(found.column_names, zip(*columns, strict=True), text)
    text.detach()


def _is_number(kind: pa.DataType) -> bool:
    return pa.types.is_integer(kind) or pa.types.is_floating(kind) or pa.types.is_decimal(kind)
