"""Reads a dataset by the rules of section 5 of protocol/PROTOCOL.md, without any code of Headwater."""

import csv
import io
import json
import re
from collections import defaultdict
from dataclasses import dataclass, field
from time import monotonic

from pyarrow import parquet

from bucket import MissingError, Object, Store

_DELTA = re.compile(r"_SUCCESS\.delta\.(\d{8}T\d{9}Z-[0-9a-f]{32})")
_GOVERNED = re.compile(r"-attempt_manifest-[0-9a-f]{12}-[0-9a-f]{32}_")
_SLOT = re.compile(r"(?:^|/)slot=([^/]+)/")
_TRIES = 20
"""A dataset may change between two requests. Then the reader begins again."""


class BrokenRuleError(Exception):
    """The store breaks a rule of the protocol."""


@dataclass(frozen=True)
class Entry:
    """An object that counts."""

    key: str
    length: int
    etag: str


@dataclass
class Snapshot:
    """The state of a dataset between two moments."""

    begun: float
    ended: float
    entries: dict[str, Entry]
    orphans: list[str]
    """The keys of governed objects that no manifest counts."""
    tallies: dict[str, dict[str, list[int]]] = field(default_factory=dict)
    """The numbers of the rows, by slot and job."""


class Reader:
    """Reads datasets of a bucket. It keeps the rows of objects that the listing shows unchanged."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._rows: dict[Entry, list[tuple[str, str, int]]] = {}
        self._manifests: dict[tuple[str, str], dict | None] = {}

    def forget(self) -> None:
        """Read every object again."""
        self._rows.clear()
        self._manifests.clear()

    def read(self, root: str) -> Snapshot:
        """The dataset now. Raises BrokenRuleError for an entry without its object."""
        for _ in range(_TRIES):
            snapshot, listed = self._state(root)
            try:
                snapshot.tallies = self._tallies(root, snapshot, listed)
            except MissingError as missing:
                if self._state(root)[0].entries == snapshot.entries:
                    raise BrokenRuleError(
                        f"{root}: an entry has no object with its ETag: {missing}"
                    ) from None
                continue
            return snapshot
        raise BrokenRuleError(f"{root}: no complete state in {_TRIES} tries")

    def _state(self, root: str) -> tuple[Snapshot, dict[str, Object]]:
        for _ in range(_TRIES):
            begun = monotonic()
            listed = {key.removeprefix(f"{root}/"): found for key, found in self._store.list(f"{root}/")}
            try:
                manifests = [self._manifest(root, key, listed) for key in listed if _is_manifest(key)]
            except MissingError:
                continue  # Rule R1: a writer came between.
            ended = monotonic()
            entries = _entries(list(filter(None, manifests)))
            _require_no_others(root, listed, manifests, entries)
            orphans = [key for key in listed if _GOVERNED.search(key) and key not in entries]
            return Snapshot(begun, ended, entries, orphans), listed
        raise BrokenRuleError(f"{root}: its manifests changed during {_TRIES} reads")

    def _manifest(self, root: str, key: str, listed: dict[str, Object]) -> dict | None:
        name = f"{root}/{key}", listed[key].etag
        if name not in self._manifests:
            text = self._store.get(*name)
            is_json = text.lstrip().startswith(b"{")
            self._manifests[name] = json.loads(text).get("headwater") if is_json else None
        return self._manifests[name]

    def _tallies(self, root: str, snapshot: Snapshot, listed: dict[str, Object]) -> dict:
        tallies: dict[str, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
        for entry in snapshot.entries.values():
            found = listed.get(entry.key)
            is_unchanged = found is not None and (found.etag, found.length) == (entry.etag, entry.length)
            if entry not in self._rows or not is_unchanged:
                self._rows[entry] = self._rows_of(root, entry)
            for slot, job, row in self._rows[entry]:
                tallies[slot][job].append(row)
        return tallies

    def _rows_of(self, root: str, entry: Entry) -> list[tuple[str, str, int]]:
        content = self._store.get(f"{root}/{entry.key}", entry.etag)
        if len(content) != entry.length:
            raise BrokenRuleError(
                f"{root}/{entry.key} has {len(content)} bytes, its entry says {entry.length}"
            )
        slot = _SLOT.search(entry.key)
        return [(slot[1] if slot else row[2], row[0], int(row[1])) for row in rows(content)]


def rows(content: bytes) -> list[tuple]:
    """The rows of a file: job, row and (if it is no partition) slot."""
    if content.startswith(b"PAR1"):
        table = parquet.ParquetFile(io.BytesIO(content)).read()
        return list(zip(*(table.column(name).to_pylist() for name in table.column_names), strict=True))
    # MapReduce writes the position of each line before it.
    return [tuple(line[-3:]) for line in csv.reader(io.StringIO(content.decode()))]


def _is_manifest(key: str) -> bool:
    return key == "_SUCCESS" or bool(_DELTA.fullmatch(key))


def _entries(manifests: list[dict]) -> dict[str, Entry]:
    bases = [each for each in manifests if each["kind"] == "base"]
    folded = {name for base in bases for name in base["folded"]}
    live = bases + [each for each in manifests if each["kind"] == "delta" and each["id"] not in folded]
    removed = {(each["key"], each["etag"], each["added"]) for one in live for each in one["removed"]}
    found: dict[str, tuple[str, Entry]] = {}
    for manifest in live:
        for each in manifest["entries"]:
            key, etag, added = each["key"], each["etag"], each.get("added", manifest["id"])
            if (key, etag, added) not in removed and added >= found.get(key, ("",))[0]:
                found[key] = (added, Entry(key, each["length"], etag))
    return {key: entry for key, (_, entry) in found.items()}


def _require_no_others(root: str, listed: dict[str, Object], manifests: list, entries: dict) -> None:
    """No soak writes foreign objects where readers count them."""
    excluded = {each["key"] for one in filter(None, manifests) for each in one["excluded"]}
    for key in listed:
        hidden = any(part.startswith(("_", ".")) for part in key.split("/"))
        if not (hidden or key in entries or key in excluded or _GOVERNED.search(key) or key.endswith("/")):
            raise BrokenRuleError(f"{root}/{key} is an object of no writer")
