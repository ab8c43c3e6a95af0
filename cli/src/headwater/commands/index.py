"""The command `index`: creates, updates and shows the skip index of a dataset."""

import json
from pathlib import Path

import click

from headwater.access import stores
from headwater.commands.options import dataset_data_option, endpoint_option, json_option, uri_argument
from headwater.core.counts import counted
from headwater.core.errors import HeadwaterError
from headwater.core.snapshot import data_objects, require_snapshot
from headwater.skipping import options as recorded
from headwater.skipping.build import Builder, BuildResult, read
from headwater.skipping.document import NAME, Index
from headwater.terminal import tables
from headwater.terminal.progress import byte_bar
from headwater.terminal.text import printable

_SOURCES = ("csv", "json", "parquet", "orc")


@click.command()
@uri_argument
@click.option("--format", "source", type=click.Choice(_SOURCES), help="The format of the objects.")
@click.option(
    "--option",
    "-o",
    "given",
    multiple=True,
    metavar="NAME=VALUE",
    help="An option of Spark's reader (repeatable).",
)
@click.option("--schema", metavar="DDL", help="For JSON: the columns and their types, as readers have them.")
@click.option(
    "--columns", metavar="NAME,NAME", help="Index only these columns, by name or (for CSV) by number from 0."
)
@click.option("--show", is_flag=True, help="Show the existing index, and how much of the dataset is in it.")
@json_option
@endpoint_option
@dataset_data_option
def index(  # noqa: PLR0913, PLR0917 (one for each option)
    uri: str,
    source: str | None,
    given: tuple[str, ...],
    schema: str | None,
    columns: str | None,
    show: bool,
    as_json: bool,
    endpoint: str | None,
    data: Path | None,
) -> None:
    """Build a skip index of the dataset at URI.

    The index is one small object next to the dataset. For each object it has the minimum and maximum of its
    columns, the values of columns with few values, and Bloom filters. The store computes them if it runs the
    storlet `stats`, otherwise Spark does. Objects that are unchanged since the last index are not read again.
    Without --format and --option, objects are read in the way of the existing index.
    """
    bucket, folder = stores.s3_dataset(uri, endpoint, data)
    seen = require_snapshot(bucket, folder)
    objects = data_objects(seen, folder)
    old = read(bucket, seen, folder)
    if show:
        _show(uri, old, {each.key.removeprefix(folder): each.etag for each in objects}, as_json)
        return
    options = recorded.kept(old.options) if old and not source and not given else None
    source = source or (old.source if old else _guess([each.key for each in objects]))
    if schema and source != "json":
        raise HeadwaterError(
            "--schema is for --format json", advice="Leave it out: other formats contain the types."
        )
    options = recorded.of(source, given) if options is None else options
    title, total = f"index {counted(len(objects), 'object')}", sum(each.length for each in objects)
    with byte_bar(title, total) as advance:
        built = Builder(bucket, folder, source, options, schema, advance).build(objects, old)
    if columns:
        built.index.only(columns.split(","))
    body = built.index.content()
    bucket.put(folder + NAME, body)
    _report(uri, built, len(body), as_json)


def _guess(keys: list[str]) -> str:
    found = {source for source in _SOURCES for key in keys if f".{source}" in key.rpartition("/")[2].lower()}
    if len(found) != 1:
        raise HeadwaterError(
            "the format of the objects is not clear from their names",
            advice="Name it, for example: --format csv",
        )
    return found.pop()


def _report(uri: str, built: BuildResult, length: int, as_json: bool) -> None:
    counts = {
        "kept": len(built.kept),
        "by_storlet": len(built.by_storlet),
        "by_spark": len(built.by_spark),
        "changed": len(built.changed),
    }
    if as_json:
        click.echo(json.dumps({"uri": uri, "bytes": length, "refusal": built.refusal} | counts, indent=2))
        return
    click.echo(
        f"{counted(len(built.index.objects), 'object')} in an index of {tables.size(length)}: "
        f"{counts['by_storlet']:,} read in the store, {counts['by_spark']:,} by Spark, "
        f"{counts['kept']:,} unchanged"
    )
    if built.refusal and built.by_spark:
        click.echo(f"The store ran no storlet: {printable(built.refusal)}")
    for key in built.changed:
        click.echo(
            f"{printable(key)} was replaced during the run: queries read it until you run the command again"
        )


def _show(uri: str, found: Index | None, etags: dict[str, str], as_json: bool) -> None:
    if found is None:
        raise HeadwaterError(f"{uri} has no index", advice=f"Create one: headwater index {uri}")
    current = [each for key, each in found.objects.items() if etags.get(key) == each["etag"]]
    document = {
        "uri": uri,
        "format": found.source,
        "options": found.options,
        "objects": {"read": len(etags), "indexed": len(current), "stale": len(found.objects) - len(current)},
        "columns": [_column(found, place) for place in range(len(found.columns))],
    }
    if as_json:
        click.echo(json.dumps(document, indent=2))
        return
    click.echo(
        f"{uri} as {printable(found.source)}{_read_with(found)}: "
        f"{len(current):,} of {counted(len(etags), 'object')} unchanged in the index"
    )
    names = ("position", "name", "type", "objects", "values", "bounds", "filters")
    tables.show(names, ([each.get(name) for name in names] for each in document["columns"]))


def _read_with(found: Index) -> str:
    options = recorded.describe(found.options)
    return f" with {printable(options)}" if options else ""


def _column(found: Index, place: int) -> dict:
    """The number of objects in which the column is known, and its data."""
    lists = [each["columns"] for each in found.objects.values()]
    known = [columns[place] for columns in lists if place < len(columns) and columns[place]]
    return found.columns[place] | {
        "objects": len(known),
        "values": sum("values" in each for each in known),
        "bounds": sum("min" in each for each in known),
        "filters": sum("bloom" in each for each in known),
    }
