"""One writer's PUT of a base in place of the one that it saw. A lost response is read back."""

from collections.abc import Callable
from dataclasses import dataclass

from headwater.commit.errors import ConcurrentCommitError, UnknownCommitError
from headwater.commit.objects import (
    BusyStoreError,
    LostWriteError,
    Objects,
    RefusedWriteError,
    Written,
)
from headwater.commit.repetition import pause
from headwater.core.conditions import Conditions
from headwater.core.errors import HeadwaterError

WRITER, _REPLACED = "headwater-writer", "headwater-replaced"
"""User metadata, as the connector's Replacement writes it."""

_NOTHING = "nothing"
PATIENCE_S = 300.0
"""How long a manifest's requests are repeated (PROTOCOL.md, section 8)."""


@dataclass(frozen=True)
class Sent:
    """A base that is there. `is_in_doubt`: an earlier request may still arrive."""

    is_in_doubt: bool
    is_answered: bool


@dataclass(frozen=True)
class Replacement:
    """The writer `id` replaces the object with the ETag `seen`, or creates the object if it is None."""

    objects: Objects
    key: str
    seen: str | None
    id: str
    honoured: Conditions

    def send(self, body: bytes, may_repeat: Callable[[], bool]) -> Sent:
        """Write the base.

        Raises ConcurrentCommitError if another writer's base exists and this one's never did, and
        UnknownCommitError.
        """
        lost = repetition = 0  # of the requests that are lost, one may be the object
        while not repetition or may_repeat():
            try:
                self.put(body)
            except RefusedWriteError:
                if self._settle(may_repeat, refused=not lost):
                    return Sent(lost > 1, is_answered=False)
                raise self.unknown("is as before") from None
            except LostWriteError:
                lost += 1
            except BusyStoreError:
                pass
            except HeadwaterError as error:
                if lost:
                    raise self.unknown("may be as before") from error
                raise
            else:
                return Sent(lost > 0, is_answered=True)
            if self._settle(may_repeat, refused=False):
                return Sent(lost > 1, is_answered=False)
            pause(repetition)
            repetition += 1
        raise self.unknown("is as before") if lost else self._unavailable()

    def put(self, body: bytes) -> None:
        """Send the base once. Raises the errors of `Objects.put`."""
        self.objects.put(self.key, body, **self._options())

    @property
    def is_conditional(self) -> bool:
        """Whether the requests have a condition, which refuses a base that is there."""
        return self.honoured.create if self.seen is None else self.honoured.replace

    def require_seen(self) -> None:
        """ConcurrentCommitError if the object is not the one that was seen."""
        if self._etag(self.objects.head(self.key)) != self.seen:
            raise self.conflict()

    def conflict(self) -> ConcurrentCommitError:
        """The error of a writer that was too slow."""
        return ConcurrentCommitError(
            f"another job wrote s3://{self.objects.name}/{self.key} meanwhile. This one changed nothing",
            advice="Run it again if its rows should replace the other job's.",
        )

    def _options(self) -> dict:
        metadata = {WRITER: self.id, _REPLACED: self.seen or _NOTHING}
        if not self.is_conditional:
            return {"Metadata": metadata}
        if self.seen is None:
            return {"Metadata": metadata, "IfNoneMatch": "*"}
        return {"Metadata": metadata, "IfMatch": self.honoured.etag(self.seen)}

    def _settle(self, may_repeat: Callable[[], bool], *, refused: bool) -> bool:
        """Whether the object is this writer's. False if it is still the one that was seen."""
        existing = self._read(may_repeat)
        if existing and existing.metadata.get(WRITER) == self.id:
            return True
        if self._etag(existing) == self.seen and not refused:
            return False
        if refused or (existing and existing.metadata.get(_REPLACED) == (self.seen or _NOTHING)):
            raise self.conflict()
        raise self.unknown("is another job's")

    def _read(self, may_repeat: Callable[[], bool]) -> Written | None:
        repetition = 0
        while True:
            try:
                return self.objects.head(self.key)
            except HeadwaterError as error:
                if not may_repeat():
                    raise self.unknown("cannot be read") from error
            pause(repetition)
            repetition += 1

    @staticmethod
    def _etag(existing: Written | None) -> str | None:
        return existing.etag if existing else None

    def unknown(self, how: str) -> UnknownCommitError:
        """The error of a writer that does not know whether its base was written. `how` the object is now."""
        return UnknownCommitError(
            f"it is not known whether s3://{self.objects.name}/{self.key} was written by {self.id}: the "
            f"response was lost, and the object {how}",
            advice="Nothing was deleted. Look at `headwater ls` before you write again.",
        )

    def _unavailable(self) -> HeadwaterError:
        return HeadwaterError(
            f"s3://{self.objects.name}/{self.key} was not written, because the store does not respond",
            advice="Nothing was changed. Try again when it does: headwater doctor",
        )
