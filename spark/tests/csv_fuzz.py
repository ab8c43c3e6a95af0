"""Malformed CSV files, read options and queries, drawn from a seed."""

import bz2
import gzip
import random
from dataclasses import dataclass

import pyspark

import csv_predicates
from csv_texts import NOT_UTF_8, Texts

KINDS = ["STRING"] * 6 + ["INT", "BIGINT", "DOUBLE", "DECIMAL(10,2)", "DATE", "TIMESTAMP"] * 2
KINDS += [
    "SMALLINT",
    "TINYINT",
    "FLOAT",
    "DECIMAL(38,18)",
    "DECIMAL(20,0)",
    "BOOLEAN",
    "TIMESTAMP_NTZ",
]
# Spark 3.5 has no such columns in CSV.
KINDS += [] if pyspark.__version__.startswith("3.") else ["BINARY"]

_QUERIES = 6
_UNPUSHED = 0.05
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


def draw(seed: int) -> Draw:
    """The draw of a seed."""
    rng = random.Random(seed)
    options = _options(rng)
    kinds = [rng.choice(KINDS) for _ in range(rng.choice([2, 3, 3, 4, 6]))]
    texts = Texts(rng, options)
    files = {f"{number}.csv": _file(rng, texts, kinds, options) for number in range(rng.choice([1, 1, 2, 4]))}
    files = dict(_compressed(rng, name, body) for name, body in files.items())
    columns = [f"c{number} {kind}" for number, kind in enumerate(kinds)]
    if rng.random() < 0.08:
        columns.insert(rng.randrange(len(columns) + 1), "_corrupt_record STRING")
    known = {f"c{number}": kind for number, kind in enumerate(kinds)}
    inferred = rng.random() < 0.04
    if inferred:
        options |= {"header": "false", "inferSchema": "true"}
        known = {f"_c{number}": kind for number, kind in enumerate(kinds)}
    return Draw(
        seed,
        files,
        None if inferred else ", ".join(columns),
        options,
        _settings(rng, sum(map(len, files.values()))),
        tuple(_query(rng, texts, known, columns) for _ in range(_QUERIES)),
    )


def _options(rng: random.Random) -> dict[str, str]:
    """Usually few of them."""
    options = {"mode": rng.choice(["PERMISSIVE", "PERMISSIVE", "DROPMALFORMED", "FAILFAST"])}
    choices = {
        "sep": [";", "\t", "\\t", "|", "\x01", "||", "::", "ab", "é", " ", "aba", "|||"],
        "quote": ["'", "", "|", "\x02"],
        "escape": ['"', "", "^", "'"],
        "charToEscapeQuoteEscaping": ["\\", "^", '"'],
        "comment": ["#", "#", "x", "1", "~", '"'],
        "lineSep": ["\n", "\n", "\r\n", "\r", "\x1e", ";", "||"],
        "nullValue": ["NA", "0", "null", " ", "x"],
        "emptyValue": ["void", "0", "NA"],
        "ignoreLeadingWhiteSpace": ["true"],
        "ignoreTrailingWhiteSpace": ["true"],
        "header": ["true", "true"],
        "enforceSchema": ["false"],
        "nanValue": ["NA", "1", "nan"],
        "positiveInf": ["Infinity", "1e9"],
        "negativeInf": ["-Infinity", "0"],
        "dateFormat": ["yyyy-MM-dd", "dd/MM/yyyy", "yyyyMMdd"],
        "timestampFormat": ["yyyy-MM-dd HH:mm:ss", "dd/MM/yyyy"],
        "timestampNTZFormat": ["yyyy-MM-dd HH:mm:ss"],
        "timeZone": ["UTC", "Europe/Paris", "+05:30", "-08:00"],
        "locale": ["de-DE", "en-US"],
        "preferDate": ["false"],
        "enableDateTimeParsingFallback": ["true", "false"],
        "unescapedQuoteHandling": ["STOP_AT_CLOSING_QUOTE", "SKIP_VALUE"],
        "columnPruning": ["false"],
        "inputBufferSize": ["32", "128"],
    }
    unpushed = {
        "unescapedQuoteHandling": ["BACK_TO_DELIMITER", "RAISE_ERROR"],
        "multiLine": ["true"],
        "encoding": ["ISO-8859-1", "UTF-16"],
        "maxColumns": ["3", "100"],
        "maxCharsPerColumn": ["5", "100"],
    }
    for name in rng.sample(list(choices), rng.choice([0, 1, 1, 2, 3, 5])):
        options[name] = rng.choice(choices[name])
    if rng.random() < _UNPUSHED:
        name = rng.choice(list(unpushed))
        options[name] = rng.choice(unpushed[name])
    return options


