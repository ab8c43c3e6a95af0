"""Malformed CSV files, read options and queries, drawn from a seed."""

import random

import pyspark

import fuzz
from csv_texts import Texts
from fuzz import Draw

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

_SETTINGS = (
    ("spark.sql.csv.parser.columnPruning.enabled", ["false"], 0.1),
    ("spark.sql.csv.filterPushdown.enabled", ["false"], 0.1),
)


def draw(seed: int) -> Draw:
    """The draw of a seed."""
    rng = random.Random(seed)
    options = _options(rng)
    kinds = [rng.choice(KINDS) for _ in range(rng.choice([2, 3, 3, 4, 6]))]
    texts = Texts(rng, options)
    files = {f"{number}.csv": _file(rng, texts, kinds, options) for number in range(rng.choice([1, 1, 2, 4]))}
    files = dict(fuzz.compressed(rng, name, body) for name, body in files.items())
    columns = [f"c{number} {kind}" for number, kind in enumerate(kinds)]
    extra = ["_corrupt_record"] if rng.random() < 0.08 else []
    for name in extra:
        columns.insert(rng.randrange(len(columns) + 1), f"{name} STRING")
    known = {f"c{number}": kind for number, kind in enumerate(kinds)}
    inferred = rng.random() < 0.04
    if inferred:
        options |= {"header": "false", "inferSchema": "true"}
        known = {f"_c{number}": kind for number, kind in enumerate(kinds)}
    return Draw(
        seed,
        "csv",
        files,
        None if inferred else ", ".join(columns),
        options,
        fuzz.settings(rng, sum(map(len, files.values())), more=_SETTINGS),
        (fuzz.everything(known), *(fuzz.query(rng, texts, known, extra) for _ in range(fuzz.QUERIES))),
    )


def _options(rng: random.Random) -> dict[str, str]:
    """Usually few of them."""
    mode = rng.choice(["PERMISSIVE", "PERMISSIVE", "DROPMALFORMED", "FAILFAST"])
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
    return {"mode": mode} | fuzz.options(rng, choices, unpushed, [0, 1, 1, 2, 3, 5])


def _file(rng: random.Random, texts: Texts, kinds: list[str], options: dict[str, str]) -> bytes:
    header = texts.separator.join(f"c{number}" for number in range(len(kinds)))
    lines = [_line(rng, texts, kinds, header) for _ in range(rng.choice([0, 1, 5, 20, 60]))]
    if options.get("header") == "true" and rng.random() < 0.95:
        lines.insert(0 if rng.random() < 0.9 else rng.randrange(len(lines) + 1), header)
    ends = [options["lineSep"]] * 12 if "lineSep" in options else fuzz.line_ends(rng)
    ends += ["\n"] if rng.random() < 0.2 else []
    return fuzz.body(rng, lines, ends, 0.1)


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
