"""The phases of a writing job, and the requests of each."""

from collections.abc import Iterable, Mapping

from headwater.embedded.request_log import Kind, Request

SETUP, TASKS, COMMIT = "setup", "tasks", "commit"
"""Before the job is submitted, until its last task ends, and after that. Reads consist of setup only."""

ONCE = (Kind.AUTH, Kind.INFO)
"""Requests sent once in a file system's life. They are not counted."""

Job = tuple[float, float]
"""The seconds since 1970 at which a job was submitted, and at which its last task ended."""


def split(requests: Iterable[Request], job: Job | None) -> dict[str, dict[str, dict[str, float]]]:
    """The requests of a run by phase and kind, without those sent once in a file system's life.

    The driver sends its last request of a phase before the next phase begins, and the first one after. The
    arrival time at the proxy therefore identifies the phase.
    """
    found: dict = {SETUP: {}, TASKS: {}, COMMIT: {}}
    for request in requests:
        if request.kind not in ONCE:
            phase = SETUP if job is None or request.start < job[0] else TASKS
            phase = COMMIT if job and request.start >= job[1] else phase
            of_kind = found[phase].setdefault(str(request.kind), {"requests": 0, "seconds": 0.0})
            of_kind["requests"] += 1
            of_kind["seconds"] = round(of_kind["seconds"] + request.seconds, 6)
    return found


def total(phases: Mapping, *names: str) -> int:
    """The number of requests in the phases with these names."""
    return sum(int(each["requests"]) for name in names for each in phases[name].values())
