"""The command `export`: a dataset as a table of Iceberg or Delta Lake."""

import importlib
import json
from contextlib import nullcontext
from pathlib import Path

import click

from headwater.access import stores
from headwater.commands.options import dataset_data_option, endpoint_option, json_option, uri_argument
from headwater.core.counts import counted
from headwater.core.errors import HeadwaterError
from headwater.core.snapshot import require_snapshot
from headwater.export.files import committed, read
from headwater.export.table import table_of
from headwater.terminal import console, tables

_OF_URLS = "%#?"
"""What the libraries of both formats read in a URI as a part of a URL. They would name another folder."""

_FORMATS = ("delta", "iceberg")
"""Each has a module. Their libraries take seconds to import, for which help and completion need not wait."""


@click.command()
@uri_argument
@click.option("--format", "kind", type=click.Choice(_FORMATS), required=True, help="The table format.")
@json_option
@endpoint_option
@dataset_data_option
def export(uri: str, kind: str, as_json: bool, endpoint: str | None, data: Path | None) -> None:
    """Describe the dataset at URI as a table of another format, for other engines.

    The table has exactly the files that readers of the dataset read now. Their data is not copied.
    Delta's log is written to URI/_delta_log, Iceberg's metadata to URI/_iceberg. Run the command again after
    each job.
    """
    bucket, folder = stores.s3_dataset(uri, endpoint, data)
    if odd := [each for each in _OF_URLS if each in folder]:
        raise HeadwaterError(
            f"{uri} has {odd[0]} in its name, which readers of both formats take for a part of a URL",
            advice=f"Write the dataset to a folder without {_OF_URLS} in its name. Nothing was exported.",
        )
    objects = committed(require_snapshot(bucket, folder), folder)
    if not objects:
        raise HeadwaterError(f"{uri} has no files", advice="Export it after the first job.")
    with nullcontext() if as_json else console.step(f"export {counted(len(objects), 'file')}"):
        table = table_of(read(bucket, objects, folder))
        location = importlib.import_module(f"headwater.export.{kind}").write(bucket, folder, table)
    found = {
        "table": location,
        "files": len(objects),
        "bytes": sum(each.length for each in objects),
        "rows": sum(each.footer.num_rows for each in table.files),
    }
    if as_json:
        click.echo(json.dumps(found, indent=2))
        return
    files, rows = counted(found["files"], "file"), counted(found["rows"], "row")
    click.echo(f"{location}: {files}, {tables.size(found['bytes'])}, {rows}")
