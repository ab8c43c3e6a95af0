"""A base whose response was lost, on a store whose server ended before it listed the base."""

from dataclasses import dataclass

import pytest

from headwater.commit import claims
from headwater.commit.errors import UnknownCommitError
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


class Claim(claims.Claim):
    """One that lasts or has expired."""

    lasts = True

    @property
    def has_expired(self) -> bool:
        return not self.lasts


def write(store: Store, seen: str | None, honoured: Conditions, lasts: bool = True) -> bool:
    """Write without a rival. Returns whether a request may still arrive."""
    replacement = Replacement(store, KEY, seen, "writer", honoured)
    claim = Claim(store, KEY, "writer", 1)
    sent = replacement.send(BODY, lambda: True)
    claim.lasts = lasts
    look = lambda: claims.Look(store.listed.etag if store.listed else None, ())  # noqa: E731
    return sent.is_in_doubt or claims._list(claim, replacement, look, BODY)


def replaced(losses: int) -> Store:
    before = Written("before", {})
    return Store(losses, before, before)


def test_a_base_is_listed_after_a_lost_response():
    store = replaced(losses=1)
    assert not write(store, "before", SWIFT)
    assert store.listed == store.written
    assert store.listed.etag == "etag of after"


def test_a_second_lost_response_leaves_a_doubt():
    assert write(replaced(losses=2), "before", SWIFT)


def test_nothing_is_sent_after_the_claim():
    store = replaced(losses=1)
    assert not write(store, "before", SWIFT, lasts=False)
    assert store.listed.etag == "before"


def test_a_base_that_its_creator_does_not_see_listed_is_unknown():
    store = Store(losses=1)
    with pytest.raises(UnknownCommitError, match="not listed"):
        write(store, None, SWIFT, lasts=False)
    assert store.listed is None


def test_a_creator_without_a_condition_writes_again():
    store = Store(losses=1)
    assert not write(store, None, UNCONDITIONAL)
    assert store.listed == store.written
