"""The files of a dataset that its readers read, with what is known of them."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from headwater.core.columns import ColumnRange
from headwater.core.manifest import Entry
from headwater.core.snapshot import live
from headwater.core.state import State, StoredObject
from headwater.datasets.partitions import values_of


@dataclass(frozen=True)
class ListedFile:
    """A file: its key, its length in bytes, its partition's values as text, its columns' ranges.

    `written` orders files by age, and is the same for those of one commit: the ID of the manifest that added
    them. For another program's file it is the time in the same form, and the key.
    """

    key: str
    length: int
    partition: Mapping[str, str | None]
    columns: Mapping[str, ColumnRange]
    written: str


def listed(state: State) -> list[ListedFile]:
    """The entries and the foreign objects that count, by key."""
    return [listed_file(each, state.folder) for each in live(state)]


def listed_file(seen: Entry | StoredObject, folder: str) -> ListedFile:
    """An entry or another program's object below a folder."""
    partition = values_of(seen.key.removeprefix(folder))
    if isinstance(seen, Entry):
        return ListedFile(seen.key, seen.length, partition, seen.columns, seen.added)
    seconds, milliseconds = divmod(seen.modified, 1000)
    written = f"{datetime.fromtimestamp(seconds, UTC):%Y%m%dT%H%M%S}{milliseconds:03}Z {seen.key}"
    return ListedFile(seen.key, seen.length, partition, {}, written)
