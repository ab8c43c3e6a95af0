"""Partition columns, from the names of folders as Spark and Hive write them."""

import re
from collections.abc import Iterable
from datetime import date

import pyarrow as pa
import pyarrow.compute as pc

from headwater.core.errors import HeadwaterError

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


def typed(name: str, value: str | None, kind: pa.DataType) -> pa.Scalar:
    """A column's value as its type. A timestamp is in the type's time zone, as Spark writes it.

    HeadwaterError if the type does not have the value.
    """
    text = pa.scalar(value, pa.string())
    try:
        if pa.types.is_timestamp(kind) and kind.tz:
            return pc.assume_timezone(text.cast(pa.timestamp(kind.unit)), kind.tz)
        return text.cast(kind)
    except pa.ArrowException as error:
        raise HeadwaterError(
            f"the partition column {name} has the value {value!r}, which is no {kind}",
            advice="Give the column another type: schema=pyarrow.schema(...). Text has all values.",
        ) from error
