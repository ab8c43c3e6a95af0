"""What a server has loaded is not part of its garbage collections: docs/adr/0034."""

import gc
import weakref
from collections.abc import Callable, Iterator

import pytest

from headwater_swift.filters import storlets


class Cycle:
    """An object that only a garbage collection frees."""

    def __init__(self) -> None:
        self.itself = self


def app(_env: dict, _start_response: Callable) -> list[bytes]:
    return []


@pytest.fixture(autouse=True)
def unfrozen() -> Iterator[None]:
    gc.unfreeze()
    yield
    gc.unfreeze()


def load() -> None:
    storlets({}, execution_server="object")(app)


def test_what_is_loaded_is_excluded() -> None:
    assert gc.get_freeze_count() == 0
    load()
    assert gc.get_freeze_count() > 10_000


def test_garbage_of_the_load_is_freed() -> None:
    garbage = weakref.ref(Cycle())
    load()
    assert garbage() is None


def test_what_is_garbage_after_the_first_load_is_freed_by_the_second() -> None:
    cycle = Cycle()
    garbage = weakref.ref(cycle)
    load()
    del cycle
    gc.collect()
    assert garbage() is not None  # excluded
    load()
    assert garbage() is None
