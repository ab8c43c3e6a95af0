"""The files of a dataset that its readers read, with what is known of them."""

from collections.abc import Mapping
from dataclasses import dataclass

from headwater.core.columns import ColumnRange
from headwater.core.snapshot import is_hidden
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
    """The entries and the foreign objects that count, by key. As in Spark, hidden names do not count."""
    entries = [(each.key, each.length, each.columns) for each in state.entries.values()]
    foreign = [(each.key, each.length, {}) for each in state.foreign]
    return [
        ListedFile(key, length, values_of(key[len(state.folder) :]), columns)
        for key, length, columns in sorted(entries + foreign, key=lambda each: each[0])
        if length and not is_hidden(key[len(state.folder) :])
    ]
