"""How a job's parts become a dataset: a delta, or a base that creates or replaces it."""

import time
from collections.abc import Callable

from headwater.commit.arbiter import conditions
from headwater.commit.claims import Look, write_claimed
from headwater.commit.document import Draft, document
from headwater.commit.errors import ConcurrentCommitError, UnknownCommitError
from headwater.commit.job import Job, Part
from headwater.commit.objects import BusyStoreError, LostWriteError, Objects, RefusedWriteError
from headwater.commit.overwrite import Replaced, begin
from headwater.commit.repetition import put_own
from headwater.commit.replacement import PATIENCE_S, Replacement
from headwater.core.errors import HeadwaterError
from headwater.core.names import SUCCESS, Kind, protocol_name
from headwater.core.state import StoredObject


def append(objects: Objects, job: Job, parts: list[Part]) -> str:
    """Add the parts. Returns the manifest's ID. Raises UnknownCommitError, or HeadwaterError."""
    if not listed(objects, job.root, (Kind.BASE, Kind.DELTA)):
        try:
            return _create(objects, job, parts)
        except ConcurrentCommitError:
            pass  # Another job was faster. This one adds to its dataset.
    return _add(objects, job, parts)


def overwrite(objects: Objects, job: Job, parts: list[Part], seen: Replaced) -> str:
    """Replace the complete dataset that `begin` saw. Returns the manifest's ID. Raises the same errors.

    ConcurrentCommitError if another job replaced it meanwhile.
    """
    id_ = job.manifest()
    replacement = _replacement(objects, job, seen.etag, id_)
    drafts: list[Replaced] = []

    def body() -> bytes:
        now = begin(objects, job.root)
        if now.etag != seen.etag:
            raise replacement.conflict()
        drafts.append(now)
        return document(job, now.draft(id_, parts))

    _put(replacement, job, body, _settled(seen, replacement))
    drafts[-1].clean_up(objects)
    return id_


def listed(objects: Objects, root: str, kinds: tuple[Kind, ...]) -> list[StoredObject]:
    """The protocol's objects of these kinds at the root, of one LIST."""
    return [
        each
        for each in objects.bucket.list(f"{root}{SUCCESS}")
        if (name := protocol_name(each.key)) and name.folder == root and name.kind in kinds
    ]


def _create(objects: Objects, job: Job, parts: list[Part]) -> str:
    id_ = job.manifest()
    replacement = _replacement(objects, job, None, id_)
    _put(replacement, job, lambda: document(job, Draft(Kind.BASE, id_, parts)), frozenset())
    return id_


def _settled(seen: Replaced, replacement: Replacement) -> frozenset[str]:
    """A creator under a condition cannot write again, however late its request is. Its claim may stay."""
    return frozenset([seen.creator]) if seen.creator and replacement.honoured.create else frozenset()


def _replacement(objects: Objects, job: Job, seen: str | None, id_: str) -> Replacement:
    return Replacement(objects, f"{job.root}{SUCCESS}", seen, id_, conditions(objects, job.root))


def _put(replacement: Replacement, job: Job, body: Callable[[], bytes], settled: frozenset[str]) -> None:
    if replacement.honoured.atomic:
        end = time.monotonic() + PATIENCE_S
        replacement.send(body(), lambda: time.monotonic() < end)
        return

    def look() -> Look:
        found = listed(replacement.objects, job.root, (Kind.BASE, Kind.CLAIM))
        base = next((each for each in found if each.key == replacement.key), None)
        claims = tuple(each for each in found if each.key != replacement.key)
        return Look(base.etag if base else None, claims, settled)

    write_claimed(replacement, look, body)


def _add(objects: Objects, job: Job, parts: list[Part]) -> str:
    """PUT a delta. Only this job uses its key, so the PUT may be repeated."""
    id_ = job.manifest()
    key = f"{job.root}{SUCCESS}.delta.{id_}"
    body = document(job, Draft(Kind.DELTA, id_, parts))
    end = time.monotonic() + PATIENCE_S
    try:
        put_own(objects, key, body, lambda _: time.monotonic() <= end)
    except (BusyStoreError, LostWriteError, RefusedWriteError) as error:
        if not _exists(objects, key):
            raise UnknownCommitError(
                f"it is not known whether s3://{objects.name}/{key} was written: {error}",
                advice="Nothing was deleted. Look for the object before you write again.",
            ) from error
    return id_


def _exists(objects: Objects, key: str) -> bool:
    """False if it is unknown."""
    try:
        return objects.head(key) is not None
    except HeadwaterError:
        return False
