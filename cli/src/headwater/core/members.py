"""Members of JSON objects: their names occur once, and they have their types (PROTOCOL.md, section 4)."""

from collections.abc import Mapping
from typing import Any, TypeVar

T = TypeVar("T")

_REQUIRED: Any = object()
_MIN, _MAX = -(2**63), 2**63 - 1


class MalformedError(Exception):
    """A member that is missing or of another type."""


def unique_members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object, as the `object_pairs_hook` of `json.loads`. ValueError if a member occurs twice."""
    content = dict(pairs)
    if len(content) < len(pairs):
        raise ValueError("a member occurs twice")
    return content


def member(content: Mapping, name: str, type_: type[T], default: Any = _REQUIRED) -> T:
    """A member of this type, or `default` if an optional member is missing."""
    value = content.get(name, _REQUIRED)
    if value is _REQUIRED and default is not _REQUIRED:
        return default
    # JSON's true and false are integers in Python.
    if (
        not isinstance(value, type_)
        or isinstance(value, bool)
        or (type_ is int and not _MIN <= value <= _MAX)
    ):
        raise MalformedError(f"{name} is {'missing' if value is _REQUIRED else 'of another type'}")
    return value


def etag_of(content: Mapping) -> str:
    """The member `etag`, which has no quotes."""
    etag = member(content, "etag", str)
    if '"' in etag:
        raise MalformedError(f"etag is {etag}, with quotes")
    return etag


def list_of(content: Mapping, name: str, type_: type[T]) -> list[T]:
    """A list whose members have this type."""
    values = member(content, name, list)
    if any(not isinstance(each, type_) for each in values):
        raise MalformedError(f"{name} has a member of another type")
    return values


def path_key(text: str) -> str:
    """A key that a path below the root can have (PROTOCOL.md, section 4)."""
    if any(segment in ("", ".", "..") for segment in text.split("/")):
        raise MalformedError(f"{text!r} is no key below the root")
    return listed_key(text)


def listed_key(text: str) -> str:
    """A key that a store's listing can return."""
    if not text or any(character == "\0" or "\ud800" <= character <= "\udfff" for character in text):
        raise MalformedError(f"{text!r} is no key below the root")
    return text
