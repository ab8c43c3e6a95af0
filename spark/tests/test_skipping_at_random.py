"""No object with a row for the predicate is skipped. Data, dialects, types and predicates are drawn.

Seeds 0, 1, ... of HEADWATER_SKIP_RUNS (8), or HEADWATER_SEED alone.
"""

import os
import random
from collections.abc import Callable

import pytest
from pyspark.sql import DataFrame, SparkSession

from indexes import deploy_stats, index, put_all
from skips import objects_with_rows, planned
from soak import few
from store import Bucket

_ONLY = os.environ.get("HEADWATER_SEED")
_SEEDS = [int(_ONLY)] if _ONLY else range(int(os.environ.get("HEADWATER_SKIP_RUNS", "6")))
_SOURCES = ("csv", "json", "csv", "parquet", "csv", "orc", "csv", "csv")
_ONE_OF_EACH_SOURCE = (0, 1, 3, 5)
_PREDICATES = 40
_CITIES = (
    "Delft",
    "delft",
    "Zürich",
    "Den Haag",
    "a,b",
    'say "x"',
    "b\\c",
    " pad ",
    "",
    "7",
    "NULL",
    "\U0001f30a",
)


def _integer(draw: random.Random) -> str:
    return draw.choice(("", "", "", "+", "0", "-")) + str(draw.randint(0, 10 ** draw.randint(1, 4)))


def _number(draw: random.Random) -> str:
    return f"{draw.uniform(-50, 50):.{draw.randint(0, 4)}f}" + draw.choice(("", "", "", "e1", "E-2"))


def _date(draw: random.Random) -> str:
    return f"2015-{draw.randint(1, 3):02}-{draw.randint(1, 29):02}"  # February the 29th does not exist


def _time(draw: random.Random) -> str:
    letter, decimals = draw.choice((" ", " ", " ", "T")), draw.choice(("", ".5", ".25"))
    return f"{_date(draw)}{letter}{draw.randint(0, 23):02}:{draw.randint(0, 59):02}:00{decimals}"


def _word(draw: random.Random) -> str:
    return draw.choice(_CITIES) if draw.random() < 0.7 else f"w{draw.randint(0, 500)}"


def _flag(draw: random.Random) -> str:
    return draw.choice(("true", "false", "TRUE", "False"))


KINDS: dict[Callable[[random.Random], str], tuple[str, ...]] = {
    _integer: ("int", "bigint", "smallint", "string", "double", "decimal(9,2)"),
    _number: ("double", "float", "decimal(9,2)", "decimal(4,1)", "string", "int"),
    _date: ("date", "string", "timestamp"),
    _time: ("timestamp", "timestamp_ntz", "string", "date"),
    _word: ("string", "boolean", "int"),
    _flag: ("boolean", "string"),
}
_NUMBERS = ("NaN", "Infinity", "-Infinity", "-0.0", "0.1", "1.5", "-7")
ODD = (
    "NaN",
    "Infinity",
    "x",
    "1.0",
    "99999999999",
    "2015-1-1",
    "1,5",
    "-",
    "null",
    "\ufffd",
    "1e400",
    "0x1F",
)


