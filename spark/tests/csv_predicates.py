"""Predicates in SQL over columns of known types."""

import random
from collections.abc import Mapping

from csv_texts import NOT_UTF_8, Texts

_DEEPEST = 3
_COMPARISONS = ["=", "=", "!=", "<", "<=", ">", ">=", "<=>"]
_OF_OTHER_TYPES = ["1", "2.5", "127", "1e0", "3000000000", "0.1D", "-1"]
_ESCAPES = {"\\": "\\\\", "'": "\\'", "\0": "\\0", "\n": "\\n", "\r": "\\r"}
_ESCAPES |= dict.fromkeys(NOT_UTF_8, "\ufffd")


def draw(rng: random.Random, texts: Texts, columns: Mapping[str, str], depth: int = 0) -> str:
    """A predicate; `columns` are names and types."""
    chance = rng.random()
    if depth < _DEEPEST and chance < 0.4:
        left, right = (draw(rng, texts, columns, depth + 1) for _ in range(2))
        return f"({left} {rng.choice(['AND', 'OR'])} {right})"
    if depth < _DEEPEST and chance < 0.5:
        return f"NOT ({draw(rng, texts, columns, depth + 1)})"
    name, kind = rng.choice(list(columns.items()))
    return _leaf(rng, texts, name, kind, columns)


def _leaf(rng: random.Random, texts: Texts, name: str, kind: str, columns: Mapping[str, str]) -> str:
    alike = [other for other, its in columns.items() if its == kind]
    forms = [lambda: f"{name} {rng.choice(_COMPARISONS)} {_literal(texts, kind)}"] * 6
    forms += [lambda: _membership(rng, texts, name, kind)] * 2
    forms += [
        lambda: f"{name} IS {rng.choice(['', 'NOT '])}NULL",
        lambda: f"{name} BETWEEN {_literal(texts, kind)} AND {_literal(texts, kind)}",
        lambda: f"{name} {rng.choice(_COMPARISONS)} {rng.choice(alike)}",
    ]
    if kind == "STRING":
        forms += [lambda: _of_text(rng, texts, name)] * 4
    elif kind == "BOOLEAN":
        forms += [lambda: name] * 4
    elif "INT" in kind or kind in ("FLOAT", "DOUBLE") or kind.startswith("DECIMAL"):
        forms += [lambda: f"{name} {rng.choice(_COMPARISONS)} {rng.choice(_OF_OTHER_TYPES)}"] * 2
    return rng.choice(forms)()


def _membership(rng: random.Random, texts: Texts, name: str, kind: str) -> str:
    values = [_literal(texts, kind) for _ in range(rng.randint(1, 4))]
    values += ["NULL"] if rng.random() < 0.3 else []
    return f"{name} {rng.choice(['', 'NOT '])}IN ({', '.join(values)})"


def _of_text(rng: random.Random, texts: Texts, name: str) -> str:
    value = texts.value("STRING")[:20]
    part = value[: rng.randint(0, len(value))]
    patterns = [f"{part}%", f"%{part}", f"%{part}%", part, f"{part}_", "%"]
    return rng.choice(
        [
            f"{name} {rng.choice(['', 'NOT '])}LIKE {text(_plain(rng.choice(patterns)))}",
            f"startswith({name}, {text(part)})",
            f"contains({name}, {text(part)})",
            f"endswith({name}, {text(value)})",
            f"length({name}) > {rng.randint(0, 4)}",
            f"coalesce({name}, {text(value)}) = {text(part)}",
        ]
    )


def _plain(pattern: str) -> str:
    """A valid LIKE pattern: a backslash must escape a special character."""
    return pattern.replace("\\", "")


def _literal(texts: Texts, kind: str) -> str:
    """A literal of the kind, or NULL if the text is not one."""
    value = text(texts.value(kind)[:5000])
    return value if kind == "STRING" else f"try_cast({value} AS {kind})"


def text(value: str) -> str:
    """A Spark SQL literal."""
    return "'" + "".join(_ESCAPES.get(character, character) for character in value) + "'"
