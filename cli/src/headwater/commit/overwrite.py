"""What an overwrite of a complete dataset replaces (PROTOCOL.md, section 6)."""

import logging
from collections.abc import Iterator
from dataclasses import dataclass

from headwater.commit.document import Draft
from headwater.commit.job import Part
from headwater.commit.objects import Objects
from headwater.core.bucket import batches
from headwater.core.errors import HeadwaterError
from headwater.core.names import SUCCESS, Kind, protocol_name
from headwater.core.snapshot import Snapshot, take_snapshot
from headwater.core.state import Dataset, StoredObject, governing

_LOG = logging.getLogger(__name__)
_MOST_FOLDED = 1000
"""The number of folded deltas that a base remembers, in case a late PUT restores one."""


@dataclass(frozen=True)
class Replaced:
    """The dataset at one moment. `etag` is that of the object at the base's key, None if there is none."""

    root: str
    snapshot: Snapshot

    @property
    def dataset(self) -> Dataset:
        """The manifests of the root."""
        return self.snapshot.state.datasets.get(self.root, Dataset(self.root))

    @property
    def etag(self) -> str | None:
        """The version that an overwrite has to replace."""
        return self.dataset.success.etag if self.dataset.success else None

    @property
    def creator(self) -> str | None:
        """The ID of the base, if it replaced nothing."""
        base = self.dataset.base
        return base.id if base and base.replaced is None else None

    @property
    def deltas(self) -> list[StoredObject]:
        """All deltas that a listing shows."""
        return [
            each
            for each in self.snapshot.objects
            if (name := protocol_name(each.key)) and (name.folder, name.kind) == (self.root, Kind.DELTA)
        ]

    @property
    def foreign(self) -> list[StoredObject]:
        """Everything below the root that neither its jobs nor those of datasets below wrote."""
        datasets = self.snapshot.state.datasets
        known = {entry.key for each in self.dataset.manifests for entry in each.entries}
        return [
            each
            for each in self.snapshot.objects
            if each.key.startswith(self.root)
            and each.key not in known
            and not self._is_own(each.key)
            and not governing(each.key, datasets)
        ]

    def _is_own(self, key: str) -> bool:
        name = protocol_name(key)
        return name is not None and name.folder == self.root

    def draft(self, id_: str, parts: list[Part]) -> Draft:
        """The base that has the parts alone."""
        base = self.dataset.base
        replaced = {"etag": self.etag} | ({"id": base.id} if base else {})
        return Draft(
            Kind.BASE,
            id_,
            parts,
            base.tag if base else None,
            replaced if self.etag else None,
            self._folded(),
            [
                {
                    "key": each.key.removeprefix(self.root),
                    "etag": each.etag,
                    "modified": each.modified,
                }
                for each in self.foreign
                if not each.key.endswith("/")
            ],
        )

    def _folded(self) -> list[str]:
        now = {name.id for each in self.deltas if (name := protocol_name(each.key))}
        earlier = sorted((self.dataset.base.folded if self.dataset.base else frozenset()) - now)
        room = max(0, _MOST_FOLDED - len(now))
        return [*now, *earlier[len(earlier) - room :]]

    def clean_up(self, objects: Objects) -> None:
        """Delete what was replaced, except what counts again. A failure is logged: sweep deletes it later."""
        try:
            now = take_snapshot(objects.bucket, self.root)
            for batch in batches(list(self._unused(now))):
                objects.bucket.delete(batch)
        except HeadwaterError as error:
            _LOG.warning(
                "objects that no reader counts were not deleted, headwater sweep deletes them: %s", error
            )

    def _unused(self, now: Snapshot) -> Iterator[str]:
        """The keys, those of manifests of datasets below last: while one exists, its deltas do not count."""
        found = [
            *(each for each in self.snapshot.objects if each.key in self.snapshot.state.entries),
            *self.foreign,
            *self.deltas,
        ]
        same = {(each.key, each.etag, each.modified) for each in now.objects}
        kept = _mentioned(now, self.root)
        for each in sorted(found, key=lambda one: (one.key.endswith(SUCCESS), one.key)):
            if (each.key, each.etag, each.modified) in same and each.key not in kept:
                yield each.key


def begin(objects: Objects, root: str) -> Replaced:
    """The dataset now. HeadwaterError if the root is part of another dataset, or a manifest is invalid."""
    snapshot = take_snapshot(objects.bucket, root)
    above = {
        manifest.id: dataset.folder
        for dataset in snapshot.state.datasets.values()
        if not dataset.folder.startswith(root)
        for manifest in dataset.manifests
    }
    for entry in snapshot.state.entries.values():
        if entry.source in above:
            raise HeadwaterError(
                f"s3://{objects.name}/{root} has files of the dataset s3://{objects.name}/{above[entry.source]}",
                advice="Overwrite that dataset, or delete the folder first. Nothing was changed.",
            )
    return Replaced(root, snapshot)


def _mentioned(now: Snapshot, root: str) -> set[str]:
    """The keys that the root's manifests add or remove."""
    dataset = now.state.datasets.get(root, Dataset(root))
    return {each.key for manifest in dataset.manifests for each in (*manifest.entries, *manifest.removed)}
