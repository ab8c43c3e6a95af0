"""Files, read options and queries that are drawn from a seed, for any format."""

import bz2
import gzip
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import csv_predicates
from csv_texts import NOT_UTF_8, Texts

QUERIES = 5
"""The queries of a draw, beside that of everything."""

_UNPUSHED = 0.05
"""How often a read has an option with which it is not pushed down."""

Settings = Sequence[tuple[str, list[str], float]]
"""Names of settings, their values, and how often one is set."""

_MOST_SPLITS = 12


@dataclass(frozen=True)
class Query:
    """A selection of columns from the rows that fulfil a predicate."""

    select: tuple[str, ...]
    where: str | None
    limit: int | None
    ordered: bool
    """Whether one task reads all splits in sequence."""


@dataclass(frozen=True)
class Draw:
    """Files, their read options, and queries of them."""

    seed: int
    format: str
    """As Spark names it. Each file that is not compressed has it as its suffix."""
    files: dict[str, bytes]
    schema: str | None
    options: dict[str, str]
    settings: dict[str, str]
    queries: tuple[Query, ...]

    def __str__(self) -> str:
        files = "\n".join(f"  put({body!r}, {name!r})" for name, body in self.files.items())
        queries = "\n".join(f"  {query}" for query in self.queries)
        return (
            f"seed {self.seed}\n{files}\n  schema {self.schema!r}\n  options {self.options}\n"
            f"  settings {self.settings}\n{queries}"
        )


def settings(rng: random.Random, size: int, *, more: Settings) -> dict[str, str]:
    """Settings of a session, usually few. `more` are some of the format."""
    drawn = {"spark.sql.session.timeZone": rng.choice(["UTC", "UTC", "America/New_York", "+01:00"])}
    if rng.random() < 0.5:
        least = max(1, size // _MOST_SPLITS)
        drawn["spark.sql.files.maxPartitionBytes"] = str(rng.randint(least, max(least, size)))
        drawn["spark.sql.files.openCostInBytes"] = rng.choice(["0", "1", "1000000"])
    for name, values, probability in (
        ("spark.sql.ansi.enabled", ["false"], 0.3),
        ("spark.sql.legacy.timeParserPolicy", ["LEGACY", "EXCEPTION"], 0.1),
        ("spark.sql.codegen.wholeStage", ["true"], 0.5),
        ("spark.sql.caseSensitive", ["true"], 0.05),
        *more,
    ):
        if rng.random() < probability:
            drawn[name] = rng.choice(values)
    return drawn


def options(
    rng: random.Random,
    choices: Mapping[str, Sequence[str]],
    unpushed: Mapping[str, Sequence[str]],
    numbers: Sequence[int],
) -> dict[str, str]:
    """Options of a read with one of their values: some number of `choices`, and rarely one of `unpushed`."""
    drawn = {name: rng.choice(choices[name]) for name in rng.sample(list(choices), rng.choice(numbers))}
    if rng.random() < _UNPUSHED:
        name = rng.choice(list(unpushed))
        drawn[name] = rng.choice(unpushed[name])
    return drawn


def line_ends(rng: random.Random) -> list[str]:
    """The ends of the lines of a file, eight of one kind."""
    return [rng.choice(["\n", "\n", "\n", "\r\n", "\r"])] * 8


def body(rng: random.Random, lines: Sequence[str], ends: Sequence[str], marked: float) -> bytes:
    """The bytes of a file of lines, sometimes without the last end. `marked` have a byte order mark."""
    text = "".join(line + rng.choice(ends) for line in lines)
    if rng.random() < 0.3:
        text = text.rstrip("\r\n")
    if rng.random() < marked:
        text = "\ufeff" + text
    written = text.encode(errors="surrogatepass")
    for mark, raw in NOT_UTF_8.items():
        written = written.replace(mark.encode(), raw)
    return written


def compressed(rng: random.Random, name: str, body: bytes) -> tuple[str, bytes]:
    """A file, rarely compressed."""
    chance = rng.random()
    if chance < 0.05:
        return f"{name}.gz", gzip.compress(body)
    return (f"{name}.bz2", bz2.compress(body)) if chance < 0.07 else (name, body)


def everything(known: Mapping[str, str], extra: Sequence[str] = ()) -> Query:
    """The query of all columns and rows."""
    return Query((*known, *extra), None, None, ordered=True)


def query(
    rng: random.Random,
    texts: Texts,
    known: Mapping[str, str],
    extra: Sequence[str] = (),
    inside: Mapping[str, str] = MappingProxyType({}),
) -> Query:
    """A query of columns with these names and types.

    It may select `extra` expressions too, and its predicate may be about fields `inside` other columns.
    """
    names = list(known) + [name for name in extra if rng.random() < 0.3]
    select = tuple(rng.sample(names, rng.choice([1, 1, 2, len(names)]) if len(names) > 1 else 1))
    if rng.random() < 0.12:
        first, last = next(iter(known)), list(known)[-1]
        select = (rng.choice(["count(*)", f"count({first})", f"max({last})"]),)
    where = csv_predicates.draw(rng, texts, {**known, **inside}) if rng.random() < 0.85 else None
    limit = rng.choice([0, 1, 5]) if rng.random() < 0.07 else None
    return Query(select, where, limit, ordered=rng.random() < 0.75)
