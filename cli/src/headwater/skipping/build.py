"""Creates or updates an index. Objects that are already in it unchanged are not read."""

import re
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from headwater.core.bucket import Bucket, MovedError, RefusedError
from headwater.core.snapshot import Snapshot, data_objects, take_snapshot
from headwater.core.state import StoredObject
from headwater.skipping import program, storlet
from headwater.skipping.document import NAME, Index
from headwater.skipping.options import parameters
from headwater.terminal.progress import Advance, ignore

_AT_ONCE = 4
_COMPRESSED = re.compile(r".*\.(gz|bz2|deflate|snappy|lz4|zst|zstd|xz)", re.IGNORECASE)


@dataclass
class BuildResult:
    """An index, and the keys of objects by outcome."""

    index: Index
    kept: list[str] = field(default_factory=list)
    by_storlet: list[str] = field(default_factory=list)
    by_spark: list[str] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)
    """Replaced while they were read. They are not in the index."""
    refusal: str = ""
    """The reason why the store ran no storlet, if it did not."""


def read(bucket: Bucket, seen: Snapshot, folder: str) -> Index | None:
    """The existing index, if it is of a known version."""
    stored = next((each for each in seen.objects if each.key == folder + NAME), None)
    return Index.parse(bucket.get(stored)) if stored else None


@dataclass(frozen=True)
class Builder:
    """How objects are read: as `source`, with `options`, and for JSON an optional `schema` (Spark's DDL)."""

    bucket: Bucket
    folder: str
    source: str
    options: dict[str, str]
    schema: str | None = None
    advance: Advance = ignore
    """Called with the length of each object that the store or Spark has read."""

    def build(self, objects: list[StoredObject], old: Index | None) -> BuildResult:
        """An index of these objects."""
        usable = old if old and self._is_alike(old) else None
        built = BuildResult(Index(self.source, dict(self.options)))
        if usable:
            built.index.options = usable.options
            self._keep(built, usable, objects)
        fresh = [each for each in objects if self._key(each) not in built.index.objects]
        if self.source == "csv":
            fresh = self._by_storlet(built, fresh)
        if fresh:
            self._by_spark(built, fresh)
        if usable and built.by_spark and built.index.options != usable.options:
            # Spark's time zone has changed. Cached times would be wrong.
            return self.build(objects, None)
        return built

    def _is_alike(self, old: Index) -> bool:
        # Spark determines the zone.
        own = {name: value for name, value in old.options.items() if name in self.options}
        return (
            old.source == self.source
            and own == self.options
            and old.options.keys() - {"timezone"} <= self.options.keys()
        )

    def _key(self, each: StoredObject) -> str:
        return each.key.removeprefix(self.folder)

    def _keep(self, built: BuildResult, old: Index, objects: Iterable[StoredObject]) -> None:
        for each in objects:
            known = old.objects.get(self._key(each))
            if known and (known["etag"], known["length"]) == (each.etag, each.length):
                built.index.add(old.columns, [known])
                built.kept.append(each.key)

    def _by_storlet(self, built: BuildResult, objects: list[StoredObject]) -> list[StoredObject]:
        """The objects that the storlet did not read."""
        left = [each for each in objects if _COMPRESSED.fullmatch(each.key)]
        plain = [each for each in objects if each not in left]
        with ThreadPoolExecutor(_AT_ONCE) as pool:
            for each, answer in zip(plain, pool.map(self._storlet_call(built), plain), strict=True):
                if answer is None:
                    left.append(each)
                    continue
                self.advance(each.length)
                if answer is not _CHANGED:
                    columns, statistics = answer
                    built.index.add(columns, [{"key": self._key(each)} | statistics])
                    built.by_storlet.append(each.key)
                else:
                    built.changed.append(each.key)
        return left

    def _storlet_call(self, built: BuildResult) -> Callable[[StoredObject], tuple | None]:
        given = parameters(self.options)

        def describe(each: StoredObject) -> tuple | None:
            # After one refusal, the store is not queried for every other object.
            if built.refusal:
                return None
            try:
                return storlet.describe(self.bucket, each, given)
            except MovedError:
                return _CHANGED
            except RefusedError as error:
                built.refusal = str(error)
                return None

        return describe

    def _by_spark(self, built: BuildResult, objects: list[StoredObject]) -> None:
        output = program.describe(self.bucket, objects, self.source, self.options, self.schema)
        # Spark read the objects of that time. Results are valid only for objects that have not changed.
        current = {
            each.key: each.etag for each in data_objects(take_snapshot(self.bucket, self.folder), self.folder)
        }
        before = {each.key: each for each in objects}
        self.advance(sum(each.length for each in objects))
        built.index.options = output["options"]
        for each in output["objects"]:
            key = each["key"]
            if current.get(key) != before[key].etag:
                built.changed.append(key)
                continue
            same = {"key": self._key(before[key]), "etag": before[key].etag, "length": before[key].length}
            built.index.add(output["columns"], [each | same])
            built.by_spark.append(key)


_CHANGED: tuple = ()
