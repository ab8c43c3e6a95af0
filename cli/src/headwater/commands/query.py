"""The command `query`: SQL over CSV and JSON lines, which the store evaluates as far as it can."""

import shutil
import sys
import tempfile
from pathlib import Path

import click
import duckdb
import pyarrow as pa

from headwater.commands.options import endpoint_option
from headwater.commands.query_result import show, write
from headwater.core.errors import HeadwaterError
from headwater.queries.objects import Layout
from headwater.queries.sql import schema_of
from headwater.queries.statement import execute

_OUTPUT = click.Path(path_type=Path, dir_okay=False)


@click.command()
@click.argument("sql")
@click.option(
    "--format",
    "kind",
    type=click.Choice(["table", "csv", "json", "parquet"]),
    default="table",
    show_default=True,
    help="The format of the result. json has one object a line, with NaN and infinity as texts.",
)
@click.option("--output", type=_OUTPUT, help="Write the result to this file.  [default: standard output]")
@click.option(
    "--schema", "columns", help="The columns of the objects, as in CREATE TABLE.  [default: inferred]"
)
@click.option("--no-header", is_flag=True, help="The objects of CSV have no line with names.")
@click.option(
    "--separator", help="What separates the fields of CSV.  [default: a tab for .tsv, otherwise a comma]"
)
@click.option("--no-pushdown", is_flag=True, help="Read the objects without the store's help.")
@endpoint_option
def query(  # noqa: PLR0913, PLR0917 (one for each option)
    sql: str,
    kind: str,
    output: Path | None,
    columns: str | None,
    no_header: bool,
    separator: str | None,
    no_pushdown: bool,
    endpoint: str | None,
) -> None:
    """Run the SELECT statement SQL, in DuckDB's SQL, over objects of CSV or JSON lines.

    A table is the quoted URI of an object or folder: SELECT city, count(*) FROM 's3://lake/meters.csv'
    GROUP BY city. The store returns only the columns and rows that the statement needs, if it runs storlets.
    """
    if kind == "parquet" and output is None and sys.stdout.isatty():
        raise HeadwaterError(
            "Parquet is binary, and the standard output is a terminal",
            advice="Write it to a file: --output rows.parquet, or > rows.parquet",
        )
    schema = schema_of(columns) if columns else None
    layout = Layout(None, not no_header, separator)
    found = execute(sql, layout, schema, pushdown=not no_pushdown, endpoint=endpoint)
    try:
        _write(found, kind, output)
    except (pa.ArrowException, duckdb.Error) as error:
        raise HeadwaterError(
            f"the result cannot be written as {kind}: {error}",
            advice="Cast the column to text, column::VARCHAR, or use --format json.",
        ) from error


def _write(found: pa.Table, kind: str, output: Path | None) -> None:
    """Write the result. A file is opened once all of it is made, so that an error leaves it as it was."""
    if output is None:
        (show if sys.stdout.isatty() else write)(found, kind, sys.stdout.buffer)
        return
    with tempfile.TemporaryFile() as made:
        write(found, kind, made)
        made.seek(0)
        with output.open("wb") as file:
            shutil.copyfileobj(made, file)
