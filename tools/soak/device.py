"""Faults of the object server's device: it is full, or not mounted."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from headwater.embedded.config import RESERVE_BYTES

from storlet_support import Store


def mount(store: Store) -> None:
    """Let the object server check in each request that its device is mounted, which is Swift's default."""
    _mount_point(store).touch()
    store.reconfigure("object", lambda config: config.set("DEFAULT", "mount_check", "true"))


@contextmanager
def unmounted(store: Store) -> Iterator[None]:
    """The object server answers 507 to each request."""
    _mount_point(store).unlink()
    try:
        yield
    finally:
        _mount_point(store).touch()


@contextmanager
def full(store: Store) -> Iterator[None]:
    """The object server refuses to write, as it does if the device has less space than its reserve."""
    _reserve(store, 1 << 62)
    try:
        yield
    finally:
        _reserve(store, RESERVE_BYTES)


def _mount_point(store: Store) -> Path:
    """A file that makes its folder a mount point for Swift: `swift.common.utils.ismount_raw`."""
    return store.data / "nodes" / "d1" / ".ismount"


def _reserve(store: Store, free: int) -> None:
    store.reconfigure("object", lambda config: config.set("DEFAULT", "fallocate_reserve", str(free)))
