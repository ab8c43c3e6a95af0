"""The types that storlets decide exactly, and literals of them (docs/reference/csv.md)."""

import re
from datetime import date, datetime
from decimal import Decimal, InvalidOperation

import pyarrow as pa

_NAMES = {
    pa.string(): "string",
    pa.large_string(): "string",
    pa.bool_(): "boolean",
    pa.int8(): "byte",
    pa.int16(): "short",
    pa.int32(): "int",
    pa.int64(): "long",
    pa.float32(): "float",
    pa.float64(): "double",
    pa.date32(): "date",
}
_BITS = {"byte": 8, "short": 16, "int": 32, "long": 64}
_TEXTS = {"VARCHAR"}
_INTEGERS = {"INTEGER", "BIGINT", "HUGEINT", "SMALLINT", "TINYINT"}
_EXACT_DIGITS = 15
"""Of a decimal that DuckDB converts to the nearest double."""
_DECIMALS = {"s": 0, "ms": 3, "us": 6, "ns": 6}
"""The decimals of a second that a column of this unit has. Storlets compare at most microseconds."""


def storlet_type(kind: pa.DataType) -> object:
    """The type in a storlet's `schema`, None if storlets have no such type."""
    if pa.types.is_decimal128(kind):
        return f"decimal({kind.precision},{kind.scale})"
    if pa.types.is_timestamp(kind) and kind.tz is None:
        return "timestamp_ntz"
    if pa.types.is_list(kind):
        inner = storlet_type(kind.value_type)
        return inner and {"array": inner}
    if pa.types.is_struct(kind):
        fields = [{"name": each.name, "type": storlet_type(each.type)} for each in kind]
        return {"struct": fields} if all(each["type"] for each in fields) else None
    return _NAMES.get(kind)


def literal(kind: pa.DataType, constant: dict) -> str | None:
    """A constant of DuckDB's syntax tree as a text that is exact for a column's type, None if there is none.

    DuckDB compares a column with a text or an integer in the column's type, but with a double as doubles.
    """
    value = constant["value"]
    given, content = value["type"]["id"], value.get("value")
    type_name = storlet_type(kind)
    if value["is_null"] or not isinstance(type_name, str):
        return None
    if type_name == "boolean":
        return str(content).lower() if given == "BOOLEAN" else None
    if given in _TEXTS:
        return _of_text(kind, type_name, content)
    if given not in _INTEGERS | {"DECIMAL", "DOUBLE"}:
        return None
    try:
        scale = value["type"]["type_info"]["scale"] if given == "DECIMAL" else 0
        number = Decimal(str(content)).scaleb(-scale)
        return _of_double(given, number) if type_name == "double" else _of_number(type_name, given, number)
    except InvalidOperation:
        return None


def _of_text(kind: pa.DataType, type_name: str, text: str) -> str | None:
    try:
        if type_name == "string":
            return text
        if type_name == "date":
            return text if date.fromisoformat(text).isoformat() == text else None
        if type_name == "timestamp_ntz":
            time = datetime.fromisoformat(text)
            decimals = re.search(r"[.,](\d*)", text)
            is_exact = decimals is None or len(decimals[1]) <= _DECIMALS[kind.unit]
            return time.isoformat(sep=" ") if is_exact and not time.tzinfo else None
    except ValueError:
        return None
    return None


def _of_double(given: str, number: Decimal) -> str | None:
    is_exact = given != "DECIMAL" or len(number.as_tuple().digits) <= _EXACT_DIGITS
    return repr(float(number)) if number.is_finite() and is_exact else None


def _of_number(type_name: str, given: str, number: Decimal) -> str | None:
    if given == "DOUBLE":
        return None
    if type_name in _BITS:
        limit = 1 << (_BITS[type_name] - 1)
        return str(int(number)) if number == int(number) and -limit <= number < limit else None
    if type_name.startswith("decimal("):
        precision, scale = map(int, type_name[len("decimal(") : -1].split(","))
        is_exact = number == number.quantize(Decimal(1).scaleb(-scale))
        return f"{number:f}" if is_exact and abs(number) < 10 ** (precision - scale) else None
    return None
