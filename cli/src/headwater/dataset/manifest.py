"""A manifest: read from the bytes of a `_SUCCESS` or a delta, or refused (PROTOCOL.md, section 4)."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeVar

from headwater.dataset.names import Kind, ProtocolName
from headwater.errors import HeadwaterError

FORMAT = 2

MAXIMUM_LENGTH = 512 << 20
"""The most bytes that a document may have (PROTOCOL.md, section 4)."""

T = TypeVar("T")


class Fault(StrEnum):
    """Why a dataset cannot be read; the golden cases use these words."""

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
    """An object that a manifest has: `key` is in the bucket, `length` in bytes, `source` its manifest's ID.

    `added` is the ID of the manifest that added it, which is an earlier one if a base carries it.
    `rows` and `partition` (column to value, None for Hive's default partition) are None if the writer did
    not know them.
    """

    key: str
    length: int
    etag: str
    rows: int | None
    partition: dict[str, str | None] | None
    source: str
    added: str


@dataclass(frozen=True)
class Removed:
    """What a delta removes: the entry with this ETag that the manifest `added` has added.

    Format 1 has the key alone.
    """

    key: str
    etag: str = ""
    added: str = ""


@dataclass(frozen=True)
class Manifest:
    """A base or a delta. Keys are in the bucket, `time` in milliseconds since 1970.

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


def unquoted(etag: str) -> str:
    """An ETag without the quotes in which HTTP has it."""
    return etag.strip('"')


def parse(key: str, name: ProtocolName, body: bytes) -> Manifest | None:
    """The manifest at `key`, or None if it is none; ManifestError for what begins as one and is not.

    A `_SUCCESS` may be another committer's; a delta's name is the protocol's alone.
    """
    document = _document(key, body)
    if document is None or "headwater" not in document:
        if name.kind == Kind.BASE:
            return None
        raise ManifestError(Fault.CORRUPT, key, "the delta is no manifest")
    try:
        content = _member(document, "headwater", dict)
        _check_format(key, content)
        manifest = _manifest(key, name.folder, document, content)
    except _MalformedError as error:
        raise ManifestError(Fault.CORRUPT, key, f"the manifest is malformed: {error}") from error
    if manifest.kind != name.kind or (name.kind == Kind.DELTA and manifest.id != name.id):
        raise ManifestError(
            Fault.CORRUPT, key, f"it is the {manifest.kind} {manifest.id}, which its name denies"
        )
    return manifest


def require_readable(key: str, length: int) -> None:
    """ManifestError if an object is too long to be a manifest, before it is read."""
    if length > MAXIMUM_LENGTH:
        raise ManifestError(
            Fault.CORRUPT, key, f"it has {length:,} bytes, and a manifest has at most {MAXIMUM_LENGTH:,}"
        )


class _MalformedError(Exception):
    """A member that is missing or of another type."""


def _document(key: str, body: bytes) -> dict | None:
    if not body.lstrip().startswith(b"{"):
        return None
    try:
        return json.loads(body)
    except (ValueError, RecursionError) as error:
        raise ManifestError(Fault.CORRUPT, key, f"it is cut or no JSON: {error}") from error


def _check_format(key: str, content: Mapping) -> None:
    number = _member(content, "format", int)
    if number > FORMAT:
        raise ManifestError(
            Fault.UNKNOWN_FORMAT,
            key,
            f"the manifest's format is {number}, and {FORMAT} is the greatest known",
        )
    if number < 1:
        raise _MalformedError(f"there is no format {number}")


def _manifest(key: str, folder: str, document: Mapping, content: Mapping) -> Manifest:
    kind, identifier = _member(content, "kind", str), _member(content, "id", str)
    if kind not in (Kind.BASE, Kind.DELTA):
        raise _MalformedError(f"kind is {kind!r}")
    job = _member(content, "job", dict)
    replaced = _member(content, "replaced", dict, None)
    return Manifest(
        key=key,
        format=content["format"],
        kind=Kind(kind),
        id=identifier,
        tag=_member(content, "tag", str),
        job=_member(job, "id", str),
        application=_member(job, "application", str, None),
        user=_member(job, "user", str, None),
        time=_member(document, "timestamp", int, None),
        replaced=_member(replaced, "id", str, "no manifest") if replaced else None,
        folded=frozenset(_list(content, "folded", str)),
        excluded=frozenset(_excluded(folder, each) for each in _list(content, "excluded", dict)),
        removed=_removed(folder, content),
        entries=tuple(_entry(folder, identifier, each) for each in _list(content, "entries", dict, True)),
    )


def _excluded(folder: str, content: Mapping) -> tuple[str, str, int]:
    key, etag = _listed(_member(content, "key", str)), unquoted(_member(content, "etag", str))
    return folder + key, etag, _member(content, "modified", int)


def _removed(folder: str, content: Mapping) -> frozenset[Removed]:
    if content["format"] == 1:
        return frozenset(Removed(folder + _key(each)) for each in _list(content, "removed", str))
    return frozenset(
        Removed(
            folder + _key(_member(each, "key", str)),
            unquoted(_member(each, "etag", str)),
            _member(each, "added", str),
        )
        for each in _list(content, "removed", dict)
    )


def _entry(folder: str, source: str, content: Mapping) -> Entry:
    length, rows = _member(content, "length", int), _member(content, "rows", int, None)
    if length < 0 or (rows or 0) < 0:
        raise _MalformedError("length or rows is negative")
    partition = _member(content, "partition", dict, None)
    if partition and not all(value is None or isinstance(value, str) for value in partition.values()):
        raise _MalformedError("a partition's value is no text")
    etag = unquoted(_member(content, "etag", str))
    key, added = _key(_member(content, "key", str)), _member(content, "added", str, source)
    return Entry(folder + key, length, etag, rows, partition, source, added)


def _key(text: str) -> str:
    """A key that a path below the root can name (PROTOCOL.md, section 4)."""
    if any(segment in ("", ".", "..") for segment in text.split("/")):
        raise _MalformedError(f"{text!r} is no key below the root")
    return _listed(text)


def _listed(text: str) -> str:
    """A key that a store's listing can show."""
    if not text or any(character == "\0" or "\ud800" <= character <= "\udfff" for character in text):
        raise _MalformedError(f"{text!r} is no key below the root")
    return text


_REQUIRED: Any = object()


def _member(content: Mapping, name: str, type_: type[T], default: Any = _REQUIRED) -> T:
    """A member of this type; `default` if it is missing and need not be there."""
    value = content.get(name, _REQUIRED)
    if value is _REQUIRED and default is not _REQUIRED:
        return default
    # JSON's true and false are integers to Python.
    if not isinstance(value, type_) or isinstance(value, bool):
        raise _MalformedError(f"{name} is {'missing' if value is _REQUIRED else 'of another type'}")
    return value


def _list(content: Mapping, name: str, type_: type[T], required: bool = False) -> list[T]:
    values = _member(content, name, list, _REQUIRED if required else [])
    if any(not isinstance(each, type_) for each in values):
        raise _MalformedError(f"{name} has a member of another type")
    return values
