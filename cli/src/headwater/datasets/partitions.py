"""Partition columns, from the names of folders as Spark and Hive write them."""

import re
from collections.abc import Iterable
from datetime import date

import pyarrow as pa

NULL = "__HIVE_DEFAULT_PARTITION__"
"""The name of the folder of rows without a value, as in Hive."""

_ESCAPED = re.compile("%([0-9A-Fa-f]{2})")
_SPECIAL = re.compile("[\\x00-\\x1f\\x7f\"#%'*/:=?\\\\{\\[\\]^]")
"""The characters that Spark escapes (ExternalCatalogUtils)."""

_INTEGER = re.compile("-?[0-9]+")
_DATE = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}")


def values_of(key: str) -> dict[str, str | None]:
    """The values in a key such as `day=2026-01-01/part-00000.parquet`, by column."""
    pairs = [name.partition("=") for name in key.split("/")[:-1] if "=" in name]
    return {_unescaped(name): None if value == NULL else _unescaped(value) for name, _, value in pairs}


def _unescaped(text: str) -> str:
    return _ESCAPED.sub(lambda found: chr(int(found.group(1), 16)), text)


def escaped(text: str) -> str:
    """A column's name or value as a part of a folder's name."""
    return _SPECIAL.sub(lambda found: f"%{ord(found[0]):02X}", text)


def type_of(values: Iterable[str | None]) -> pa.DataType:
    """The type of a partition column: an integer or a date if all values are, otherwise text."""
    known = [value for value in values if value is not None]
    if known and all(map(_INTEGER.fullmatch, known)):
        bits = max(int(value).bit_length() for value in known)
        return pa.int32() if bits < 32 else pa.int64() if bits < 64 else pa.string()  # noqa: PLR2004
    if known and all(map(_is_date, known)):
        return pa.date32()
    return pa.string()


def _is_date(value: str) -> bool:
    try:
        return _DATE.fullmatch(value) is not None and date.fromisoformat(value) is not None
    except ValueError:
        return False


def typed(value: str | None, kind: pa.DataType) -> int | date | str | None:
    """A value as its type."""
    if value is None:
        return None
    if pa.types.is_integer(kind):
        return int(value)
    return date.fromisoformat(value) if pa.types.is_date(kind) else value