def _settings(rng: random.Random, size: int) -> dict[str, str]:
    settings = {"spark.sql.session.timeZone": rng.choice(["UTC", "UTC", "America/New_York", "+01:00"])}
    if rng.random() < 0.5:
        least = max(1, size // _MOST_SPLITS)
        settings["spark.sql.files.maxPartitionBytes"] = str(rng.randint(least, max(least, size)))
        settings["spark.sql.files.openCostInBytes"] = rng.choice(["0", "1", "1000000"])
    for name, values, probability in (
        ("spark.sql.ansi.enabled", ["false"], 0.3),
        ("spark.sql.csv.parser.columnPruning.enabled", ["false"], 0.1),
        ("spark.sql.csv.filterPushdown.enabled", ["false"], 0.1),
        ("spark.sql.legacy.timeParserPolicy", ["LEGACY", "EXCEPTION"], 0.1),
        ("spark.sql.codegen.wholeStage", ["true"], 0.5),
        ("spark.sql.caseSensitive", ["true"], 0.05),
    ):
        if rng.random() < probability:
            settings[name] = rng.choice(values)
    return settings


def _file(rng: random.Random, texts: Texts, kinds: list[str], options: dict[str, str]) -> bytes:
    header = texts.separator.join(f"c{number}" for number in range(len(kinds)))
    lines = [_line(rng, texts, kinds, header) for _ in range(rng.choice([0, 1, 5, 20, 60]))]
    if options.get("header") == "true" and rng.random() < 0.95:
        lines.insert(0 if rng.random() < 0.9 else rng.randrange(len(lines) + 1), header)
    ends = (
        [options["lineSep"]] * 12
        if "lineSep" in options
        else [rng.choice(["\n", "\n", "\n", "\r\n", "\r"])] * 8
    )
    ends += ["\n"] if rng.random() < 0.2 else []
    text = "".join(line + rng.choice(ends) for line in lines)
    if rng.random() < 0.3:
        text = text.rstrip("\r\n")
    if rng.random() < 0.1:
        text = "\ufeff" + text
    body = text.encode(errors="surrogatepass")
    for mark, raw in NOT_UTF_8.items():
        body = body.replace(mark.encode(), raw)
    return body


def _line(rng: random.Random, texts: Texts, kinds: list[str], header: str) -> str:
    chance = rng.random()
    if chance < 0.03:
        return rng.choice(
            ["", " ", "\t", "\x00", header, f"{texts.comment}{header}", "\ufeff", texts.separator]
        )
    fields = [texts.field(kind) for kind in kinds]
    if chance < 0.08:
        fields += [texts.field("STRING") for _ in range(rng.randint(1, 3))]
    elif chance < 0.13:
        fields = fields[: rng.randrange(len(fields) + 1)]
    return texts.separator.join(fields)


def _compressed(rng: random.Random, name: str, body: bytes) -> tuple[str, bytes]:
    chance = rng.random()
    if chance < 0.05:
        return f"{name}.gz", gzip.compress(body)
    return (f"{name}.bz2", bz2.compress(body)) if chance < 0.07 else (name, body)


def _query(rng: random.Random, texts: Texts, known: dict[str, str], columns: list[str]) -> Query:
    names = list(known)
    if any(column.startswith("_corrupt_record") for column in columns) and rng.random() < 0.3:
        names.append("_corrupt_record")
    select = tuple(rng.sample(names, rng.choice([1, 1, 2, len(names)])))
    if rng.random() < 0.12:
        select = (rng.choice(["count(*)", f"count({names[0]})", f"max({names[-1]})"]),)
    where = csv_predicates.draw(rng, texts, known) if rng.random() < 0.85 else None
    limit = rng.choice([0, 1, 5]) if rng.random() < 0.07 else None
    return Query(select, where, limit, ordered=rng.random() < 0.75)
