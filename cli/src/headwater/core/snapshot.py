"""A consistent snapshot of a folder: its listing, and the manifests in it (PROTOCOL.md, R1)."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeVar

from headwater.core.bucket import Bucket, MovedError
from headwater.core.errors import HeadwaterError
from headwater.core.manifest import Entry, require_readable
from headwater.core.names import SUCCESS, Kind, folders_above, protocol_name
from headwater.core.state import State, StoredObject, compute

T = TypeVar("T", bound=Entry | StoredObject)

_TRIES = 10


@dataclass(frozen=True)
class Snapshot:
    """A snapshot: `objects` below the folder, protocol objects above it, and the resulting state.

    `now` is the store's time in milliseconds since 1970.
    """

    objects: tuple[StoredObject, ...]
    state: State
    now: int


def take_snapshot(bucket: Bucket, folder: str) -> Snapshot:
    """Take a snapshot of a folder with everything below it. Repeats this if a writer interferes.

    Raises ManifestError, or HeadwaterError if the store refuses or writers interfere each time.
    """
    for _ in range(_TRIES):
        try:
            return _attempt(bucket, folder)
        except MovedError:
            continue
    raise HeadwaterError(
        f"the manifests of {bucket.root}/{folder} changed {_TRIES} times while they were read",
        advice="Try again when fewer jobs write to it.",
    )


def require_snapshot(bucket: Bucket, folder: str) -> Snapshot:
    """The same. HeadwaterError if nothing exists there."""
    seen = take_snapshot(bucket, folder)
    if not any(each.key.startswith(folder) for each in seen.objects) and not seen.state.entries:
        raise HeadwaterError(
            f"there is nothing at {bucket.root}/{folder} of {bucket.endpoint}",
            advice="Check the path. It must be a folder's, not an object's.",
        )
    return seen


def data_objects(seen: Snapshot, folder: str) -> list[StoredObject]:
    """The objects that readers of the folder read: entries and foreign objects, none hidden or empty."""
    listed = {each.key: each for each in seen.objects}
    entries = [
        StoredObject(each.key, each.etag, each.length, 0)
        for each in seen.state.entries.values()
        if each.key in listed
    ]
    return readable([*entries, *seen.state.foreign], folder)


def live(state: State) -> list[Entry | StoredObject]:
    """What the folder's readers read, by key: entries as their manifests have them, and foreign objects."""
    return readable([*state.entries.values(), *state.foreign], state.folder)


def readable(found: Iterable[T], folder: str) -> list[T]:
    """Those that readers of the folder read, by key: none is hidden or empty."""
    return sorted(
        (each for each in found if each.length and not _is_hidden(each.key.removeprefix(folder))),
        key=lambda each: each.key,
    )


def _is_hidden(key: str) -> bool:
    """Whether Spark ignores an object because of its name or a folder's name."""
    return any(name.startswith(".") or (name.startswith("_") and "=" not in name) for name in key.split("/"))


def _attempt(bucket: Bucket, folder: str) -> Snapshot:
    objects = list(bucket.list(folder))
    now = bucket.now
    for above in folders_above(folder):
        objects += [
            each
            for each in bucket.list(above + SUCCESS)
            if (name := protocol_name(each.key)) and name.folder == above and not each.key.startswith(folder)
        ]
    return Snapshot(tuple(objects), compute(folder, objects, _Documents(bucket, objects)), now)


class _Documents(dict):
    """The content of manifests, read on demand. A folded delta is never read, and may be deleted."""

    def __init__(self, bucket: Bucket, objects: list[StoredObject]) -> None:
        super().__init__()
        self._bucket = bucket
        self._objects = {
            each.key: each
            for each in objects
            if (name := protocol_name(each.key)) and name.kind in (Kind.BASE, Kind.DELTA)
        }

    def __missing__(self, key: str) -> bytes:
        seen = self._objects[key]
        require_readable(key, seen.length)
        return self._bucket.get(seen) if seen.length else b""
