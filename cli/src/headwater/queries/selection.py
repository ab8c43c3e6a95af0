"""The part of a WHERE clause that storlets evaluate (protocol/selection.schema.json).

The clause is a tree that DuckDB parsed. A predicate that storlets cannot evaluate exactly as DuckDB does is
left to DuckDB.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import pyarrow as pa

from headwater.queries.types import literal, storlet_type

_COMPARISONS = {
    "COMPARE_EQUAL": ("eq", "eq"),
    "COMPARE_NOTEQUAL": ("ne", "ne"),
    "COMPARE_LESSTHAN": ("lt", "gt"),
    "COMPARE_LESSTHANOREQUALTO": ("le", "ge"),
    "COMPARE_GREATERTHAN": ("gt", "lt"),
    "COMPARE_GREATERTHANOREQUALTO": ("ge", "le"),
}
"""Each with its operator, and that of exchanged sides."""

_PARTS = {"prefix": "prefix", "starts_with": "prefix", "suffix": "suffix", "ends_with": "suffix"}
_SPECIAL = ("_", "\\")


@dataclass(frozen=True)
class Pushed:
    """What the store evaluates: a tree, or None. `complete`: nothing is left to DuckDB."""

    tree: dict | None
    complete: bool


@dataclass(frozen=True)
class _Column:
    """A column: how a storlet names it, and its type."""

    name: object
    kind: pa.DataType

    @property
    def named(self) -> dict:
        """What a predicate says of it."""
        return {"column": self.name, "type": storlet_type(self.kind)}


class Translator:
    """Translates a clause over columns of a schema. `column` is how a storlet names one: position or path."""

    def __init__(self, schema: pa.Schema, table: str, column: Callable[[int], object]) -> None:
        names = Counter(each.name.lower() for each in schema)
        # Which column a name means that two have is DuckDB's choice.
        self._columns: Mapping[str, _Column] = {
            each.name.lower(): _Column(column(number), each.type)
            for number, each in enumerate(schema)
            if names[each.name.lower()] == 1
        }
        self._table = table.lower()

    def pushed(self, clause: dict | None) -> Pushed:
        """What of a clause the store can evaluate: it may keep rows too many, and drops none too many."""
        if clause is None:
            return Pushed(None, complete=True)
        conjuncts = clause["children"] if clause["type"] == "CONJUNCTION_AND" else [clause]
        trees = [self._tree(each) for each in conjuncts]
        known = [each for each in trees if each]
        return Pushed(_joined("and", known) if known else None, complete=len(known) == len(trees))

    def _tree(self, node: dict) -> dict | None:
        if node["class"] == "CONJUNCTION":
            trees = [self._tree(each) for each in node["children"]]
            operator = "and" if node["type"] == "CONJUNCTION_AND" else "or"
            return _joined(operator, [each for each in trees if each]) if all(trees) else None
        if node["class"] == "COMPARISON":
            return self._comparison(node)
        if node["class"] == "BETWEEN":
            low = self._compare(node["input"], "ge", node["lower"])
            high = self._compare(node["input"], "le", node["upper"])
            return {"and": [low, high]} if low and high else None
        if node["class"] == "OPERATOR":
            return self._operator(node)
        return self._function(node) if node["class"] == "FUNCTION" else None

    def _comparison(self, node: dict) -> dict | None:
        if node["type"] not in _COMPARISONS:
            return None
        straight, exchanged = _COMPARISONS[node["type"]]
        return self._compare(node["left"], straight, node["right"]) or self._compare(
            node["right"], exchanged, node["left"]
        )

    def _compare(self, column: dict, operator: str, constant: dict) -> dict | None:
        found = self._column(column)
        value = found and self._literal(found.kind, constant)
        return {**found.named, "op": operator, "value": value} if found and value is not None else None

    def _operator(self, node: dict) -> dict | None:
        kind, children = node["type"], node["children"]
        if kind == "OPERATOR_NOT":
            inner = self._tree(children[0])
            return inner and {"not": inner}
        found = self._column(children[0])
        if found is None:
            return None
        if kind in ("OPERATOR_IS_NULL", "OPERATOR_IS_NOT_NULL"):
            return {**found.named, "op": "is_null" if kind == "OPERATOR_IS_NULL" else "is_not_null"}
        if kind not in ("COMPARE_IN", "COMPARE_NOT_IN"):
            return None
        values = [self._literal(found.kind, each) for each in children[1:]]
        if None in values:
            return None
        tree = {**found.named, "op": "in", "values": values}
        return tree if kind == "COMPARE_IN" else {"not": tree}

    def _function(self, node: dict) -> dict | None:
        name, children = node["function_name"], node["children"]
        found = self._column(children[0]) if len(children) == 2 else None  # noqa: PLR2004
        if found is None or storlet_type(found.kind) != "string":
            return None
        text = self._literal(found.kind, children[1])
        if text is None:
            return None
        if name in _PARTS:
            return _part(found, _PARTS[name], text)
        if name == "contains":
            return _part(found, "contains", text)
        like = _like(found, text) if name in ("~~", "!~~") else None
        return {"not": like} if like and name == "!~~" else like

    def _column(self, node: dict) -> _Column | None:
        if node["class"] != "COLUMN_REF":
            return None
        *table, name = (each.lower() for each in node["column_names"])
        found = self._columns.get(name) if table in ([], [self._table]) else None
        return found if found and isinstance(storlet_type(found.kind), str) else None

    @staticmethod
    def _literal(kind: pa.DataType, node: dict) -> str | None:
        if node["class"] == "CAST":
            matches = {"DATE": "date", "TIMESTAMP": "timestamp_ntz"}.get(node["cast_type"]["id"])
            return Translator._literal(kind, node["child"]) if matches == storlet_type(kind) else None
        return literal(kind, node) if node["class"] == "CONSTANT" else None


def _joined(operator: str, trees: Sequence[dict]) -> dict:
    return trees[0] if len(trees) == 1 else {operator: list(trees)}


def _part(column: _Column, operator: str, text: str) -> dict:
    return {**column.named, "op": operator, "value": text}


def _like(column: _Column, pattern: str) -> dict | None:
    """A pattern whose only special characters are a first and a last %."""
    begins, ends = pattern.startswith("%"), pattern.endswith("%")
    text = pattern.removeprefix("%").removesuffix("%")
    if "%" in text or any(each in text for each in _SPECIAL) or not text:
        return None
    operators = {(True, True): "contains", (True, False): "suffix", (False, True): "prefix"}
    return _part(column, operators.get((begins, ends), "eq"), text)
