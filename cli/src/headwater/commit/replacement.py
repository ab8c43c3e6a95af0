"""One writer's PUT of a base in place of the one that it saw. A lost response is read back."""

import logging
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

_LOG = logging.getLogger(__name__)
_WRITER, _REPLACED = "headwater-writer", "headwater-replaced"
"""User metadata, as the connector's Replacement writes it."""

_NOTHING = "nothing"
PATIENCE_S = 300.0
"""How long a manifest's requests are repeated (PROTOCOL.md, section 8)."""


@dataclass(frozen=True)
class Replacement:
    """The writer `id` replaces the object with the ETag `seen`, or creates the object if it is None."""

    objects: Objects
    key: str
    seen: str | None
    id: str
    honoured: Conditions

    def send(self, body: bytes, may_repeat: Callable[[], bool]) -> bool:
        """Write the base. Returns whether an earlier request may still arrive.

        Raises ConcurrentCommitError if another writer's base exists and this one's never did, and
        UnknownCommitError.
        """
        lost = repetition = 0  # of the requests that are lost, one may be the object
        while True:
            try:
                self.objects.put(self.key, body, **self._options())
            except RefusedWriteError:
                if self._settle(refused=not lost):
                    return lost > 1
                raise self._unknown("is as before") from None
            except LostWriteError:
                lost += 1
            except BusyStoreError:
                pass
            else:
                return lost > 0
            if self._settle(refused=False):
                return self._list(body, may_repeat) or lost > 1
            if not may_repeat():
                raise self._unknown("is as before") if lost else self._unavailable()
            pause(repetition)
            repetition += 1

    def _list(self, body: bytes, may_repeat: Callable[[], bool]) -> bool:
        """Write a base again that is there, but whose response was lost. Returns whether that is in doubt.

        A server that ended in between may not have listed it. Not for a conditional request, which the store
        would refuse now.
        """
        if self._is_conditional or not may_repeat():
            return False
        try:
            self.objects.put(self.key, body, **self._options())
        except LostWriteError:
            return True
        except (BusyStoreError, HeadwaterError) as error:
            _LOG.warning(
                "s3://%s/%s is written, but the store may not list it: %s", self.objects.name, self.key, error
            )
        return False

    @property
    def _is_conditional(self) -> bool:
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
        metadata = {_WRITER: self.id, _REPLACED: self.seen or _NOTHING}
        if not self._is_conditional:
            return {"Metadata": metadata}
        if self.seen is None:
            return {"Metadata": metadata, "IfNoneMatch": "*"}
        return {"Metadata": metadata, "IfMatch": self.honoured.etag(self.seen)}

    def _settle(self, *, refused: bool) -> bool:
        """Whether the object is this writer's. False if it is still the one that was seen."""
        try:
            existing = self.objects.head(self.key)
        except HeadwaterError as error:
            raise self._unknown("cannot be read") from error
        if existing and existing.metadata.get(_WRITER) == self.id:
            return True
        if self._etag(existing) == self.seen and not refused:
            return False
        if refused or (existing and existing.metadata.get(_REPLACED) == (self.seen or _NOTHING)):
            raise self.conflict()
        raise self._unknown("is another job's")

    @staticmethod
    def _etag(existing: Written | None) -> str | None:
        return existing.etag if existing else None

    def _unknown(self, how: str) -> UnknownCommitError:
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
