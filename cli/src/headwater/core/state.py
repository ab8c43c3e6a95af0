"""The content of a dataset, computed from a listing and its manifests (PROTOCOL.md, section 5)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from headwater.core.manifest import Entry, Fault, Manifest, ManifestError, Removed, parse
from headwater.core.markers import FolderMarkers
from headwater.core.names import Kind, ProtocolName, folders_above, protocol_name, tag, writer_of


@dataclass(frozen=True)
class StoredObject:
    """An object in a listing: `length` in bytes, `modified` in milliseconds since 1970."""

    key: str
    etag: str
    length: int
    modified: int


@dataclass
class Dataset:
    """The manifests of one root that count, and the objects next to them.

    `success` is the object at the base's key, `other` the same if it is not a manifest. `folded` are deltas
    that no longer count. `replaced`: a base above excludes the object at the base's key.
    """

    folder: str
    success: StoredObject | None = None
    base: Manifest | None = None
    other: StoredObject | None = None
    deltas: list[Manifest] = field(default_factory=list)
    folded: list[StoredObject] = field(default_factory=list)
    claims: list[StoredObject] = field(default_factory=list)
    tasks: list[StoredObject] = field(default_factory=list)
    replaced: bool = False

    @property
    def manifests(self) -> list[Manifest]:
        """The base, if there is one, and the deltas."""
        return [*([self.base] if self.base else []), *self.deltas]


@dataclass
class State:
    """Everything that is read below `folder`: `entries` by key and `foreign`. The rest does not count.

    `datasets` are those of all roots at, below and above the folder, by root.
    """

    folder: str
    datasets: dict[str, Dataset]
    entries: dict[str, Entry] = field(default_factory=dict)
    foreign: list[StoredObject] = field(default_factory=list)
    excluded: list[StoredObject] = field(default_factory=list)
    orphans: list[StoredObject] = field(default_factory=list)

    @property
    def manifests(self) -> list[Manifest]:
        """The manifests that have entries below the folder, or could have them."""
        return [
            manifest
            for dataset in self.datasets.values()
            for manifest in dataset.manifests
            if dataset.folder.startswith(self.folder)
            or any(entry.key.startswith(self.folder) for entry in manifest.entries)
        ]


def compute(folder: str, objects: Iterable[StoredObject], documents: Mapping[str, bytes]) -> State:
    """The state of what is read at `folder` and below it.

    `objects` are those below the folder, and the protocol objects of the folders above it. `documents` has
    the content of each `_SUCCESS` and of each delta that its base has not folded. Raises ManifestError.
    """
    objects = list(objects)
    named = [(each, name) for each in objects if (name := protocol_name(each.key))]
    state = State(folder, _datasets(named, documents))
    exclusions = _exclusions(state)
    by_key = {each.key: each for each in objects}
    _drop_replaced(state, by_key, exclusions)
    _add_entries(state, by_key)
    # What is or was an entry is not foreign, whatever its name is.
    listed = {key for dataset in state.datasets.values() for key in _keys(dataset)}
    markers = FolderMarkers([*(each.key for each in objects), *state.entries])
    for each in objects:
        if protocol_name(each.key) is None and each.key.startswith(folder) and each.key not in state.entries:
            governed = _is_governed(state, each) or each.key in listed
            _sort_in(state, each, governed, exclusions, markers)
    return state


def governing(key: str, datasets: Mapping[str, Dataset]) -> list[str]:
    """The folders that govern the object: the one in its name (N1), and those moved with it (N2)."""
    writer = writer_of(key)
    if writer is None:
        return []
    above = list(folders_above(key))
    named = next((folder for folder in above if tag(folder) == writer.tag), None)
    moved = [
        folder
        for folder in above
        if folder in datasets
        and (base := datasets[folder].base)
        and base.tag == writer.tag
        and folder != named
    ]
    return moved if named is None else [named, *moved]


def _keys(dataset: Dataset) -> Iterable[str]:
    return (entry.key for manifest in dataset.manifests for entry in manifest.entries)


def _is_governed(state: State, seen: StoredObject) -> bool:
    """Whether a root governs an object that is no entry.

    ManifestError if it was lost with its manifest (R5).

    An object younger than another program's `_SUCCESS` was in no manifest there, because its job has not
    committed. Stores report times in whole seconds. In doubt the object was in a manifest.
    """
    roots = governing(seen.key, state.datasets)
    for root in roots:
        dataset = state.datasets.get(root)
        if dataset and dataset.other and seen.modified <= dataset.other.modified:
            raise ManifestError(
                Fault.OVERWRITTEN,
                dataset.other.key,
                f"it is no manifest, but older than it is {seen.key}, of a job that commits by manifest",
            )
    return bool(roots)


def _sort_in(
    state: State,
    seen: StoredObject,
    governed: bool,
    exclusions: set[tuple[str, str, int]],
    markers: FolderMarkers,
) -> None:
    if governed:
        state.orphans.append(seen)
    elif _identity(seen) in exclusions:
        state.excluded.append(seen)
    elif not markers.has(seen.key, seen.length):
        state.foreign.append(seen)


def _exclusions(state: State) -> set[tuple[str, str, int]]:
    """The exclusions of bases at or below the folder, and of the table if the folder is its partition.

    At a dataset's folder its own manifests decide.
    """
    own = state.datasets.get(state.folder)
    table = state.folder if own and own.manifests else table_of(state.folder)
    return {
        each
        for dataset in state.datasets.values()
        if dataset.base and (dataset.folder.startswith(state.folder) or dataset.folder == table)
        for each in dataset.base.excluded
    }


def table_of(folder: str) -> str:
    """The folder of the table whose partition a folder is, or the folder itself."""
    while folder.find("=", folder.rfind("/", 0, -1) + 1) > 0:
        folder = folder[: folder.rfind("/", 0, -1) + 1]
    return folder


def _identity(seen: StoredObject) -> tuple[str, str, int]:
    return seen.key, seen.etag, seen.modified


def _drop_replaced(
    state: State, by_key: Mapping[str, StoredObject], exclusions: set[tuple[str, str, int]]
) -> None:
    """Remove the manifests of datasets below another one that was replaced."""
    for dataset in state.datasets.values():
        if dataset.success and _identity(dataset.success) in exclusions:
            dataset.folded += [by_key[each.key] for each in dataset.deltas]
            dataset.base, dataset.other, dataset.deltas = None, None, []
            dataset.replaced = True
            # While it exists its deltas do not count. It must not be deleted before them.
            if not dataset.folded and dataset.folder.startswith(state.folder):
                state.excluded.append(dataset.success)


def _add_entries(state: State, by_key: Mapping[str, StoredObject]) -> None:
    for dataset in state.datasets.values():
        moved = dataset.base is not None and dataset.base.tag != tag(dataset.folder)
        removed = {each for delta in dataset.deltas for each in delta.removed}
        for manifest in dataset.manifests:
            for entry in manifest.entries:
                if entry.key.startswith(state.folder) and not _is_removed(entry, manifest, removed):
                    _add_entry(state, _copied(entry, by_key.get(entry.key)) if moved else entry)


def _copied(entry: Entry, stored: StoredObject | None) -> Entry:
    """An entry of a moved dataset. Its object is a copy, whose ETag counts (N2)."""
    is_copy = stored is not None and stored.length == entry.length
    return replace(entry, etag=stored.etag) if is_copy else entry


def _add_entry(state: State, entry: Entry) -> None:
    """If a key is added several times, the last addition counts."""
    other = state.entries.get(entry.key)
    if other is None or other.added < entry.added:
        state.entries[entry.key] = entry


def _is_removed(entry: Entry, manifest: Manifest, removed: set[Removed]) -> bool:
    """A removal by key has format 1, and never applies to additions by deltas of later formats."""
    by_key = manifest.kind == Kind.BASE or manifest.format == 1
    return Removed(entry.key, entry.etag, entry.added) in removed or (
        by_key and Removed(entry.key) in removed
    )


def _datasets(
    named: Sequence[tuple[StoredObject, ProtocolName]], documents: Mapping[str, bytes]
) -> dict[str, Dataset]:
    datasets: dict[str, Dataset] = {}
    # The base first: it records which deltas no longer count and need not be read.
    for seen, name in sorted(
        named, key=lambda each: (each[1].folder, each[1].kind != Kind.BASE, each[0].key)
    ):
        _add(datasets.setdefault(name.folder, Dataset(name.folder)), seen, name, documents)
    return datasets


def _add(dataset: Dataset, seen: StoredObject, name: ProtocolName, documents: Mapping[str, bytes]) -> None:
    match name.kind:
        case Kind.BASE:
            dataset.success = seen
            dataset.base = parse(seen.key, name, documents[seen.key])
            dataset.other = None if dataset.base else seen
        case Kind.DELTA if dataset.base and name.id in dataset.base.folded:
            dataset.folded.append(seen)
        case Kind.DELTA:
            manifest = parse(seen.key, name, documents[seen.key])
            dataset.deltas += [manifest] if manifest else []
        case Kind.CLAIM:
            dataset.claims.append(seen)
        case Kind.TASK:
            dataset.tasks.append(seen)
