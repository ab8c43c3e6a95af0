"""Values of JSON lines: values of a type, near misses, and values that are hard to parse."""

import json
import random

from csv_texts import Texts

_NUMBERS = [
    "-0", "-0.0", "0.0", "01", "-01", "1.", ".5", "+1", "0x10", "1e400", "-1e400", "1e-400", "4.9e-324",
    "2.2250738585072011e-308", "2.4703282292062328e-324", "1.7976931348623157e308", "9007199254740993",
    "9223372036854775807", "-9223372036854775808", "9223372036854775808", "12345678901234567890",
    "99999999999999999999999999999999999999", "100000000000000000000000000000000000000", "0.1", "1e2",
    "1E+2", "1.00000005960464477540", "16777217", "1.17549430e-38", "3.4028236e38", "123456789.125", "2.5",
    "1.005", "12345678.905", "0.000000000000000001", "127", "128", "255", "-129", "32768", "2147483648",
    "1.0", "3e0", "1_0", "1d", "0.30000000000000004", "8.41e21", "NaN", "Infinity", "-Infinity",
    "+Infinity", "-INF",
]  # fmt: skip
_TEXTS = [
    '""', '"NaN"', '"Infinity"', '"-Infinity"', '"1"', '" 1"', '"1.5"', '"true"', '"null"', '"x\\u0000y"',
    '"\\u00e9"', '"\\ud83d\\ude00"', '"\\ud83d"', '"\\ude00x"', '"\\ud83d\\n"',
    '"\\/\\b\\f\\n\\r\\t\\"\\\\"', '"\\x"', '"\\u12"', "'a'", '"a\tb"', '"\x00"', '"\ue000"', '"\ue001x"',
    '"\ue002"', '"\ufffd"', '"é🚀"', "abc", '"', '"a',
]  # fmt: skip
_TIMES = [
    "0000-01-01", "0001-01-01", "9999-12-31", "10000-01-01", "+10000-01-01", "-0001-01-01", "2015-1-2",
    "2015-02-29", "2016-02-29", "1582-10-10", "2015", "2015-01", "2015-01-01T", " 2015-01-01",
    "2015-01-01 ", "epoch", "now", "0000-01-01 00:00:00", "0001-01-01 00:00:00",
    "9999-12-31T23:59:59.999999", "9999-12-31 23:59:59.999999Z", "2015-01-01 00:00:00",
    "2015-01-01T00:00:00Z", "2015-01-01T00:00:00+01:00", "2015-01-01 00:00:00.1-08:30",
    "2015-01-01T00:00:00.123456789Z", "2015-01-01 24:00:00", "2015-06-30 23:59:60Z", "2015-01-01 00:00",
    "2015-03-29 02:30:00", "2015-01-01 00:00:00 UTC", "2015-01-01T00:00:00+18:00",
    "2015-01-01T00:00:00+18:01", "2015-01-01T00:00:00+0100", "2015-01-01T00:00:00-00:00",
    "1883-11-18 12:03:58", "20150101", "01/02/2015",
]  # fmt: skip
_OTHERS = [
    "null",
    "true",
    "false",
    "tru",
    "{}",
    "[]",
    "[1]",
    '{"a":1}',
    '["x"]',
    "[null]",
    "[,]",
    "{,}",
    "",
    "1 2",
]
_ODD = _NUMBERS + _TEXTS + _OTHERS + [f'"{time}"' for time in _TIMES]

NESTED = {
    "STRUCT<a: INT, b: STRING>": {"a": "INT", "b": "STRING"},
    "STRUCT<a: DOUBLE, t: TIMESTAMP, d: DATE>": {"a": "DOUBLE", "t": "TIMESTAMP", "d": "DATE"},
    "STRUCT<a: STRUCT<a: BIGINT, b: ARRAY<STRING>>, b: BOOLEAN>": {"b": "BOOLEAN", "a.a": "BIGINT"},
    "ARRAY<BIGINT>": {},
    "ARRAY<STRING>": {},
    "ARRAY<STRUCT<a: DECIMAL(10,2), b: FLOAT>>": {},
    "ARRAY<ARRAY<INT>>": {},
    "MAP<STRING, DOUBLE>": {},
    "MAP<STRING, STRUCT<a: STRING, b: ARRAY<DATE>>>": {},
}
"""Nested types, and the types of fields inside them, by their paths."""


class Values:
    """Draws values in JSON."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._texts = Texts(rng, {})

    def value(self, kind: str) -> str:
        """A value, usually of the type."""
        rng, chance = self._rng, self._rng.random()
        if chance < 0.06:
            return "null"
        if chance < 0.12:
            return rng.choice(_ODD)
        outer, _, inner = kind.partition("<")
        inner = inner[:-1]
        if outer == "ARRAY":
            return self._joined("[]", (self.value(inner) for _ in range(rng.choice([0, 1, 2, 3]))))
        if outer == "MAP":
            names = [rng.choice(["a", "b", "", "é", "k 1", "\\u0061"]) for _ in range(rng.choice([0, 1, 2]))]
            return self.object([(name, self.value(inner.partition(", ")[2])) for name in names])
        if outer == "STRUCT":
            return self.object([(name, self.value(field)) for name, field in fields(inner)])
        return self._single(kind)

    def _single(self, kind: str) -> str:
        rng, chance = self._rng, self._rng.random()
        if kind in ("DATE", "TIMESTAMP", "TIMESTAMP_NTZ") and chance < 0.4:
            return f'"{rng.choice(_TIMES)}"'
        text = self._texts.value(kind)
        if kind in ("STRING", "BINARY", "DATE", "TIMESTAMP", "TIMESTAMP_NTZ"):
            return json.dumps(text, ensure_ascii=rng.random() < 0.3)
        return rng.choice(_NUMBERS) if chance < 0.2 and kind != "BOOLEAN" else text

    def object(self, members: list[tuple[str, str]]) -> str:
        """An object, rarely with one member missing, twice, more or under a similar name."""
        rng, members = self._rng, list(members)
        if members and rng.random() < 0.2:
            at = rng.randrange(len(members))
            name, value = members[at]
            change = rng.choice(["missing", "twice", "more", "case", "escaped", "order"])
            if change == "missing":
                members.pop(at)
            elif change == "order":
                rng.shuffle(members)
            elif change == "more":
                members.insert(at, ("more", rng.choice(_ODD)))
            elif change == "twice":
                members.append((name, self._rng.choice([value, "null", "1", '"x"'])))
            else:
                similar = name.upper() if change == "case" else f"\\u{ord(name[:1] or 'x'):04x}{name[1:]}"
                members[at] = (similar, value)
        return self._joined("{}", (f'"{name}":{value}' for name, value in members))

    def _joined(self, brackets: str, parts) -> str:
        space = self._rng.choice(["", "", "", " ", "\t", "  "])
        return f"{brackets[0]}{space}{f'{space},{space}'.join(parts)}{space}{brackets[1]}"


def fields(inner: str) -> list[tuple[str, str]]:
    """The names and types of a struct's fields, written as `a: INT, b: ARRAY<STRING>`."""
    found, depth, start = [], 0, 0
    for at, character in enumerate(f"{inner}, "):
        depth += (character in "<(") - (character in ">)")
        if character == "," and depth == 0:
            name, _, kind = inner[start:at].partition(": ")
            found.append((name, kind))
            start = at + 2
    return found
