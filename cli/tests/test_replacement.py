"""A base whose response was lost, on a store whose server ended before it listed the base."""

from dataclasses import dataclass

import pytest

from headwater.commit.objects import LostWriteError, RefusedWriteError, Written
from headwater.commit.replacement import Replacement
from headwater.core.conditions import Conditions

KEY, BODY = "d/_SUCCESS", b"after"
UNCONDITIONAL = Conditions()
SWIFT = Conditions(create=True, upload=True)


@dataclass
class Store:
    """One object. The first responses are lost, and what they answer is not listed."""

    losses: int
    written: Written | None = None
    listed: Written | None = None
    name: str = "store"

    def put(self, _key: str, body: bytes, **options) -> str:
        if "IfNoneMatch" in options and self.written:
            raise RefusedWriteError
        self.written = Written(f"etag of {body.decode()}", options["Metadata"])
        if self.losses:
            self.losses -= 1
            raise LostWriteError
        self.listed = self.written
        return self.written.etag

    def head(self, _key: str) -> Written | None:
        return self.written


def send(store: Store, seen: str | None, honoured: Conditions, lasts: bool = True) -> bool:
    return Replacement(store, KEY, seen, "writer", honoured).send(BODY, lambda: lasts)


def replaced(losses: int) -> Store:
    before = Written("before", {})
    return Store(losses, before, before)


def test_a_base_is_listed_after_a_lost_response():
    store = replaced(losses=1)
    assert not send(store, "before", SWIFT)
    assert store.listed == store.written
    assert store.listed.etag == "etag of after"


def test_a_second_lost_response_leaves_a_doubt():
    store = replaced(losses=2)
    assert send(store, "before", SWIFT)


def test_nothing_is_sent_after_the_claim():
    store = replaced(losses=1)
    assert not send(store, "before", SWIFT, lasts=False)
    assert store.listed.etag == "before"


@pytest.mark.parametrize(("honoured", "is_listed"), [(SWIFT, False), (UNCONDITIONAL, True)])
def test_a_creator_under_a_condition_writes_once(honoured: Conditions, is_listed: bool):
    store = Store(losses=1)
    assert not send(store, None, honoured)
    assert (store.listed is not None) is is_listed
