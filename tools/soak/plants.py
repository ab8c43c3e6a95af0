"""Damage that the checker must find: what a connector with a bug would leave."""

import json
from collections.abc import Callable

from bucket import S3Store
from dataset import Entry, Reader

_DELTA = "_SUCCESS.delta."


def lose_object(store: S3Store, root: str) -> None:
    """Delete the object of an entry."""
    store.delete(f"{root}/{_first(store, root).key}")


def lose_entry(store: S3Store, root: str) -> None:
    """Write a delta again without its last entry."""
    _change(store, root, lambda entries: entries[:-1])


def double_entry(store: S3Store, root: str) -> None:
    """Let a delta name a copy of one of its objects too."""

    def doubled(entries: list[dict]) -> list[dict]:
        copy = {**entries[0], "key": entries[0]["key"].replace("part-", "part-9", 1)}
        store.copy(f"{root}/{entries[0]['key']}", f"{root}/{copy['key']}")
        return [*entries, copy]

    _change(store, root, doubled)


def delete_users(store: S3Store, root: str) -> None:
    """Delete the files that users have below the dataset."""
    for key, _ in list(store.list(f"{root}/_notes/")):
        store.delete(key)


PLANTS: dict[str, Callable[[S3Store, str], None]] = {
    each.__name__.replace("_", "-"): each for each in (lose_object, lose_entry, double_entry, delete_users)
}


def _first(store: S3Store, root: str) -> Entry:
    return next(iter(Reader(store).read(root).entries.values()))


def _change(store: S3Store, root: str, change: Callable[[list[dict]], list[dict]]) -> None:
    """Change the entries of a manifest, a delta if there is one."""
    keys = sorted(key for key, _ in store.list(f"{root}/_SUCCESS") if not key.endswith(_DELTA))
    key = next((each for each in keys if f"{_DELTA}2" in each), keys[0])
    document = json.loads(store.get(key))
    document["headwater"]["entries"] = change(document["headwater"]["entries"])
    store.put(key, json.dumps(document).encode())