class Dataset:
    """Objects, their dialect, and the types with which they are read."""

    def __init__(self, seed: int) -> None:
        self.draw = random.Random(seed)
        self.sep = self.draw.choice((",", ",", ";", "\x01", "||"))
        self.options = {"sep": self.sep} | self.draw.choice(
            (
                {},
                {"nullValue": "NULL"},
                {"header": "true"},
                {"quote": "'"},
                {"escape": '"'},
                {"emptyValue": "7"},
            )
        )
        kinds = [self.draw.choice(list(KINDS)) for _ in range(4)]
        self.types = [self.draw.choice(KINDS[kind]) for kind in kinds]
        self.schema = ", ".join(f"c{n} {kind}" for n, kind in enumerate(self.types))
        self.objects = {f"{n}.csv": self._object(kinds).encode() for n in range(self.draw.randint(3, 7))}

    def _object(self, kinds: list) -> str:
        rows = self.draw.choice((1, 3, 20, 150))
        odd = self.draw.choice((0, 0, 0, 0.02, 0.2))
        few = [[kind(self.draw) for _ in range(self.draw.choice((1, 4, 200)))] for kind in kinds]
        lines = [self.sep.join(f"h{n}" for n in range(4))] if "header" in self.options else []
        for _ in range(rows):
            fields = [self._field(self.draw.choice(values), odd) for values in few]
            lines.append(
                self.sep.join(fields[: self.draw.randint(1, 4)] if self.draw.random() < odd / 4 else fields)
            )
        return self.draw.choice(("\n", "\r\n")).join([*lines, ""])

    def _field(self, value: str, odd: float) -> str:
        chance = self.draw.random()
        if chance < odd:
            return self.draw.choice((*ODD, 'q"uote', '"open', '""', '"a""b"', '"a\\"b"', "ab" + self.sep))
        if chance < odd + 0.03:
            return ""
        quote = self.options.get("quote", '"')
        if self.sep in value or quote in value or self.draw.random() < 0.1:
            escape = self.options.get("escape", "\\")
            return quote + value.replace("\\", escape * 2).replace(quote, escape + quote) + quote
        return value

    def predicate(self, depth: int = 0) -> str:
        """A SQL predicate with literals of the columns' types."""
        chance = self.draw.random()
        if depth < 2 and chance < 0.25:
            word = self.draw.choice(("and", "or"))
            return f"({self.predicate(depth + 1)} {word} {self.predicate(depth + 1)})"
        if chance < 0.35:
            return f"not ({self.predicate(depth + 1)})"
        column = self.draw.randrange(4)
        name, kind = f"c{column}", self.types[column]
        if chance < 0.45:
            return f"{name} is {self.draw.choice(('', 'not '))}null"
        if kind == "string" and chance < 0.55:
            return f"{name} like '{self.draw.choice(('D', 'w1', '2015-01', '7', ''))}%'"
        if chance < 0.65:
            literals = ", ".join(self._literal(kind) for _ in range(self.draw.randint(1, 12)))
            return f"{name} in ({literals}{self.draw.choice(('', '', ', null'))})"
        return f"{name} {self.draw.choice(('=', '<', '<=', '>', '>=', '<=>', '<>'))} {self._literal(kind)}"

    def _literal(self, kind: str) -> str:
        draw = self.draw
        day = f"2015-0{draw.randint(1, 3)}-{draw.randint(1, 28):02}"
        text = draw.choice((_word, _word, _integer, _date, _time, _number))(draw)
        whole = draw.choice((-1, 1)) * draw.randint(0, 10 ** draw.randint(0, 4))
        number = draw.choice((f"{draw.uniform(-60, 60):.1f}", *_NUMBERS))
        return {
            "string": "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'",
            "int": f"{whole}",
            "bigint": f"{whole}L",
            "smallint": f"{whole}S",
            "boolean": draw.choice(("true", "false")),
            "date": f"date'{day}'",
            "timestamp": f"timestamp'{day} {draw.randint(0, 23):02}:30:00'",
            "timestamp_ntz": f"timestamp_ntz'{day} {draw.randint(0, 23):02}:30:00'",
            "double": f"double('{number}')",
            "float": f"float('{number}')",
        }.get(kind, f"cast('{draw.uniform(-60, 60):.1f}' as {kind})")


@pytest.fixture(scope="module", autouse=True)
def _storlet() -> None:
    deploy_stats()


@pytest.mark.parametrize("session", [True], indirect=True)
@pytest.mark.parametrize("seed", few(_SEEDS, _ONE_OF_EACH_SOURCE))
def test_skipped_objects_have_no_matching_row(
    session: SparkSession, buckets: dict[str, Bucket], seed: int
) -> None:
    dataset, source = Dataset(seed), _SOURCES[seed % len(_SOURCES)]
    bucket = buckets[("s3", "swift")[seed % 2]]
    folder = f"seed{seed}"
    put_all(bucket, {f"{folder}/{name}": body for name, body in dataset.objects.items()})
    given = [f"{name}={value}" for name, value in dataset.options.items()]
    if source == "csv":
        index(session, bucket, folder, "csv", given)
    else:
        made = _read(session, f"{bucket.root}/{folder}", "csv", dataset).write.format(source)
        folder += f"-{source}"
        made.save(f"{bucket.root}/{folder}")
        index(session, bucket, folder, source, schema=dataset.schema if source == "json" else None)
    files = _read(session, f"{bucket.root}/{folder}", source, dataset)
    predicates = [dataset.predicate() for _ in range(_PREDICATES)]
    having = objects_with_rows(files, predicates)
    left_out = 0
    for number, where in enumerate(predicates):
        dropped = having[None] - planned(files.where(where))
        left_out += len(dropped)
        assert not dropped & having[number], f"seed {seed}: {where}\n{dataset.schema}\n{dataset.options}"
    assert left_out, f"seed {seed}: nothing was left out by {predicates}"


def _read(session: SparkSession, path: str, source: str, dataset: Dataset) -> DataFrame:
    files = session.read.format(source).schema(dataset.schema).option("headwater.pushdown", "false")
    return (files.options(**dataset.options) if source == "csv" else files).load(path)
