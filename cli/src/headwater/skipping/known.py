"""What is known of a column of an object, merged from parts (SKIP-INDEX.md, sections 4 and 5).

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


def joined(parts: list[dict], rows: int) -> dict | None:
    """What is known of a column, or None if there is a doubt. `rows` is the object's number of rows."""
    if any(part["unsure"] for part in parts):
        return None
    whole = reduce(_join, parts)
    # A part that ends before the column first appears has no data of it: its rows have null there.
    nulls = {"nulls": rows - whole["count"]}
    if "values" in whole:
        return nulls | {"values": whole["values"]}
    known = {name: whole[name] for name in ("min", "max", "low", "high", "scale", "form") if name in whole}
    return nulls | known | _filter(whole)


def _join(left: dict, right: dict) -> dict:
    if not left["count"] or not right["count"]:
        return left if left["count"] else right
    both = left.keys() & right.keys()
    whole: dict = {"count": left["count"] + right["count"]}
    if "values" in both:
        values = sorted({*left["values"], *right["values"]}, key=str.encode)
        if len(values) <= MOST_VALUES and sum(len(value.encode()) for value in values) <= MOST_BYTES:
            whole["values"] = values
    whole["min"] = min(left["min"], right["min"], key=str.encode)
    if "max" in both:
        whole["max"] = max(left["max"], right["max"], key=str.encode)
    if "low" in both:
        whole["low"] = min(left["low"], right["low"], key=Decimal)
        whole["high"] = max(left["high"], right["high"], key=Decimal)
        if "scale" in both:
            whole["scale"] = max(left["scale"], right["scale"])
    if left.get("form") == right.get("form") and "form" in left and _alike(left["min"], right["min"]):
        whole["form"] = left["form"]
    whole["bloom"] = _text(_bits(left["bloom"]) | _bits(right["bloom"]), _length(left["bloom"]))
    return whole


def _alike(one: str, other: str) -> bool:
    """Whether times have the same letter between day and hour."""
    return one[10:11] == other[10:11] or "-" not in one[4:5]


def _bits(text: str) -> int:
    return int.from_bytes(base64.b64decode(text), "little")


def _length(text: str) -> int:
    return 8 * len(base64.b64decode(text))


def _text(bits: int, length: int) -> str:
    return base64.b64encode(bits.to_bytes(length // 8, "little")).decode()


def _filter(whole: dict) -> dict:
    """The shortest possible filter, or nothing if it would not help."""
    if whole.get("form") in ("timestamp", "instant") or ("low" in whole and whole.get("form") != "integer"):
        return {}
    bits, length = _bits(whole["bloom"]), _length(whole["bloom"])
    if bits.bit_count() > length // 2:
        return {}
    while length > _SHORTEST_BITS:
        half = length // 2
        folded = bits >> half | bits & ((1 << half) - 1)
        if folded.bit_count() > half // 2:
            break
        bits, length = folded, half
    return {"bloom": _text(bits, length)}
