"""Texts of fields: values of a kind, near misses, and texts that are hard to parse."""

import random
from collections.abc import Mapping

NOT_UTF_8 = {"\ue000": b"\xff", "\ue001": b"\xc3", "\ue002": b"\xed\xa0\x80"}
"""Placeholders in a file's text and the bytes that replace them."""

_INTEGERS = ["0", "1", "2", "7", "-1", "42", "127", "100"]
_LARGE = [
    "128",
    "-129",
    "32768",
    "2147483648",
    "9223372036854775807",
    "9223372036854775808",
    "1234567890123456789",
]
_REALS = ["0.5", "1.0", "-0", "0.1", "3.14", "-2.50", "1e3", "1E-3", ".5", "1.", "+1", "99999999.99", "0.10"]
_STRANGE = [
    "NaN",
    "Inf",
    "-Inf",
    "Infinity",
    "1e400",
    "1,234",
    "0x10",
    "1f",
    "1d",
    "00",
    "--1",
    "1_0",
    "1e",
    "1.2.3",
]
_EDGES = [
    "0.1234567890123456",
    "-0.9999999999999999",
    "0.99999999999999999",
    "0.12345678901234567",
    "4.9e-324",
]
_EDGES += ["2.2250738585072011e-308", "2.4703282292062328e-324", "1.7976931348623157e308", "9007199254740993"]
_EDGES += [
    "99999999999999999999999999999999999999",
    "-0.00000000000000000000000000000000000001",
    "1234567890.5",
    "-9223372036854775809",
]
_DAYS = ["2015-01-01", "2015-01-02", "2016-02-29", "1999-12-31"]
_ODD_DAYS = [
    "2015-1-2",
    "2015-02-30",
    "01/02/2015",
    "20150101",
    "2015",
    "0000-01-01",
    "9999-12-31",
    "0001-01-01",
    "10000-01-01",
    "-1-01-01",
]
_TIMES = ["2015-01-01 00:00:00", "2015-01-01T12:30:00", "2015-01-02 23:59:59.999999", "2015-03-29 02:30:00"]
_ODD_TIMES = ["2015-01-01 00:00:00Z", "2015-01-01T00:00:00+01:00", "2015-01-01 1:2:3", "2015-01-01 24:00:00"]
_ODD_TIMES += [
    "2015-01-01 00:00:00.1234567",
    "2015-01-01 00:00:00 Europe/Paris",
    "1500-01-01 00:00:00",
    "9999-12-31 23:59:59.999999",
    "2016-12-31 23:59:60",
    "now",
]
_WORDS = ["x", "y", "Rotterdam", "a b", "é", "🚀", "x1", "x2", "NA", "null", "true", "0", " x", "x ", "X"]

_POOLS = {
    "STRING": _WORDS,
    "BINARY": _WORDS,
    "BOOLEAN": ["true", "false", "TRUE", "False", "1", "yes", "t"],
    "DATE": _DAYS,
    "TIMESTAMP": _TIMES,
    "TIMESTAMP_NTZ": _TIMES,
}
_ALL = _INTEGERS + _LARGE + _REALS + _EDGES + _STRANGE + _DAYS + _ODD_DAYS + _TIMES + _ODD_TIMES + _WORDS
_LIKELY = 0.7


class Texts:
    """Draws texts for a dialect."""

    def __init__(self, rng: random.Random, options: Mapping[str, str]) -> None:
        self._rng = rng
        sep = options.get("sep", ",")
        self.separator = {"\\t": "\t"}.get(sep, sep)
        self.comment = options.get("comment", "#")
        self._quote = options.get("quote", '"')
        self._escape = options.get("escape", "\\")
        more = options.get("charToEscapeQuoteEscaping", self._escape)
        absent = [options.get("nullValue", "null"), options.get("emptyValue", "")]
        self._pieces = [self._quote, self._escape, more, self.separator, self.comment, *absent]
        self._pieces += [
            self._quote,
            self.separator[:1],
            " ",
            "\t",
            "x",
            "0",
            "é",
            "🚀",
            "\x00",
            "\x01",
            "-",
            "\n",
        ]
        self._pieces += [self._quote * 2, self._escape + self._quote, self._escape * 2 + self._quote]
        self._pieces += [self.separator + self._quote, self._quote + self.separator, "\ufeff", "\ufffd"]
        self._pieces += list(NOT_UTF_8)
        self._absent = ["", "", *absent]

    def value(self, kind: str) -> str:
        """A value, usually of the kind."""
        rng = self._rng
        chance = rng.random()
        if chance < _LIKELY:
            pool = _POOLS.get(kind, _INTEGERS if "INT" in kind else _INTEGERS + _REALS + _EDGES)
            return rng.choice(pool)
        if chance < 0.8:
            return rng.choice(self._absent)
        if chance < 0.93:
            return rng.choice(_ALL)
        if chance < 0.995:
            return "".join(rng.choice(self._pieces) for _ in range(rng.randint(1, 6)))
        return rng.choice("zé") * rng.choice([200, 5_000, 70_000])

    def field(self, kind: str) -> str:
        """A field of a file, usually one that could be a value."""
        value = self.value(kind)
        quote, chance = self._quote, self._rng.random()
        if chance < 0.75:
            return value
        if chance < 0.9:
            return quote + self._escaped(value) + quote
        if chance < 0.95:
            return quote + value + quote
        return self._rng.choice(["", " ", quote]) + value + self._rng.choice(["", " ", quote])

    def _escaped(self, value: str) -> str:
        if not self._quote:
            return value
        if self._escape:
            value = value.replace(self._escape, self._escape * 2)
        return (
            value if self._escape == self._quote else value.replace(self._quote, self._escape + self._quote)
        )
