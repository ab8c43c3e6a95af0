"""Which reads have satisfied a policy: what the outer filter, which runs storlets, tells the guard.

It is kept in the one dictionary that Swift hands from a client's request to all that are made for it: those
for the segments of a large object find there that their manifest's container was cleared, and only that one.
"""

from typing import Any

from headwater_swift.access import S3_PARTS, Place

_CLEARED = "headwater-storlets/cleared"
_REFUSED = "headwater-storlets/refused"


def clear(env: dict[str, Any], place: Place, method: str) -> None:
    """Let this client's request read the objects of a container, and the parts that s3api keeps of them."""
    cleared = _cache(env).setdefault(_CLEARED, set())
    cleared.update((method, place.account, place.container + parts) for parts in ("", S3_PARTS))


def is_clear(env: dict[str, Any], place: Place, method: str) -> bool:
    """Whether it may."""
    return (method, place.account, place.container) in _cache(env).get(_CLEARED, ())


def refuse(env: dict[str, Any]) -> None:
    """Remember that a read of this client's request was refused: Swift may make another status of it."""
    _cache(env)[_REFUSED] = True


def was_refused(env: dict[str, Any]) -> bool:
    """Whether one was."""
    return bool(_cache(env).get(_REFUSED))


def _cache(env: dict[str, Any]) -> dict[str, Any]:
    return env.setdefault("swift.infocache", {})
