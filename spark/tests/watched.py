"""The requests and responses of a bucket."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from headwater.embedded import request_log

from store import Bucket


def watching():
    """Record requests from the store's log."""
    return request_log.watch(
        Path(os.environ["HEADWATER_TEST_SWIFT_LOG"]), os.environ["HEADWATER_TEST_SWIFT_ENDPOINT"]
    )


def distinct(watched: request_log.Watched) -> set[tuple]:
    """The requests without repetitions, such as a listing that is too old to be used again."""
    return {(each.method, each.path, tuple(sorted(each.headers.items()))) for each in watched.requests}


@dataclass
class Bodies:
    """Bytes of responses."""

    plain: int = 0
    storlets: int = 0
    """The part that storlets returned."""


@contextmanager
def bodies(bucket: Bucket) -> Iterator[Bodies]:
    """The response bytes of a bucket's objects during the block, known at its end."""
    counted = Bodies()
    with watching() as watched:
        yield counted
    for request in watched.requests:
        if request.kind == request_log.Kind.GET and f"/{bucket.name}/" in request.path:
            run = any("storlet" in name.lower() for name in request.headers)
            counted.storlets += request.bytes_out * run
            counted.plain += request.bytes_out * (not run)
