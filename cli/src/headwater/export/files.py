"""The files of a dataset that an export names, with their footers."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import pyarrow as pa
from pyarrow import parquet

from headwater.core.bucket import Bucket, MovedError
from headwater.core.errors import HeadwaterError
from headwater.core.manifest import Entry
from headwater.core.snapshot import Snapshot, readable
from headwater.core.state import StoredObject
from headwater.datasets.partitions import values_of

_SIDE_BY_SIDE = 16
_TAIL = 64 << 10
"""Bytes at the end of a file that are read first. Most footers are shorter."""

_END = 8
"""The length of the footer and the magic bytes after it (Parquet's format, "File format")."""


@dataclass(frozen=True)
class DataFile:
    """A committed file: its object, the values of its partition by column, and its footer."""

    stored: StoredObject
    partition: dict[str, str | None]
    footer: parquet.FileMetaData

    @property
    def old_timestamps(self) -> list[str]:
        """The paths of columns of the type INT96, which is Spark's default for timestamps."""
        columns = map(self.footer.schema.column, range(len(self.footer.schema)))
        return [each.path for each in columns if each.physical_type == "INT96"]


def committed(seen: Snapshot, folder: str) -> list[StoredObject]:
    """The objects that readers of the folder read: entries and foreign objects, none hidden or empty.

    HeadwaterError if an entry is missing or changed.
    """
    listed = {each.key: each for each in seen.objects}
    entries = [_stored(entry, listed.get(entry.key)) for entry in seen.state.entries.values()]
    return readable([*entries, *seen.state.foreign], folder)


def _stored(entry: Entry, stored: StoredObject | None) -> StoredObject:
    if stored is None or stored.length != entry.length:
        raise HeadwaterError(
            f"{entry.key} is an entry of a manifest, and {'missing' if stored is None else 'changed'}",
            advice="Run headwater verify, which shows all such entries. Nothing was exported.",
        )
    return stored


def read(bucket: Bucket, objects: Sequence[StoredObject], folder: str) -> list[DataFile]:
    """The files with their footers. HeadwaterError if one is no Parquet, or changes."""
    with ThreadPoolExecutor(_SIDE_BY_SIDE) as pool:
        footers = list(pool.map(lambda each: _footer(bucket, each), objects))
    return [
        DataFile(stored, values_of(stored.key.removeprefix(folder)), footer)
        for stored, footer in zip(objects, footers, strict=True)
    ]


def _footer(bucket: Bucket, stored: StoredObject) -> parquet.FileMetaData:
    try:
        tail = bucket.get_tail(stored, _TAIL)
        needed = int.from_bytes(tail[-_END:][:4], "little") + _END
        if len(tail) < needed <= stored.length:
            tail = bucket.get_tail(stored, needed)
        return parquet.read_metadata(pa.BufferReader(tail))
    except MovedError:
        raise HeadwaterError(
            f"{stored.key} was replaced during the export", advice="Run the command again."
        ) from None
    except (pa.ArrowInvalid, OSError) as error:
        raise HeadwaterError(
            f"{stored.key} is not readable as Parquet: {error}",
            advice="Only datasets of Parquet files can be exported. If it does not belong to the dataset, "
            "move it elsewhere.",
        ) from error
