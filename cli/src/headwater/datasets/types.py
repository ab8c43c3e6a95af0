"""The type that a column has for readers if files have it with several types."""

import pyarrow as pa

from headwater.datasets.columns import plain_type

_EXACT_BITS = {16: 11, 32: 24, 64: 53}
"""The bits of the integers that floating-point types of some bits have without gaps."""


def merged_type(one: pa.DataType, other: pa.DataType) -> pa.DataType | None:
    """A type that has all values of both. None if there is no such type.

    Timestamps are an exception. Those of microseconds and nanoseconds become nanoseconds, which have only
    the years 1677 to 2262.
    """
    if one == other:
        return one
    kinds = [plain_type(one), plain_type(other)]
    merged = permissive_type(*kinds)
    return merged if merged and all(_has_values_of(merged, each) for each in kinds) else None


def permissive_type(one: pa.DataType, other: pa.DataType) -> pa.DataType | None:
    """The type by Arrow's rules. It may lack values: 64-bit integers and doubles become doubles."""
    kinds = [plain_type(one), plain_type(other)]
    if any(map(pa.types.is_decimal, kinds)):
        kinds = [_decimal(each) if pa.types.is_integer(each) else each for each in kinds]
    schemas = [pa.schema([pa.field("merged", each)]) for each in kinds]
    try:
        return pa.unify_schemas(schemas, promote_options="permissive").field(0).type
    except pa.ArrowException:
        return None


def _has_values_of(wide: pa.DataType, narrow: pa.DataType) -> bool:
    """Whether a type by Arrow's rules has all values of one of its origins."""
    if pa.types.is_struct(narrow):
        return all(_has_values_of(wide.field(each.name).type, each.type) for each in narrow)
    if pa.types.is_map(narrow):
        pairs = ((wide.key_type, narrow.key_type), (wide.item_type, narrow.item_type))
        return all(_has_values_of(*each) for each in pairs)
    if pa.types.is_nested(narrow) and hasattr(narrow, "value_type"):
        return _has_values_of(wide.value_type, narrow.value_type)
    if pa.types.is_integer(narrow):
        return _has_integers_of(wide, narrow)
    if pa.types.is_decimal(narrow):
        return pa.types.is_decimal(wide) and _has_digits(wide, _whole_digits(narrow), narrow.scale)
    return True


def _has_integers_of(wide: pa.DataType, narrow: pa.DataType) -> bool:
    if pa.types.is_decimal(wide):
        return _has_digits(wide, _decimal(narrow).precision, 0)
    if pa.types.is_floating(wide):
        return _EXACT_BITS[wide.bit_width] >= _value_bits(narrow)
    signs = pa.types.is_signed_integer(wide) or pa.types.is_unsigned_integer(narrow)
    return signs and _value_bits(wide) >= _value_bits(narrow)


def _has_digits(wide: pa.DataType, whole: int, scale: int) -> bool:
    return _whole_digits(wide) >= whole and wide.scale >= scale


def _whole_digits(kind: pa.DataType) -> int:
    return kind.precision - kind.scale


def _value_bits(kind: pa.DataType) -> int:
    return kind.bit_width - pa.types.is_signed_integer(kind)


def _decimal(kind: pa.DataType) -> pa.DataType:
    """The decimals that have all integers of a type."""
    return pa.decimal128(len(str(2 ** _value_bits(kind))), 0)
