"""Claims: how a writer replaces a base where conditional writes are not atomic (PROTOCOL.md, C1 to C5)."""

import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field

from headwater.commit.errors import ConcurrentCommitError, UnknownCommitError
from headwater.commit.objects import BusyStoreError, LostWriteError, Objects, RefusedWriteError
from headwater.commit.repetition import pause
from headwater.commit.replacement import PATIENCE_S, WRITER, Replacement
from headwater.core.errors import HeadwaterError
from headwater.core.state import StoredObject

LEASE_S = 300.0
"""How long a claim counts for others. Two fifths are its owner's."""

_MS = 1000


@dataclass(frozen=True)
class Look:
    """One LIST of the base and the claims. `settled` are IDs of writers whose claims do not count."""

    existing: str | None
    claims: tuple[StoredObject, ...]
    settled: frozenset[str] = frozenset()


@dataclass
class Claim:
    """One claim of a writer. Each has another name, so that a late delete does not delete a new one."""

    objects: Objects
    base: str
    id: str
    number: int
    placed: float = field(default_factory=time.monotonic)

    @property
    def key(self) -> str:
        """The claim's key."""
        return f"{self.base}.claim.{self.id}{'' if self.number == 1 else f'~{self.number}'}"

    @property
    def has_expired(self) -> bool:
        """Whether its owner may not begin to send the base any more."""
        return time.monotonic() - self.placed > LEASE_S * 2 / 5

    def place(self) -> None:
        """Write it. HeadwaterError if the store does not respond."""
        for repetition in range(_MOST_REPETITIONS):
            self.placed = time.monotonic()
            try:
                self.objects.put(self.key, f'{{"writer": "{self.id}"}}\n'.encode())
            except (BusyStoreError, LostWriteError):
                pause(repetition)
            else:
                return
        raise HeadwaterError(f"s3://{self.objects.name}/{self.key} cannot be written: no response")

    def withdraw(self) -> None:
        """Delete it. If that fails, others wait until it is too old."""
        with suppress(HeadwaterError):
            self.objects.bucket.delete([self.key])

    def among(self, look: Look) -> tuple[str | None, list[str]] | None:
        """The smallest other claim that counts, and those that do not. None if the listing is late."""
        own = next((each for each in look.claims if each.key == self.key), None)
        if own is None:
            return None
        rivals, outdated = [], []
        for each in look.claims:
            writer = each.key.removeprefix(f"{self.base}.claim.").partition("~")[0]
            if writer in look.settled or each.modified < own.modified - LEASE_S * _MS:
                outdated.append(each.key)
            elif each.key != self.key:
                rivals.append(each.key)
        return min(rivals, default=None), outdated


_MOST_REPETITIONS = 20


def write_claimed(replacement: Replacement, look: Callable[[], Look], body: Callable[[], bytes]) -> None:
    """Put the base while a claim excludes others. Raises the errors of `Replacement.send`."""
    begun, number = time.monotonic(), 0
    while True:
        number += 1
        claim = Claim(replacement.objects, replacement.key, replacement.id, number)
        leftovers = _write(claim, replacement, look, body)
        if leftovers is not None:
            with suppress(HeadwaterError):
                _delete(replacement.objects, leftovers)
            return
        if time.monotonic() - begun > 2 * LEASE_S:
            raise ConcurrentCommitError(
                f"other jobs claimed s3://{replacement.objects.name}/{replacement.key} for ten minutes",
                advice="Run the job again when fewer jobs replace this dataset.",
            )


def _delete(objects: Objects, keys: Iterable[str]) -> None:
    if keys := list(keys):
        objects.bucket.delete(keys)


def _write(
    claim: Claim, replacement: Replacement, look: Callable[[], Look], body: Callable[[], bytes]
) -> list[str] | None:
    """Write under one claim. The claims to delete, or None if this one gave way and the other is gone."""
    begun = time.monotonic()
    try:
        claim.place()
        rival, outdated = _contend(claim, replacement, look)
        content = body() if rival is None else b""
    except BaseException:
        claim.withdraw()
        raise
    if rival is None and not claim.has_expired:
        return _send(claim, replacement, look, content, outdated)
    claim.withdraw()
    if rival is not None:
        _await_gone(replacement, rival, begun)
    return None


def _send(
    claim: Claim, replacement: Replacement, look: Callable[[], Look], content: bytes, outdated: list[str]
) -> list[str]:
    """Send the base. The claim stays if that is interrupted, or if a request may still arrive."""
    try:
        sent = replacement.send(content, lambda: not claim.has_expired)
        late = not sent.is_answered and _list(claim, replacement, look, content)
    except UnknownCommitError:
        raise
    except HeadwaterError:
        claim.withdraw()
        raise
    return outdated if sent.is_in_doubt or late else [*outdated, claim.key]


def _list(claim: Claim, replacement: Replacement, look: Callable[[], Look], content: bytes) -> bool:
    """Wait until a base whose response was lost is listed: a server that ended in between did not list it.

    Without a condition, it is sent again. Returns whether a request may still arrive. UnknownCommitError if
    the base is not listed when the claim has expired.
    """
    in_doubt, failure = False, None
    while True:
        try:
            if _is_listed(replacement, look):
                return in_doubt
            if not replacement.is_conditional and not claim.has_expired:
                replacement.put(content)
                return in_doubt
        except LostWriteError as error:
            in_doubt, failure = True, error
        except (BusyStoreError, RefusedWriteError, HeadwaterError) as error:
            failure = error
        if claim.has_expired:
            raise replacement.unknown("is not listed by the store") from failure
        pause(1)


def _is_listed(replacement: Replacement, look: Callable[[], Look]) -> bool:
    """Whether the base is in a listing, or was replaced by a job that saw it."""
    listed, existing = look().existing, replacement.objects.head(replacement.key)
    is_own = existing is not None and existing.metadata.get(WRITER) == replacement.id
    return not is_own or listed == existing.etag


def _contend(
    claim: Claim, replacement: Replacement, look: Callable[[], Look]
) -> tuple[str | None, list[str]]:
    """Wait until no other claim counts, one takes precedence, or this one has expired."""
    repetition = 0
    while True:
        around = look()
        seen = claim.among(around)
        if around.existing != replacement.seen or replacement.seen is not None:
            replacement.require_seen()  # a listing may show a base that was replaced
        decided = seen and (seen[0] is None or seen[0] < claim.key or claim.has_expired)
        if decided and around.existing == replacement.seen:
            return seen
        if time.monotonic() - claim.placed > PATIENCE_S:
            raise HeadwaterError(
                f"the listing of s3://{claim.objects.name}/{claim.base}* does not show {claim.key}, "
                f"or shows an older {claim.base}",
                advice="Run headwater doctor. This job changed nothing.",
            )
        pause(repetition)
        repetition += 1


def _await_gone(replacement: Replacement, rival: str, begun: float) -> None:
    repetition = 0
    while True:
        gone = replacement.objects.head(rival) is None
        replacement.require_seen()
        if gone or time.monotonic() - begun > LEASE_S:
            return
        pause(repetition)
        repetition += 1
