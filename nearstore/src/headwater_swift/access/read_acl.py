"""Reads that are allowed only through a storlet: `.storlet:NAME` in a container's read ACL.

Swift rejects unknown words in `X-Container-Read`. These words are therefore stored next to it as system
metadata, `NAME user,NAME user`, and included when the ACL is shown. Both forms of the protocol are converted
to this.
"""

import re
from collections.abc import Iterable
from typing import Any

from swift.common.swob import Request, str_to_wsgi, wsgi_to_str

from headwater_swift.wire.errors import StorletError
from headwater_swift.wire.invocation import storlet_name
from headwater_swift.wire.names import Header, Reason

SYSMETA = "storlet-read"
HEADER = "X-Container-Sysmeta-Storlet-Read"
READ = "X-Container-Read"

_WORD = re.compile(r"\.storlet:([^,]+?)\.user:([^,]+)")

Grants = frozenset[tuple[str, str]]
"""Pairs of a storlet and a user."""


def grants(container_info: dict[str, Any]) -> Grants:
    """The users and storlets of the container's storlet words."""
    text = wsgi_to_str(container_info.get("sysmeta", {}).get(SYSMETA) or "")
    return frozenset(tuple(word.split(" ", 1)) for word in text.split(",") if " " in word)


def allows(container_info: dict[str, Any], storlet: str, users: frozenset[str]) -> bool:
    """Whether one of the user's names may read through `storlet`."""
    return any((storlet, user) in grants(container_info) for user in users)


def rewrite(request: Request, container_info: dict[str, Any]) -> None:
    """Convert the ACL words of a container's PUT or POST to system metadata. Raises StorletError."""
    if request.headers.get("X-Remove-Container-Read"):
        request.headers[HEADER] = ""
    if READ in request.headers:
        words = [word.strip() for word in wsgi_to_str(request.headers[READ]).split(",")]
        storlet_words = [word for word in words if word.startswith(".storlet:")]
        request.headers[READ] = str_to_wsgi(",".join(word for word in words if word not in storlet_words))
        request.headers[HEADER] = _format_grants(map(_parse_word, storlet_words))
    if Header.READER_USER in request.headers or Header.READER_STORLET in request.headers:
        reader = _parse_reader(request)
        request.headers[HEADER] = _format_grants(grants(container_info) | {reader})


def format_acl(read: str, grants_text: str) -> str:
    """The read ACL (`read` is Swift's part) with the words of the system metadata `grants_text`."""
    words = [f".storlet:{word.replace(' ', '.user:', 1)}" for word in grants_text.split(",") if word]
    return ",".join(([read] if read else []) + words)


def _parse_word(word: str) -> tuple[str, str]:
    found = _WORD.fullmatch(word)
    if not found:
        raise StorletError(Reason.PARAMETERS, f"{word!r} is not of the form .storlet:NAME.user:USER")
    return storlet_name(found[1]), found[2].strip()


def _parse_reader(request: Request) -> tuple[str, str]:
    user, storlet = (
        wsgi_to_str(request.headers.get(name) or "").strip()
        for name in (Header.READER_USER, Header.READER_STORLET)
    )
    if not user or not storlet or "," in user:
        raise StorletError(
            Reason.PARAMETERS,
            f"{Header.READER_USER} and {Header.READER_STORLET} belong together: a user, and a storlet's name",
        )
    return storlet_name(storlet), user


def _format_grants(pairs: Iterable[tuple[str, str]]) -> str:
    return str_to_wsgi(",".join(f"{storlet} {user}" for storlet, user in sorted(set(pairs))))
