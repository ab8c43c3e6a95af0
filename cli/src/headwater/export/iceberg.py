"""Tables of Iceberg: metadata in a hidden folder, which name exactly the files."""

import json
import re

from pyiceberg.catalog.memory import InMemoryCatalog
from pyiceberg.exceptions import ValidationError
from pyiceberg.io.pyarrow import (
    UnsupportedPyArrowTypeException,
    compute_statistics_plan,
    data_file_statistics_from_parquet_metadata,
    parquet_path_to_id_mapping,
)
from pyiceberg.manifest import DataFile as IcebergFile
from pyiceberg.manifest import DataFileContent, FileFormat
from pyiceberg.table import TableProperties, Transaction
from pyiceberg.typedef import Record

from headwater.core.bucket import Bucket
from headwater.core.errors import HeadwaterError
from headwater.core.state import StoredObject
from headwater.datasets.partitions import typed
from headwater.export.files import DataFile
from headwater.export.table import Table

FOLDER = "_iceberg/"
_METADATA = f"{FOLDER}metadata/"
_VERSION = re.compile(r".*/v([0-9]+)\.metadata\.json", re.DOTALL)
_NAME = ("headwater", "export")

_MARK = "headwater.exported"
"""The property by which a later export recognizes the table."""

# Other programs must not delete the files of the dataset.
_PROPERTIES = {"gc.enabled": "false", "format-version": "2", _MARK: "true"}


def write(bucket: Bucket, folder: str, table: Table) -> str:
    """Write the metadata of a new version. Returns the table's URI.

    HeadwaterError if the folder has metadata of another program, or the columns are not supported.
    """
    root = f"s3://{bucket.name}/{folder}"
    known = _versions(bucket, folder)
    if known and not _is_ours(bucket.get(known[max(known)])):
        raise HeadwaterError(
            f"{root}{FOLDER} has metadata of Iceberg that another program wrote",
            advice="Move it elsewhere, or read that table as it is. Nothing was exported.",
        )
    catalog = InMemoryCatalog("headwater", warehouse=root, **file_io(bucket.access))
    catalog.create_namespace(_NAME[:1])
    try:
        created = catalog.create_table_transaction(
            _NAME, table.schema, location=root + FOLDER.rstrip("/"), properties=_PROPERTIES
        )
        with created as transaction:
            _add(transaction, table, f"s3://{bucket.name}/")
    except (TypeError, ValueError, ValidationError, UnsupportedPyArrowTypeException) as error:
        raise HeadwaterError(
            f"{root} has columns that Iceberg does not support: {error}",
            advice="Export it as Delta, or write it with other types.",
        ) from error
    version = max(known, default=0) + 1
    _publish(bucket, folder, catalog.load_table(_NAME).metadata_location, version)
    return root + FOLDER.rstrip("/")


def file_io(access: dict[str, str]) -> dict[str, str]:
    """The properties of Iceberg for a store, from `Bucket.access`."""
    names = {
        "s3.endpoint": "AWS_ENDPOINT_URL",
        "s3.region": "AWS_REGION",
        "s3.access-key-id": "AWS_ACCESS_KEY_ID",
        "s3.secret-access-key": "AWS_SECRET_ACCESS_KEY",
        "s3.session-token": "AWS_SESSION_TOKEN",
    }
    return {name: access[variable] for name, variable in names.items() if variable in access}


def _add(transaction: Transaction, table: Table, bucket: str) -> None:
    if table.partitioning:
        with transaction.update_spec() as spec:
            for name in table.partitioning:
                spec.add_identity(name)
    metadata = transaction.table_metadata
    # The files have no field ids, so readers find columns by name.
    mapping = metadata.schema().name_mapping.model_dump_json()
    transaction.set_properties({TableProperties.DEFAULT_NAME_MAPPING: mapping})
    with transaction.update_snapshot().fast_append() as append:
        for each in table.files:
            append.append_data_file(_file(each, table, transaction, bucket))


def _file(file: DataFile, table: Table, transaction: Transaction, bucket: str) -> IcebergFile:
    metadata = transaction.table_metadata
    schema, stored = metadata.schema(), file.stored
    # Iceberg has no bounds of this type.
    without = {f"write.metadata.metrics.column.{name}": "none" for name in file.old_timestamps}
    found = data_file_statistics_from_parquet_metadata(
        parquet_metadata=file.footer,
        stats_columns=compute_statistics_plan(schema, metadata.properties | without),
        parquet_column_mapping=parquet_path_to_id_mapping(schema),
    )
    values = (
        typed(name, file.partition[name], table.schema.field(name).type).as_py()
        for name in table.partitioning
    )
    return IcebergFile.from_args(
        content=DataFileContent.DATA,
        file_path=bucket + stored.key,
        file_format=FileFormat.PARQUET,
        partition=Record(*values),
        file_size_in_bytes=stored.length,
        sort_order_id=None,
        spec_id=metadata.default_spec_id,
        equality_ids=None,
        key_metadata=None,
        **found.to_serialized_dict(),
    )


def _versions(bucket: Bucket, folder: str) -> dict[int, StoredObject]:
    """The metadata files that name a version, by it."""
    listed = ((_VERSION.fullmatch(each.key), each) for each in bucket.list(folder + _METADATA))
    return {int(found.group(1)): each for found, each in listed if found}


def _is_ours(metadata: bytes) -> bool:
    try:
        return _MARK in json.loads(metadata)["properties"]
    except (ValueError, KeyError, TypeError):
        return False


def _publish(bucket: Bucket, folder: str, location: str, version: int) -> None:
    """Name the metadata as a table in a folder has it: by a version, and a hint with the last one."""
    key = location.removeprefix(f"s3://{bucket.name}/")
    bucket.put(f"{folder}{_METADATA}v{version}.metadata.json", bucket.get(bucket.head(key)))
    bucket.put(f"{folder}{_METADATA}version-hint.text", str(version).encode())
    bucket.delete([key])
