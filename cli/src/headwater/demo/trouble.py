"""What goes wrong in the demo, on purpose: this runs inside Spark's tasks."""

import time
from collections.abc import Iterable, Iterator

from pyspark import TaskContext

from headwater.demo.names import InjectedError

FAILING_TASK = 1
STRAGGLING_TASK = 2

HALFWAY = 20_000
"""After how many rows of a task it happens: a task has about 45,000."""

SLEEP_S = 60.0
"""How long the straggler sleeps, unless Spark kills it first because its copy was faster."""


def strike() -> None:
    """Fail in the first attempt at one task, sleep in that at another; nothing in any other attempt."""
    context = TaskContext.get()
    if context is None or context.attemptNumber() > 0:
        return
    if context.partitionId() == FAILING_TASK:
        raise InjectedError(f"the demo makes this attempt fail after {HALFWAY} rows")
    if context.partitionId() == STRAGGLING_TASK:
        time.sleep(SLEEP_S)


class Troubled:
    """Passes values on, one a row, and strikes halfway. Each task attempt has a copy of its own."""

    def __init__(self) -> None:
        self._rows = 0

    def __call__(self, value: int | None) -> int | None:
        """The same value."""
        self._rows += 1
        if self._rows == HALFWAY:
            strike()
        return value


def troubled(rows: Iterable[str]) -> Iterator[str]:
    """The same rows; strikes halfway."""
    return map(Troubled(), rows)
