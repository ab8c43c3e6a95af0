"""The record of reads that have satisfied a policy.

The outer filter, which runs storlets, passes it to the guard.

It is stored in the only dictionary that Swift passes from a client's request to all requests made for it. A
request for a segment of a large object finds there that its manifest's container was granted, and only that
one.
"""

from typing import Any

from headwater_swift.wire.place import S3_PARTS, Place

_GRANTED = "headwater-storlets/granted"
_REFUSED = "headwater-storlets/refused"


def grant(env: dict[str, Any], place: Place, method: str) -> None:
    """Allow this client's request to read a container's objects, and the parts that s3api keeps of them."""
    granted = _cache(env).setdefault(_GRANTED, set())
    granted.update((method, place.account, place.container + parts) for parts in ("", S3_PARTS))


def is_granted(env: dict[str, Any], place: Place, method: str) -> bool:
    """Whether it is allowed."""
    return (method, place.account, place.container) in _cache(env).get(_GRANTED, ())


def record_refusal(env: dict[str, Any]) -> None:
    """Record that a read of this client's request was refused.

    Swift may convert the refusal to another status.
    """
    _cache(env)[_REFUSED] = True


def was_refused(env: dict[str, Any]) -> bool:
    """Whether one was refused."""
    return bool(_cache(env).get(_REFUSED))


def _cache(env: dict[str, Any]) -> dict[str, Any]:
    return env.setdefault("swift.infocache", {})
