"""The phases of a job that writes, and which requests belong to each."""

from collections.abc import Iterable

from headwater.requests import Request
from headwater_bench.growth.player import Run
from headwater_bench.numbers import ONCE

SETUP, TASKS, COMMIT = "setup", "tasks", "commit"
"""Before the job is submitted; until its last task has ended; after that. What only looks is all setup."""

Phases = dict[str, dict[str, dict[str, float]]]
"""By phase, by kind: how many `requests`, and their `seconds` at the store's proxy, added up."""


def split(requests: Iterable[Request], run: Run) -> Phases:
    """The requests of a run by phase and kind, without those that a file system sends once in its life.

    The driver sends its last request of a phase before the next one begins, and the first one after, so
    the time at which a request came to the proxy tells.
    """
    found: Phases = {SETUP: {}, TASKS: {}, COMMIT: {}}
    for request in requests:
        if request.kind in ONCE:
            continue
        of_kind = found[_phase(request, run)].setdefault(str(request.kind), {"requests": 0, "seconds": 0.0})
        of_kind["requests"] += 1
        of_kind["seconds"] = round(of_kind["seconds"] + request.seconds, 6)
    return found


def _phase(request: Request, run: Run) -> str:
    if run.job is None or request.start < run.job[0]:
        return SETUP
    return TASKS if request.start < run.job[1] else COMMIT


def total(phases: Phases, *names: str) -> int:
    """How many requests the phases of these names have; of all without any."""
    return sum(
        int(of_kind["requests"])
        for name, kinds in phases.items()
        if not names or name in names
        for of_kind in kinds.values()
    )
