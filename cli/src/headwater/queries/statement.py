"""A statement of SQL whose tables are URIs of objects."""

import json

import duckdb
import pyarrow as pa

from headwater.core.errors import HeadwaterError
from headwater.queries import sql
from headwater.queries.objects import Layout
from headwater.queries.query import Source
from headwater.terminal.progress import byte_bar

_URI = "://"


def execute(
    text: str, layout: Layout, schema: pa.Schema | None, *, pushdown: bool, endpoint: str | None
) -> pa.Table:
    """The result of a SELECT statement. Each table that is a URI is queried in its store.

    The store gets the columns that a SELECT names, and what it can evaluate of its WHERE, or
    its LIMIT. DuckDB does the rest. A terminal sees how much is read. Raises HeadwaterError.
    """
    with sql.connect(files=True) as connection:
        tree = sql.parsed(connection, text)
        for number, (table, select) in enumerate(_tables(tree)):
            source = Source.open(table["table_name"], endpoint, layout, schema)
            table["alias"] = table["alias"] or f"table_{number}"
            wanted = sql.columns_of(select, source.names, table["alias"]) if select else source.names
            clause = select["where_clause"] if select else None
            with byte_bar(f"read {_last_name(table['table_name'])}", source.length) as advance:
                rows = source.candidates(
                    wanted or source.names[:1],
                    clause,
                    table["alias"],
                    limit=sql.limit(select) if select else None,
                    pushdown=pushdown,
                    advance=advance,
                )
            table["table_name"] = f"headwater_{number}"
            connection.register(table["table_name"], rows)
        return _result(connection, tree)


def _result(connection: duckdb.DuckDBPyConnection, tree: dict) -> pa.Table:
    try:
        rewritten = connection.execute("SELECT json_deserialize_sql(?::JSON)", [json.dumps(tree)]).fetchone()
        return connection.sql(rewritten[0]).to_arrow_table()
    except duckdb.Error as error:
        raise HeadwaterError(
            f"the query cannot be executed: {sql.reason(error)}",
            advice="Check the tables, the columns and their types. A table is a quoted URI: 's3://bucket/key.csv'.",
        ) from error


def _last_name(uri: str) -> str:
    return uri.rstrip("/").rpartition("/")[2]


def _tables(tree: dict) -> list[tuple[dict, dict | None]]:
    """The tables that are URIs, each with its SELECT: None in a join, or if its columns are renamed."""
    selects = {
        id(node["from_table"]): node
        for node in sql.nodes(tree)
        if node.get("type") == "SELECT_NODE"
        and node["from_table"].get("type") == "BASE_TABLE"
        and not node["from_table"]["column_name_alias"]
    }
    return [
        (node, selects.get(id(node)))
        for node in sql.nodes(tree)
        if node.get("type") == "BASE_TABLE" and _URI in node["table_name"]
    ]
