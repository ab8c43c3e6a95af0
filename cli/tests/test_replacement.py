"""A base whose response was lost, on a store whose server ended before it listed the base."""

from dataclasses import dataclass

import pytest

from headwater.commit import claims
from headwater.commit.errors import UnknownCommitError
from headwater.commit.objects import BusyStoreError, LostWriteError, RefusedWriteError, Written
from headwater.commit.replacement import Replacement
from headwater.core.conditions import Conditions
from headwater.core.errors import HeadwaterError

KEY, BODY = "d/_SUCCESS", b"after"
UNCONDITIONAL = Conditions()
SWIFT = Conditions(create=True, upload=True)


@dataclass
class Store:
    """One object. The first PUTs get these failures. A lost one is applied, but not listed."""

    failures: list[Exception]
    written: Written | None = None
    listed: Written | None = None
    name: str = "store"

    def put(self, _key: str, body: bytes, **options) -> str:
        if "IfNoneMatch" in options and self.written:
            raise RefusedWriteError
        failure = self.failures.pop(0) if self.failures else None
        if failure is None or isinstance(failure, LostWriteError):
            self.written = Written(f"etag of {body.decode()}", options["Metadata"])
        if failure:
            raise failure
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


def replaced(*failures: Exception) -> Store:
    before = Written("before", {})
    return Store(list(failures), before, before)


LOST, REFUSED, BUSY, FORBIDDEN = (
    LostWriteError(),
    RefusedWriteError(),
    BusyStoreError(),
    HeadwaterError("403"),
)


@pytest.mark.parametrize("then", [(), (REFUSED,), (BUSY, BUSY), (FORBIDDEN,)])
def test_a_base_is_listed_after_a_lost_response(then: tuple[Exception, ...]):
    store = replaced(LOST, *then)
    assert not write(store, "before", SWIFT)
    assert store.listed == store.written
    assert store.listed.etag == "etag of after"


def test_a_second_lost_response_leaves_a_doubt():
    assert write(replaced(LOST, LOST), "before", SWIFT)


def test_a_base_that_is_not_listed_when_its_claim_expires_is_unknown():
    store = replaced(LOST)
    with pytest.raises(UnknownCommitError, match="not listed"):
        write(store, "before", SWIFT, lasts=False)
    assert store.listed.etag == "before"


def test_a_base_that_its_creator_does_not_see_listed_is_unknown():
    store = Store([LOST])
    with pytest.raises(UnknownCommitError, match="not listed"):
        write(store, None, SWIFT, lasts=False)
    assert store.listed is None


def test_a_creator_without_a_condition_writes_again():
    store = Store([LOST])
    assert not write(store, None, UNCONDITIONAL)
    assert store.listed == store.written


class Late(Store):
    """A store that does not apply what is lost, at least not yet."""

    def put(self, _key: str, _body: bytes, **_options) -> str:
        raise self.failures.pop(0)


def test_a_refusal_after_a_lost_request_is_unknown():
    before = Written("before", {})
    with pytest.raises(UnknownCommitError):
        write(Late([LOST, FORBIDDEN], before, before), "before", SWIFT)
