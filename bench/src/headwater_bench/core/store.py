"""The embedded store of a measurement."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from headwater.embedded.store import EmbeddedStore
from headwater.terminal import console


@contextmanager
def store(data: Path, buckets: Sequence[str], engine_options: Sequence[str] = ()) -> Iterator[dict]:
    """An embedded store with some buckets, as its JSON document, during the block."""
    embedded = EmbeddedStore(data, engine_options)
    try:
        with console.step("embedded store"):
            embedded.up(0, list(buckets))
        yield embedded.status().as_dict()
    finally:
        embedded.down()
