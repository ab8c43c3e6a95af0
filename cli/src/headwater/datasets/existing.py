"""The columns of the dataset that an append adds to."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
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
from headwater.datasets.listing import ListedFile, listed_file
from headwater.datasets.schemas import shown

_TRIES = 10
_FOREIGN = 1000
"""Other programs' files that are looked at, which are one response of the store."""


def check_names(objects: Objects, root: str, names: Sequence[str]) -> None:
    """HeadwaterError for a name that differs only in case from one of the existing dataset.

    That is looked for in the base and in the newest delta, whatever the number of files is. Without a base,
    it is looked for in other programs' files. ManifestError if one of the manifests is invalid.
    """
    found = readable(_found(objects, root), root)
    known = _names(place(objects.bucket), [listed_file(each, root) for each in found])
    spelled = {name.lower(): name for name in known}
    for name in names:
        other = spelled.get(name.lower())
        if other is not None and name not in known:
            raise HeadwaterError(
                f"s3://{objects.name}/{root} has a column {other}, which differs from {name} only in case",
                advice=f"Rename the column to {other}. Nothing was written.",
            )


def _names(store: Place, files: Sequence[ListedFile]) -> set[str]:
    """The columns in the folders' names and the manifests, and those that the oldest and newest file have."""
    known = {name for each in files for name in (*each.partition, *each.columns)}
    for each in shown(files, 2):
        with suppress(OSError, pa.ArrowException):  # it is deleted, or no Parquet
            known.update(ds.ParquetFileFormat().inspect(store.path(each.key), store.filesystem).names)
    return known


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
