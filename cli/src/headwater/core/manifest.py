"""A manifest: parsed from the bytes of a `_SUCCESS` or a delta, or rejected (PROTOCOL.md, section 4)."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NoReturn

from headwater.core.columns import ColumnRange, column_ranges
from headwater.core.errors import HeadwaterError
from headwater.core.members import (
    MalformedError,
    etag_of,
    list_of,
    listed_key,
    member,
    path_key,
    unique_members,
)
from headwater.core.names import Kind, ProtocolName

FORMAT = 2

MAXIMUM_LENGTH = 512 << 20
"""The maximum length of a document in bytes (PROTOCOL.md, section 4)."""

_JSON_SPACE = b" \t\n\r"
"""The white space of JSON (RFC 8259, section 2). Python's own `lstrip` removes more characters."""


class Fault(StrEnum):
    """The reasons why a dataset cannot be read. The golden cases use these words."""

    CORRUPT = "corrupt"
    UNKNOWN_FORMAT = "unknown format"
    OVERWRITTEN = "not a manifest but governed objects"


_ADVICE = {
    Fault.CORRUPT: "Put the object back from a version or a backup, or write the dataset again; "
    "nothing was changed, and nothing is swept while it is so.",
    Fault.UNKNOWN_FORMAT: "Use a newer release of Headwater, as the one that wrote it.",
    Fault.OVERWRITTEN: "Another program wrote over the manifest: put it back from a version or a backup, or "
    "write the dataset again.",
}


class ManifestError(HeadwaterError):
    """A dataset that cannot be read because of the object `key`."""

    def __init__(self, fault: Fault, key: str, why: str) -> None:
        super().__init__(f"{key}: {why}", advice=_ADVICE[fault])
        self.fault = fault
        self.key = key


@dataclass(frozen=True)
class Entry:
    """An object in a manifest: `key` in the bucket, `length` in bytes, and its manifest's ID `source`.

    `added` is the ID of the manifest that added it. If a base carries the entry, that is an earlier one.
    `rows` and `partition` (column to value, None for Hive's default partition) are None if the writer did not
    know them. `columns` has the ranges of those columns of which it knew them.
    """

    key: str
    length: int
    etag: str
    rows: int | None
    partition: dict[str, str | None] | None
    source: str
    added: str
    columns: Mapping[str, ColumnRange] = field(default_factory=dict, compare=False)


@dataclass(frozen=True)
class Removed:
    """A removal in a delta: the entry with this ETag, added by the manifest `added`.

    Format 1 has only the key.
    """

    key: str
    etag: str = ""
    added: str = ""


@dataclass(frozen=True)
class Manifest:
    """A base or a delta. Keys are in the bucket, `time` is in milliseconds since 1970.

    `excluded` has key, ETag and modification time in milliseconds of foreign objects.
    """

    key: str
    format: int
    kind: Kind
    id: str
    tag: str
    job: str
    application: str | None
    user: str | None
    time: int | None
    replaced: str | None
    folded: frozenset[str]
    excluded: frozenset[tuple[str, str, int]]
    removed: frozenset[Removed]
    entries: tuple[Entry, ...]


def parse(key: str, name: ProtocolName, body: bytes) -> Manifest | None:
    """The manifest at `key`, or None if it is not one. ManifestError for an invalid manifest.

    A `_SUCCESS` may be another committer's. A delta's name is used by the protocol only.
    """
    document = _document(key, body)
    if document is None or "headwater" not in document:
        if name.kind == Kind.BASE:
            return None
        raise ManifestError(Fault.CORRUPT, key, "the delta is no manifest")
    try:
        content = member(document, "headwater", dict)
        _check_format(key, content)
        manifest = _manifest(key, name.folder, document, content)
    except MalformedError as error:
        raise ManifestError(Fault.CORRUPT, key, f"the manifest is malformed: {error}") from error
    if manifest.kind != name.kind or (name.kind == Kind.DELTA and manifest.id != name.id):
        raise ManifestError(
            Fault.CORRUPT, key, f"it is the {manifest.kind} {manifest.id}, which its name denies"
        )
    return manifest


