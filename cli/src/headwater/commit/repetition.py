"""When a request is sent again."""

import time
from collections.abc import Callable

from headwater.commit.objects import BusyStoreError, LostWriteError, Objects, RefusedWriteError
from headwater.core.errors import HeadwaterError

_PAUSES_S = (0.1, 0.2, 0.5, 1.0, 2.0, 5.0)


def pause(repetition: int) -> None:
    """Wait before a repetition, which begins with 0."""
    time.sleep(_PAUSES_S[min(repetition, len(_PAUSES_S) - 1)])


def put_own(objects: Objects, key: str, body: bytes, may_repeat: Callable[[int], bool]) -> str:
    """Write an object whose key only this job uses, so that the PUT may be repeated. Returns its ETag.

    `may_repeat` gets the number of the repetition, which begins with 0. If it is false, the error of the last
    request is raised, one of `headwater.commit.objects`. A refusal after a lost request is a LostWriteError.
    """
    lost, repetition = False, 0
    while True:
        try:
            return objects.put(key, body)
        except (BusyStoreError, LostWriteError, RefusedWriteError) as error:
            lost |= isinstance(error, LostWriteError)
            if not may_repeat(repetition):
                raise
        except HeadwaterError as error:
            if lost:
                raise LostWriteError(str(error)) from error
            raise
        pause(repetition)
        repetition += 1
