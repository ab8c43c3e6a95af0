"""Tables of Delta Lake: a log next to the files, which names exactly these."""

import time
from urllib.parse import unquote

import pyarrow as pa
from deltalake import DeltaTable, Schema
from deltalake.exceptions import DeltaError
from deltalake.transaction import AddAction, RemoveAction, create_table_with_add_actions

from headwater.core.bucket import Bucket
from headwater.core.errors import HeadwaterError
from headwater.export import statistics
from headwater.export.files import DataFile
from headwater.export.table import Table

LOG = "_delta_log/"
_MARK = "Exported by headwater export"
"""The description by which a later export recognizes the table."""


def write(bucket: Bucket, folder: str, table: Table) -> str:
    """Create or update the log of a folder. Returns the table's URI.

    HeadwaterError if the log is another program's, or has other columns.
    """
    uri = f"s3://{bucket.name}/{folder}".rstrip("/")
    options = bucket.access | {"AWS_ALLOW_HTTP": "true", "aws_conditional_put": "etag"}
    schema = _schema(uri, table)
    try:
        if DeltaTable.is_deltatable(uri, options):
            _update(_ours(uri, options, schema), table, schema, folder)
        else:
            create_table_with_add_actions(
                uri,
                schema,
                [_added(each, folder) for each in table.files],
                partition_by=table.partitioning,
                description=_MARK,
                storage_options=options,
            )
    except DeltaError as error:
        raise HeadwaterError(
            f"{uri}/{LOG} could not be written: {error}",
            advice="If another export was faster, run the command again.",
        ) from error
    return uri


def _schema(uri: str, table: Table) -> Schema:
    try:
        return Schema.from_arrow(table.schema)
    except Exception as error:  # The library has no class for it.
        reason = str(error).partition("\n")[0]
        raise HeadwaterError(
            f"{uri} has columns that Delta Lake does not support: {reason}",
            advice="Export it as Iceberg, or write it with other types or names.",
        ) from error


def _ours(uri: str, options: dict[str, str], schema: Schema) -> DeltaTable:
    existing = DeltaTable(uri, storage_options=options)
    if existing.metadata().description != _MARK:
        raise HeadwaterError(
            f"{uri} is a table of Delta Lake that another program wrote",
            advice="It needs no export. Read it as it is.",
        )
    if existing.schema() != schema:
        raise HeadwaterError(
            f"the columns of {uri} have changed since its last export",
            advice=f"Delete {uri}/{LOG}, which contains no data. Then export again.",
        )
    return existing


def _update(existing: DeltaTable, table: Table, schema: Schema, folder: str) -> None:
    """Commit the differences. A file that was replaced is removed by a separate commit before."""
    known = pa.table(existing.get_add_actions()).to_pydict() if existing.file_uris() else {}
    before = dict(zip(map(unquote, known.get("path", ())), known.get("modification_time", ()), strict=True))
    now = {_path(each, folder): each for each in table.files}
    replaced = [p for p, modified in before.items() if p in now and now[p].stored.modified != modified]
    added = [each for path, each in now.items() if path not in before or path in replaced]
    removed = [path for path in before if path not in now]
    for actions in (
        [_removed(path) for path in replaced],
        [*(_added(each, folder) for each in added), *map(_removed, removed)],
    ):
        if actions:
            existing.create_write_transaction(actions, "append", schema, table.partitioning)
            existing.update_incremental()


def _path(file: DataFile, folder: str) -> str:
    return file.stored.key.removeprefix(folder)


def _added(file: DataFile, folder: str) -> AddAction:
    stored = file.stored
    return AddAction(
        path=_path(file, folder),
        size=stored.length,
        partition_values=file.partition,
        modification_time=stored.modified,
        data_change=True,
        stats=statistics.of(file.footer),
    )


def _removed(path: str) -> RemoveAction:
    return RemoveAction(path, data_change=True, deletion_timestamp=int(time.time() * 1000))
