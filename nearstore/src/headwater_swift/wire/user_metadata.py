"""User metadata: an object's, and that of storlets, which is checked before it becomes a header."""

import re
from collections.abc import Mapping
from typing import Any

from swift.common.constraints import (
    MAX_META_COUNT,
    MAX_META_NAME_LENGTH,
    MAX_META_OVERALL_SIZE,
    MAX_META_VALUE_LENGTH,
)
from swift.common.swob import bytes_to_wsgi, str_to_wsgi, wsgi_to_bytes

from headwater_swift.wire.errors import StorletError
from headwater_swift.wire.names import Reason

PREFIX = "x-object-meta-"

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]*")
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")


def decode(value: str) -> str:
    """The text of a WSGI string for a storlet. U+FFFD replaces invalid UTF-8 and zero bytes."""
    return wsgi_to_bytes(value).decode("utf-8", "replace").replace("\0", "\ufffd")


def of_headers(headers: Mapping[str, str]) -> dict[str, str]:
    """The user metadata in an object's headers, except names with `=`, which an environment cannot have.

    As in Swift, only ASCII letters are case-folded. Other letters of a WSGI string are bytes of UTF-8.
    """
    lower = {decode(bytes_to_wsgi(wsgi_to_bytes(name).lower())): value for name, value in headers.items()}
    return {
        name[len(PREFIX) :]: decode(value)
        for name, value in lower.items()
        if name.startswith(PREFIX) and name != PREFIX and "=" not in name
    }


def to_headers(metadata: Mapping[str, str]) -> dict[str, str]:
    """The headers of checked metadata."""
    return {PREFIX.title() + str_to_wsgi(name): str_to_wsgi(value) for name, value in metadata.items()}


def validate(document: Mapping[str, Any]) -> dict[str, str]:
    """The metadata in a frame's document. StorletError (`failed`) if Swift would refuse it from a client."""
    metadata = document.get("metadata") or {}
    if not isinstance(metadata, dict) or len(metadata) > MAX_META_COUNT:
        raise StorletError(
            Reason.FAILED,
            f"the storlet set invalid metadata: use an object with at most {MAX_META_COUNT} names",
        )
    size = 0
    for name, value in metadata.items():
        length = len(str(value).encode())
        size += len(name) + length
        if not _NAME.fullmatch(name) or len(name) > MAX_META_NAME_LENGTH:
            raise StorletError(
                Reason.FAILED, f"the storlet set metadata with an invalid name: {name[:100]!r}"
            )
        if not isinstance(value, str) or _CONTROL.search(value) or length > MAX_META_VALUE_LENGTH:
            raise StorletError(Reason.FAILED, f"the storlet set metadata with an invalid value: {name}")
    if size > MAX_META_OVERALL_SIZE:
        raise StorletError(
            Reason.FAILED,
            f"the storlet set {size} bytes of metadata: at most {MAX_META_OVERALL_SIZE} are allowed",
        )
    return metadata
