"""SQL by DuckDB: its parser, and its engine for what the store leaves."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import reduce

import duckdb
import pyarrow as pa
import pyarrow.compute as pc

from headwater.core.errors import HeadwaterError

_ALL_COLUMNS = ("STAR", "POSITIONAL_REFERENCE")
_NO_OTHER_CLAUSE = {
    "where_clause": None,
    "group_expressions": [],
    "aggregate_handling": "STANDARD_HANDLING",
    "having": None,
    "qualify": None,
    "sample": None,
}


def parsed(connection: duckdb.DuckDBPyConnection, text: str) -> dict:
    """DuckDB's syntax tree of one SELECT statement. HeadwaterError for any other text."""
    tree = json.loads(connection.execute("SELECT json_serialize_sql(?::VARCHAR)", [text]).fetchone()[0])
    if tree["error"]:
        raise HeadwaterError(
            f"the query cannot be parsed: {tree['error_message']}",
            advice="Use one SELECT statement in DuckDB's SQL.",
        )
    if (count := len(tree["statements"])) != 1:
        raise HeadwaterError(f"there are {count} statements", advice="Use one SELECT statement.")
    return tree


def reason(error: duckdb.Error) -> str:
    """What DuckDB says first. The lines below it show the place in a text that only Headwater has seen."""
    return str(error).splitlines()[0]


def nodes(tree: object) -> Iterator[dict]:
    """The tree's objects, from the top."""
    if isinstance(tree, dict):
        yield tree
        for each in tree.values():
            yield from nodes(each)
    elif isinstance(tree, list):
        for each in tree:
            yield from nodes(each)


def connect(*, files: bool = False) -> duckdb.DuckDBPyConnection:
    """A new database, whose statements do not find variables of this program as tables.

    Conditions may come from others, so they read no files. Statements of the command line may.
    """
    return duckdb.connect(config={"python_enable_replacements": False, "enable_external_access": files})


def columns_of(tree: object, names: list[str], table: str) -> list[str]:
    """The columns, of these names, that a part of a tree may read, in their order.

    It may name the table, which is then all of its columns.
    """
    found: set[str] = set()
    for node in nodes(tree):
        if node.get("class") in _ALL_COLUMNS:
            return names
        if node.get("class") == "COLUMN_REF":
            words = [each.lower() for each in node["column_names"]]
            if words == [table.lower()]:
                return names
            found.update(words)
    return [each for each in names if each.lower() in found]


def limit(select: dict) -> int | None:
    """How many first rows of its table are enough for a SELECT of columns, None if it may need all."""
    classes = {node.get("class") for node in nodes(select["select_list"])}
    if (
        any(select[name] != value for name, value in _NO_OTHER_CLAUSE.items())
        or select["from_table"]["sample"] is not None
        or not classes <= {None, "COLUMN_REF", "STAR"}
        or [each["type"] for each in select["modifiers"]] != ["LIMIT_MODIFIER"]
    ):
        return None
    modifier = select["modifiers"][0]
    bounds = [modifier["limit"], modifier["offset"]] if modifier["offset"] else [modifier["limit"]]
    counts = [each and each.get("value", {}).get("value") for each in bounds]
    return sum(counts) if all(isinstance(each, int) for each in counts) else None


def where(clause: str) -> dict:
    """The syntax tree of a condition. HeadwaterError for a text that is none."""
    with connect() as connection:
        tree = parsed(connection, f"SELECT * FROM rows WHERE {clause}")  # noqa: S608 (DuckDB parses it)
    node = tree["statements"][0]["node"]
    if node["type"] != "SELECT_NODE" or node["where_clause"] is None:
        raise HeadwaterError(f"{clause!r} is not a condition", advice="Use one condition of DuckDB's SQL.")
    return node["where_clause"]


def check(clause: str, schema: pa.Schema) -> None:
    """HeadwaterError unless the clause is a condition of rows with this schema."""
    with _evaluated(clause), connect() as connection:
        connection.from_arrow(schema.empty_table()).filter(clause).to_arrow_table()


def filtered(rows: pa.Table, columns: list[str], clause: str | None) -> pa.Table:
    """Those rows for which the clause is true, with these columns, as they are.

    HeadwaterError if the clause cannot be evaluated for a row.
    """
    if clause is None:
        return rows.select(columns)
    # DuckDB returns no columns: it has no nanoseconds in a zone, no type without values, and other names.
    condition = f"CAST(({clause}\n) AS BOOLEAN)"
    with _evaluated(clause), connect() as connection:
        found = connection.from_arrow(rows).project(condition).to_arrow_table()
    return rows.select(columns).filter(reduce(pc.and_kleene, found.columns))


@contextmanager
def _evaluated(clause: str) -> Iterator[None]:
    try:
        yield
    except duckdb.Error as error:
        raise HeadwaterError(
            f"the condition {clause!r} cannot be evaluated: {reason(error)}",
            advice="Check the columns and their types, or cast a column: day::VARCHAR.",
        ) from error


def schema_of(columns: str) -> pa.Schema:
    """The schema of columns as in CREATE TABLE: `id BIGINT, name VARCHAR`. HeadwaterError for other texts."""
    try:
        with connect() as connection:
            connection.execute(f"CREATE TABLE rows ({columns})")
            return connection.table("rows").to_arrow_table().schema
    except duckdb.Error as error:
        raise HeadwaterError(
            f"the schema {columns!r} cannot be parsed: {reason(error)}",
            advice="Write columns as in CREATE TABLE: 'id BIGINT, name VARCHAR'.",
        ) from error
