"""The files of a dataset that its readers read, with what is known of them."""

from collections.abc import Mapping
from dataclasses import dataclass

from headwater.core.columns import ColumnRange
from headwater.core.snapshot import live
from headwater.core.state import State
from headwater.datasets.partitions import values_of


@dataclass(frozen=True)
class ListedFile:
    """A file: its key, its length in bytes, its partition's values as text, its columns' ranges."""

    key: str
    length: int
    partition: Mapping[str, str | None]
    columns: Mapping[str, ColumnRange]


def listed(state: State) -> list[ListedFile]:
    """The entries and the foreign objects that count, by key."""
    entries = state.entries
    return [
        ListedFile(
            each.key,
            each.length,
            values_of(each.key.removeprefix(state.folder)),
            entries[each.key].columns if each.key in entries else {},
        )
        for each in live(state)
    ]
