"""The demo's deliberate failures, which run inside Spark's tasks."""

import time
from collections.abc import Iterable, Iterator

from pyspark import TaskContext

from headwater.demo.names import InjectedError

FAILING_TASK = 1
STRAGGLING_TASK = 2

HALFWAY = 20_000
"""The number of rows of a task before the failure. A task has about 45,000."""

SLEEP_S = 60.0
"""The sleep of the straggler, unless Spark kills it because its copy was faster."""


def strike() -> None:
    """Fail in the first attempt at one task, sleep in the first attempt at another, else do nothing."""
    context = TaskContext.get()
    if context is None or context.attemptNumber() > 0:
        return
    if context.partitionId() == FAILING_TASK:
        raise InjectedError(f"the demo makes this attempt fail after {HALFWAY} rows")
    if context.partitionId() == STRAGGLING_TASK:
        time.sleep(SLEEP_S)


class Troubled:
    """Returns values unchanged, one a row, and strikes halfway. Each task attempt has a separate copy."""

    def __init__(self) -> None:
        self._rows = 0

    def __call__(self, value: int | None) -> int | None:
        """The same value."""
        self._rows += 1
        if self._rows == HALFWAY:
            strike()
        return value


def troubled(rows: Iterable[str]) -> Iterator[str]:
    """The same rows, with a strike halfway."""
    return map(Troubled(), rows)
