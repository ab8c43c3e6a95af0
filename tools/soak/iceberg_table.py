"""Checks a table of Iceberg, whose metadata PyIceberg reads."""

import io
import re
from collections.abc import Iterator

from pyiceberg.manifest import read_manifest_list
from pyiceberg.serializers import FromByteStream

from bucket import MissingError, Store
from dataset import rows

_VERSION = re.compile(r"/v(\d+)\.metadata\.json$")


class _File:
    """An object, with what PyIceberg's reader of Avro needs of an InputFile."""

    def __init__(self, content: bytes) -> None:
        self.open = lambda: io.BytesIO(content)


class _Files:
    """A bucket, with what PyIceberg's reader of manifests needs of a FileIO."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def new_input(self, location: str) -> _File:
        return _File(self._store.get(_key(location)))


def check(store: Store, root: str, acknowledged: set[str]) -> Iterator[str]:
    """The table has all rows that were acknowledged.

    A Hadoop catalog may commit a file twice if the answer to the first commit is lost. See the limitations
    in docs/guides/iceberg.md.
    """
    try:
        found = {row for file in _data_files(store, root) for (row,) in rows(store.get(file))}
    except MissingError as missing:
        yield f"lost: the table of Iceberg names an object that does not exist: {missing}"
        return
    if lost := acknowledged - found:
        yield f"lost: the table of Iceberg has not {len(lost)} rows, for example {min(lost)}"


def _data_files(store: Store, root: str) -> set[str]:
    """The keys of the files of the current snapshot."""
    keys = (key for key, _ in store.list(f"{root}/metadata/"))
    versions = {int(found[1]): key for key in keys if (found := _VERSION.search(key))}
    if not versions:
        return set()
    metadata = FromByteStream.table_metadata(io.BytesIO(store.get(versions[max(versions)])))
    snapshot = metadata.current_snapshot()
    if snapshot is None:
        return set()
    files = _Files(store)
    manifests = read_manifest_list(files.new_input(snapshot.manifest_list))
    entries = (entry for each in manifests for entry in each.fetch_manifest_entry(files))
    return {_key(entry.data_file.file_path) for entry in entries}


def _key(location: str) -> str:
    """The key of s3://bucket/key."""
    return location.split("/", 3)[3]
