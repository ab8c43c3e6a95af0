"""The types that storlets decide exactly, and literals of them (docs/reference/csv.md)."""

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
_NUMBERS = {"INTEGER", "BIGINT", "HUGEINT", "SMALLINT", "TINYINT", "DECIMAL", "DOUBLE"}


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


def literal(type_name: object, constant: dict) -> str | None:
    """A constant of DuckDB's syntax tree as a text that is exact for the type, None if there is none.

    DuckDB compares a column with such a constant in the column's type.
    """
    value = constant["value"]
    kind, content = value["type"]["id"], value.get("value")
    if value["is_null"] or not isinstance(type_name, str):
        return None
    if type_name == "boolean":
        return str(content).lower() if kind == "BOOLEAN" else None
    if kind in _TEXTS:
        return _of_text(type_name, content)
    if kind not in _NUMBERS:
        return None
    try:
        scale = value["type"]["type_info"]["scale"] if kind == "DECIMAL" else 0
        return _of_number(type_name, Decimal(str(content)).scaleb(-scale))
    except InvalidOperation:
        return None


def _of_text(type_name: str, text: str) -> str | None:
    try:
        if type_name == "string":
            return text
        if type_name == "date":
            return text if date.fromisoformat(text).isoformat() == text else None
        if type_name == "timestamp_ntz":
            time = datetime.fromisoformat(text)
            return None if time.tzinfo else time.isoformat(sep=" ")
    except ValueError:
        return None
    return None


def _of_number(type_name: str, number: Decimal) -> str | None:
    if not number.is_finite():
        return None
    if type_name in _BITS:
        limit = 1 << (_BITS[type_name] - 1)
        return str(int(number)) if number == int(number) and -limit <= number < limit else None
    if type_name == "double":
        return repr(float(number))
    if type_name.startswith("decimal("):
        precision, scale = map(int, type_name[len("decimal(") : -1].split(","))
        fits = number == number.quantize(Decimal(1).scaleb(-scale)) and abs(number) < 10 ** (
            precision - scale
        )
        return f"{number:f}" if fits else None
    return None
