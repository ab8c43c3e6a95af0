"""What a bucket was asked for, and answered."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from headwater import requests

from store import Bucket


def watching():
    """The requests of a while, by the store's log."""
    return requests.watch(
        Path(os.environ["HEADWATER_TEST_SWIFT_LOG"]), os.environ["HEADWATER_TEST_SWIFT_ENDPOINT"]
    )


@dataclass
class Bodies:
    """Bytes of answers."""

    plain: int = 0
    storlets: int = 0
    """Of them, what storlets answered."""


@contextmanager
def bodies(bucket: Bucket) -> Iterator[Bodies]:
    """What a bucket's objects were answered with in a while; known at its end."""
    counted = Bodies()
    with watching() as watched:
        yield counted
    for request in watched.requests:
        if request.kind == requests.Kind.GET and f"/{bucket.name}/" in request.path:
            run = any("storlet" in name.lower() for name in request.headers)
            counted.storlets += request.bytes_out * run
            counted.plain += request.bytes_out * (not run)
