"""The phases of a writing job, and the requests of each."""

from collections.abc import Iterable

from headwater.embedded.request_log import Request
from headwater_bench.core.numbers import ONCE
from headwater_bench.growth.player import Run

SETUP, TASKS, COMMIT = "setup", "tasks", "commit"
"""Before the job is submitted, until its last task ends, and after that. Reads consist of setup only."""

Phases = dict[str, dict[str, dict[str, float]]]
"""By phase and kind: the number of `requests`, and their total `seconds` at the store's proxy."""


def split(requests: Iterable[Request], run: Run) -> Phases:
    """The requests of a run by phase and kind, without those sent once in a file system's life.

    The driver sends its last request of a phase before the next phase begins, and the first one after. The
    arrival time at the proxy therefore identifies the phase.
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
    """The number of requests in the phases with these names, or in all phases."""
    return sum(
        int(of_kind["requests"])
        for name, kinds in phases.items()
        if not names or name in names
        for of_kind in kinds.values()
    )
