"""Malformed JSON lines, read options and queries, drawn from a seed."""

import random

import fuzz
from csv_fuzz import KINDS
from csv_texts import Texts
from fuzz import Draw
from json_values import NESTED, Values

_SETTINGS = (
    ("spark.sql.json.filterPushdown.enabled", ["false"], 0.1),
    ("spark.sql.json.enablePartialResults", ["false"], 0.2),
    ("spark.sql.legacy.json.allowEmptyString.enabled", ["true"], 0.1),
)
_CORRUPT = "_corrupt_record"
_ROOTS = [
    "",
    " ",
    "\t",
    "[]",
    "{}",
    "null",
    "7",
    '"x"',
    "{",
    "}",
    "\ufeff{}",
    "\x00",
    "[{}]",
    "// x",
    "{}{}",
    "\ue000",
]


def draw(seed: int) -> Draw:
    """The draw of a seed."""
    rng = random.Random(seed)
    options = _options(rng)
    kinds = [rng.choice(KINDS) for _ in range(rng.choice([1, 2, 3, 4]))]
    kinds += [rng.choice(list(NESTED)) for _ in range(rng.choice([0, 0, 1, 1, 2]))]
    kinds = {f"c{number}": kind for number, kind in enumerate(kinds)}
    files = {f"{number}.json": _file(rng, kinds, options) for number in range(rng.choice([1, 1, 2, 4]))}
    files = dict(fuzz.compressed(rng, name, body) for name, body in files.items())
    columns = [f"{name} {kind}" for name, kind in kinds.items()]
    nested = {name: NESTED[kind] for name, kind in kinds.items() if kind in NESTED}
    extra = [f"CAST({name} AS STRING) AS {name}" for name in nested]
    corrupt = [_CORRUPT] if rng.random() < 0.08 else []
    for name in corrupt:
        columns.insert(rng.randrange(len(columns) + 1), f"{name} STRING")
    known = {name: kind for name, kind in kinds.items() if name not in nested}
    inside = {f"{name}.{path}": kind for name, paths in nested.items() for path, kind in paths.items()}
    drawn = (fuzz.query(rng, Texts(rng, {}), known, extra + corrupt, inside) for _ in range(fuzz.QUERIES))
    return Draw(
        seed,
        "json",
        files,
        ", ".join(columns),
        options,
        fuzz.settings(rng, sum(map(len, files.values())), more=_SETTINGS),
        (fuzz.everything(known, extra), *drawn),
    )


def _options(rng: random.Random) -> dict[str, str]:
    """Usually few of them."""
    mode = rng.choice(["PERMISSIVE"] * 6 + ["DROPMALFORMED"] * 2 + ["FAILFAST"])
    choices = {
        "primitivesAsString": ["true"],
        "prefersDecimal": ["true"],
        "allowComments": ["true"],
        "allowUnquotedFieldNames": ["true"],
        "allowSingleQuotes": ["false"],
        "allowNumericLeadingZeros": ["true"],
        "allowNonNumericNumbers": ["false"],
        "allowBackslashEscapingAnyCharacter": ["true"],
        "allowUnquotedControlChars": ["true"],
        "dropFieldIfAllNull": ["true"],
        "lineSep": ["\n", "\n", "\r\n", "\r", "\x1e", ";"],
        "dateFormat": ["yyyy-MM-dd", "dd/MM/yyyy", "yyyyMMdd"],
        "timestampFormat": ["yyyy-MM-dd HH:mm:ss", "dd/MM/yyyy"],
        "timestampNTZFormat": ["yyyy-MM-dd HH:mm:ss"],
        "timeZone": ["UTC", "Europe/Paris", "+05:30", "-08:00"],
        "locale": ["de-DE", "en-US"],
        "enableDateTimeParsingFallback": ["true", "false"],
        "columnNameOfCorruptRecord": [_CORRUPT],
    }
    unpushed = {
        "multiLine": ["true"],
        "encoding": ["UTF-8", "ISO-8859-1"],
        "maxNumLen": ["5", "1000"],
        "maxStringLen": ["3", "100"],
        "maxNestingDepth": ["2", "100"],
    }
    return {"mode": mode} | fuzz.options(rng, choices, unpushed, [0, 0, 1, 1, 2, 4])


def _file(rng: random.Random, kinds: dict[str, str], options: dict[str, str]) -> bytes:
    values = Values(rng)
    lines = [_line(rng, values, kinds) for _ in range(rng.choice([0, 1, 20, 60, 200]))]
    ends = [options["lineSep"]] if "lineSep" in options else [*fuzz.line_ends(rng), "\n"]
    return fuzz.body(rng, lines, ends, 0.05)


def _line(rng: random.Random, values: Values, kinds: dict[str, str]) -> str:
    chance = rng.random()
    if chance < 0.03:
        return rng.choice(_ROOTS)
    line = values.object([(name, values.value(kind)) for name, kind in kinds.items()])
    if chance > 0.05:
        return line
    cut = rng.randrange(len(line) + 1)
    return rng.choice(
        [
            f"[{line}]",
            f"[{line},{line}]",
            f" {line}\t",
            f"{line} x",
            f"{line}{line}",
            line[:cut],
            f"/**/{line}",
        ]
    )
