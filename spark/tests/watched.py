"""The requests and responses of a bucket."""

import os
from collections import Counter
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


def sent(watched: request_log.Watched) -> Counter:
    """The requests by kind, without listings: these are used again for 2 seconds, also by other readers."""
    return Counter({kind: count for kind, count in watched.counts.items() if kind != request_log.Kind.LIST})


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
