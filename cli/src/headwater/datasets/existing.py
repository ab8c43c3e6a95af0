"""The columns of the dataset that an append adds to."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import reduce
from itertools import islice

import pyarrow as pa
import pyarrow.dataset as ds

from headwater.commit import manifests
from headwater.commit.objects import Objects
from headwater.core.bucket import MovedError
from headwater.core.errors import HeadwaterError
from headwater.core.manifest import Entry, Manifest, parse, require_readable
from headwater.core.names import Kind, protocol_name, writer_of
from headwater.core.snapshot import readable
from headwater.core.state import StoredObject
from headwater.datasets.filesystems import Place, place
from headwater.datasets.formats import require_parquet
from headwater.datasets.listing import ListedFile, listed_file
from headwater.datasets.schemas import shown
from headwater.datasets.types import merged_type

_TRIES = 10
_FOREIGN = 1000
"""Other programs' files that are looked at, which are one response of the store."""


def check_append(objects: Objects, root: str, names: Sequence[str], written: pa.Schema) -> None:
    """HeadwaterError if readers could not read the existing dataset together with the appended files.

    `names` are all columns of the table. `written` has those of its files, with their types. They are
    compared with the base and the newest delta, whatever the number of files is. Without a base, they are
    compared with other programs' files. ManifestError if one of the manifests is invalid.
    """
    uri = f"s3://{objects.name}/{root}"
    found = [listed_file(each, root) for each in readable(_found(objects, root), root)]
    require_parquet(uri, (each.key for each in found))
    schemas = _schemas(place(objects.bucket), found)
    known = {name for each in found for name in (*each.partition, *each.columns)}
    _check_names(uri, names, known.union(*(each.names for each in schemas)))
    _check_types(uri, written, schemas)


def _check_names(uri: str, names: Sequence[str], known: set[str]) -> None:
    spelled = {name.lower(): name for name in known}
    for name in names:
        other = spelled.get(name.lower())
        if other is not None and name not in known:
            raise HeadwaterError(
                f"{uri} has a column {other}, which differs from {name} only in case",
                advice=f"Rename the column to {other}. Nothing was written.",
            )


def _check_types(uri: str, written: pa.Schema, schemas: Sequence[pa.Schema]) -> None:
    """A column whose existing types have no common type is not checked, because readers name its type."""
    for field in written:
        kinds = [each.field(field.name).type for each in schemas if each.get_field_index(field.name) >= 0]
        kind = reduce(lambda one, other: one and merged_type(one, other), kinds) if kinds else None
        if kind is not None and merged_type(kind, field.type) is None:
            raise HeadwaterError(
                f"{uri} has the column {field.name} of the type {kind}, "
                f"and no type has the values of {kind} and {field.type}",
                advice=f"Cast the column to {kind}, or name it differently. Nothing was written.",
            )


def _schemas(store: Place, files: Sequence[ListedFile]) -> list[pa.Schema]:
    """The columns of the oldest and the newest file, and of those with further columns."""
    found = []
    for each in shown(files, 2):
        with suppress(OSError, pa.ArrowException):  # it is deleted, or no Parquet
            found.append(ds.ParquetFileFormat().inspect(store.path(each.key), store.filesystem))
    return found


def _found(objects: Objects, root: str) -> Iterator[Entry | StoredObject]:
    found = _manifests(objects, root)
    for each in found:
        yield from each.entries
    if not any(each.kind == Kind.BASE for each in found):
        for seen in islice(objects.bucket.list(root), _FOREIGN):
            if protocol_name(seen.key) is None and writer_of(seen.key) is None:
                yield seen


def _manifests(objects: Objects, root: str) -> list[Manifest]:
    """The base, and the newest delta that it does not have. Empty if jobs replace them all the time."""
    for _ in range(_TRIES):
        listed = sorted(manifests.listed(objects, root, (Kind.BASE, Kind.DELTA)), key=lambda each: each.key)
        names = {protocol_name(each.key): each for each in listed}
        with suppress(MovedError):
            found = [_read(objects, each) for name, each in names.items() if name.kind == Kind.BASE]
            folded = {each for base in found if base for each in base.folded}
            deltas = [
                each for name, each in names.items() if name.kind == Kind.DELTA and name.id not in folded
            ]
            found += [_read(objects, each) for each in deltas[-1:]]
            return [each for each in found if each]
    return []


def _read(objects: Objects, seen: StoredObject) -> Manifest | None:
    require_readable(seen.key, seen.length)
    body = objects.bucket.get(seen) if seen.length else b""
    return parse(seen.key, protocol_name(seen.key), body)
