"""The statistics of a column of an object, merged from parts (SKIP-INDEX.md, sections 4 and 5).

A *part* is the result of the storlet `stats` for a column in a range of an object. It has all members of
section 4, with a filter of the maximum length, and `count` (values that are not null) and `unsure` (rows in
doubt).
"""

import base64
from decimal import Decimal
from functools import reduce

MOST_VALUES = 64
MOST_BYTES = 1024

_SHORTEST_BITS = 64


def merge(parts: list[dict], rows: int) -> dict | None:
    """The statistics of a column, or None if they are uncertain. `rows` is the object's number of rows."""
    if any(part["unsure"] for part in parts):
        return None
    merged = reduce(_merge_two, parts)
    # A part that ends before the column first appears has no data of it: its rows have null there.
    nulls = {"nulls": rows - merged["count"]}
    if "values" in merged:
        return nulls | {"values": merged["values"]}
    known = {name: merged[name] for name in ("min", "max", "low", "high", "scale", "form") if name in merged}
    return nulls | known | _filter(merged)


def _merge_two(left: dict, right: dict) -> dict:
    if not left["count"] or not right["count"]:
        return left if left["count"] else right
    both = left.keys() & right.keys()
    merged: dict = {"count": left["count"] + right["count"]}
    if "values" in both:
        values = sorted({*left["values"], *right["values"]}, key=str.encode)
        if len(values) <= MOST_VALUES and sum(len(value.encode()) for value in values) <= MOST_BYTES:
            merged["values"] = values
    merged["min"] = min(left["min"], right["min"], key=str.encode)
    if "max" in both:
        merged["max"] = max(left["max"], right["max"], key=str.encode)
    if "low" in both:
        merged["low"] = min(left["low"], right["low"], key=Decimal)
        merged["high"] = max(left["high"], right["high"], key=Decimal)
        if "scale" in both:
            merged["scale"] = max(left["scale"], right["scale"])
    if (
        left.get("form") == right.get("form")
        and "form" in left
        and _same_separator(left["min"], right["min"])
    ):
        merged["form"] = left["form"]
    merged["bloom"] = _text(_bits(left["bloom"]) | _bits(right["bloom"]), _length(left["bloom"]))
    return merged


def _same_separator(left: str, right: str) -> bool:
    """Whether times have the same letter between day and hour."""
    return left[10:11] == right[10:11] or "-" not in left[4:5]


def _bits(text: str) -> int:
    return int.from_bytes(base64.b64decode(text), "little")


def _length(text: str) -> int:
    return 8 * len(base64.b64decode(text))


def _text(bits: int, length: int) -> str:
    return base64.b64encode(bits.to_bytes(length // 8, "little")).decode()


def _filter(merged: dict) -> dict:
    """The shortest possible filter, or nothing if it would not help."""
    if merged.get("form") in ("timestamp", "instant") or (
        "low" in merged and merged.get("form") != "integer"
    ):
        return {}
    bits, length = _bits(merged["bloom"]), _length(merged["bloom"])
    if bits.bit_count() > length // 2:
        return {}
    while length > _SHORTEST_BITS:
        half = length // 2
        folded = bits >> half | bits & ((1 << half) - 1)
        if folded.bit_count() > half // 2:
            break
        bits, length = folded, half
    return {"bloom": _text(bits, length)}