def require_readable(key: str, length: int) -> None:
    """ManifestError for an object that is too long to be a manifest, before it is read."""
    if length > MAXIMUM_LENGTH:
        raise ManifestError(
            Fault.CORRUPT, key, f"it has {length:,} bytes, and a manifest has at most {MAXIMUM_LENGTH:,}"
        )


def _document(key: str, body: bytes) -> dict | None:
    if not body.lstrip(_JSON_SPACE).startswith(b"{"):
        return None
    try:
        return json.loads(body.decode(), object_pairs_hook=unique_members, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise ManifestError(Fault.CORRUPT, key, f"it is cut or no JSON: {error}") from error


def _no_number(text: str) -> NoReturn:
    raise ValueError(f"{text} is no number")


def _check_format(key: str, content: Mapping) -> None:
    number = member(content, "format", int)
    if number > FORMAT:
        raise ManifestError(
            Fault.UNKNOWN_FORMAT,
            key,
            f"the manifest's format is {number}, and {FORMAT} is the greatest known",
        )
    if number < 1:
        raise MalformedError(f"there is no format {number}")


def _manifest(key: str, folder: str, document: Mapping, content: Mapping) -> Manifest:
    kind, identifier = member(content, "kind", str), member(content, "id", str)
    if kind not in (Kind.BASE, Kind.DELTA):
        raise MalformedError(f"kind is {kind!r}")
    job = member(content, "job", dict)
    _check_summary(content)
    return Manifest(
        key=key,
        format=content["format"],
        kind=Kind(kind),
        id=identifier,
        tag=member(content, "tag", str),
        job=member(job, "id", str),
        application=member(job, "application", str, None),
        user=member(job, "user", str, None),
        time=time if isinstance(time := document.get("timestamp"), int) else None,
        replaced=_replaced(content),
        folded=frozenset(list_of(content, "folded", str)),
        excluded=frozenset(_excluded(folder, each) for each in list_of(content, "excluded", dict)),
        removed=_removed(folder, content),
        entries=tuple(_entry(folder, identifier, each) for each in list_of(content, "entries", dict)),
    )


def _replaced(content: Mapping) -> str | None:
    replaced = member(content, "replaced", dict, None)
    if replaced is None:
        return None
    etag_of(replaced)
    return member(replaced, "id", str, "no manifest")


def _check_summary(content: Mapping) -> None:
    summary = member(content, "summary", dict)
    for name in ("files", "bytes", "requests", "milliseconds"):
        member(summary, name, int)


def _excluded(folder: str, content: Mapping) -> tuple[str, str, int]:
    key, etag = listed_key(member(content, "key", str)), etag_of(content)
    return folder + key, etag, member(content, "modified", int)


def _removed(folder: str, content: Mapping) -> frozenset[Removed]:
    if content["format"] == 1:
        return frozenset(Removed(folder + path_key(each)) for each in list_of(content, "removed", str))
    return frozenset(
        Removed(
            folder + path_key(member(each, "key", str)),
            etag_of(each),
            member(each, "added", str),
        )
        for each in list_of(content, "removed", dict)
    )


def _entry(folder: str, source: str, content: Mapping) -> Entry:
    length, rows = member(content, "length", int), member(content, "rows", int, None)
    if length < 0 or (rows or 0) < 0:
        raise MalformedError("length or rows is negative")
    partition = member(content, "partition", dict, None)
    if partition and not all(value is None or isinstance(value, str) for value in partition.values()):
        raise MalformedError("a partition's value is no text")
    etag = etag_of(content)
    key, added = path_key(member(content, "key", str)), member(content, "added", str, source)
    return Entry(folder + key, length, etag, rows, partition, source, added, column_ranges(content))
