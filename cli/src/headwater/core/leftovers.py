"""The objects of a store that do not count: which may be deleted, and which may belong to a running job."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum

from headwater.core.bucket import Upload
from headwater.core.names import folders_above, job_of, protocol_name, tag, writer_of
from headwater.core.snapshot import Snapshot
from headwater.core.state import Dataset, StoredObject, governing, table_of

CLAIM_LIFE_MS = 300_000
"""The life of a claim, by the store's times (PROTOCOL.md, section 6)."""


class LeftoverKind(StrEnum):
    """Kinds of leftovers."""

    ORPHAN = "orphan"
    FOLDED = "folded delta"
    EXCLUDED = "excluded object"
    CLAIM = "stale claim"
    TASK = "task manifest"
    UPLOAD = "upload"


@dataclass(frozen=True)
class Leftover:
    """Something that does not count: `modified` in milliseconds since 1970, `length` in bytes.

    `job` wrote it, if its name shows it. `roots` are the folders whose jobs may have written it. `upload` is
    set for an upload.
    """

    kind: LeftoverKind
    key: str
    modified: int
    length: int
    job: str | None
    roots: tuple[str, ...] = ()
    upload: Upload | None = None


class KeepReason(StrEnum):
    """The reason why a leftover is not deleted now."""

    YOUNG = "younger than --older-than"
    RUNNING = "of a job that may still run"
    ABOVE = "of a dataset whose root is above this folder: sweep that root"
    REPLACED = "read at its own folder, a manifest above contradicts: delete the folder if it is unused"
    BASELESS = "of a dataset that has deltas and no base: its _SUCCESS was deleted"


def leftovers(snapshot: Snapshot, uploads: Iterable[Upload] = ()) -> list[Leftover]:
    """Everything below the folder that does not count, by key. A claim counts for five minutes."""
    state = snapshot.state
    found = [_object(LeftoverKind.ORPHAN, each, _roots(snapshot, each.key)) for each in state.orphans]
    found += [_object(LeftoverKind.EXCLUDED, each) for each in state.excluded]
    for dataset in state.datasets.values():
        if dataset.folder.startswith(state.folder):
            found += [_object(LeftoverKind.FOLDED, each) for each in dataset.folded]
            found += [_object(LeftoverKind.CLAIM, each) for each in _stale_claims(dataset, snapshot.now)]
            found += [_object(LeftoverKind.TASK, each) for each in dataset.tasks]
    found += [
        Leftover(
            LeftoverKind.UPLOAD,
            each.key,
            each.modified,
            0,
            job_of(each.key),
            _roots(snapshot, each.key),
            each,
        )
        for each in uploads
    ]
    return sorted(found, key=lambda each: (each.key, each.modified))


def keep_reasons(
    found: Iterable[Leftover], snapshot: Snapshot, uploads: Iterable[Upload], age: timedelta
) -> Iterator[KeepReason | None]:
    """For each leftover the reason why it stays, or None if it may be deleted.

    A job may still run if an object or upload with its id is younger than `age`.
    """
    # Stores round an object's time up to seconds. With age zero, no object is too young.
    limit = snapshot.now - age // timedelta(milliseconds=1) if age else None
    seen = [*snapshot.objects, *uploads]
    running = {job_of(each.key) for each in seen if limit is not None and each.modified > limit} - {None}
    judged = _judged(snapshot)
    for each in found:
        if limit is not None and each.modified > limit:
            yield KeepReason.YOUNG
        elif each.job in running:
            yield KeepReason.RUNNING
        elif _is_anothers(judged, each):
            yield KeepReason.REPLACED
        else:
            yield _kept_by_its_root(snapshot, each)


def _kept_by_its_root(snapshot: Snapshot, left: Leftover) -> KeepReason | None:
    datasets = [snapshot.state.datasets[root] for root in left.roots if root in snapshot.state.datasets]
    if not all(root.startswith(snapshot.state.folder) for root in left.roots):
        return KeepReason.ABOVE
    # The first job creates a base, so deltas alone prove that there was one.
    if left.kind == LeftoverKind.ORPHAN and any(each.deltas and not each.base for each in datasets):
        return KeepReason.BASELESS
    return None


def _judged(snapshot: Snapshot) -> dict[str, set[str] | None]:
    """For each dataset the keys that its own manifests mention, or None if a base above replaced it."""
    return {
        dataset.folder: None
        if dataset.replaced
        else {entry.key for manifest in dataset.manifests for entry in manifest.entries}
        | {key for key, _, _ in (dataset.base.excluded if dataset.base else ())}
        for dataset in snapshot.state.datasets.values()
        if dataset.success or dataset.manifests or dataset.folded
    }


def _is_anothers(judged: dict[str, set[str] | None], left: Leftover) -> bool:
    """Whether it does not count only because of a manifest above its dataset."""
    nearest = next((folder for folder in folders_above(left.key) if folder in judged), None)
    if nearest is None or left.kind not in (LeftoverKind.ORPHAN, LeftoverKind.EXCLUDED, LeftoverKind.FOLDED):
        return False
    own = judged[nearest]
    if own is None or left.kind == LeftoverKind.FOLDED:
        return own is None
    return (not left.roots and left.key not in own) or _counts_in_its_folder(judged, left)


def _counts_in_its_folder(judged: dict[str, set[str] | None], left: Leftover) -> bool:
    """Whether a reader of the object's own folder counts it (PROTOCOL.md, section 5).

    That reader uses the root in the name, the folder's manifests and those of its table. A manifest further
    above may be forged.
    """
    writer = writer_of(left.key)
    if writer and any(tag(root) == writer.tag for root in left.roots):
        return False
    folder = next(folders_above(left.key))
    return not any(
        root in left.roots or left.key in (judged.get(root) or ()) for root in (folder, table_of(folder))
    )


def _roots(snapshot: Snapshot, key: str) -> tuple[str, ...]:
    return tuple(governing(key, snapshot.state.datasets))


def _object(kind: LeftoverKind, seen: StoredObject, roots: tuple[str, ...] = ()) -> Leftover:
    return Leftover(kind, seen.key, seen.modified, seen.length, job_of(seen.key), roots)


def _stale_claims(dataset: Dataset, now: int) -> Iterator[StoredObject]:
    for claim in dataset.claims:
        name = protocol_name(claim.key)
        base = dataset.base
        # The claim of a dataset's creator, which may remain.
        of_the_creator = base and not base.replaced and name and name.id == base.id
        if of_the_creator or now - claim.modified > CLAIM_LIFE_MS:
            yield claim
