"""The events of a Spark application's task attempts, from its event log."""

import json
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from headwater.demo.names import InjectedError


@dataclass
class Attempts:
    """The numbers of task attempts of one write.

    `injected` are failures that the demo caused, `failures` are the causes of the others. `copies_won` are
    the successful speculative copies.
    """

    succeeded: int = 0
    speculative: int = 0
    copies_won: int = 0
    injected: int = 0
    failures: list[str] = field(default_factory=list)


def read(log: Path) -> dict[str, Attempts]:
    """The attempts of each job that has a description, by that description.

    A job with a description must include all of its stages. Raises ValueError if the log is damaged.
    """
    jobs: dict[int, str] = {}
    found: dict[str, Attempts] = defaultdict(Attempts)
    for event in _events(log):
        kind = event["Event"]
        if kind == "SparkListenerJobStart":
            name = (event.get("Properties") or {}).get("spark.job.description")
            jobs |= dict.fromkeys(event["Stage IDs"], name) if name else {}
        elif kind == "SparkListenerTaskStart" and event["Stage ID"] in jobs:
            found[jobs[event["Stage ID"]]].speculative += event["Task Info"]["Speculative"]
        elif kind == "SparkListenerTaskEnd" and event["Stage ID"] in jobs:
            _note_end(found[jobs[event["Stage ID"]]], event)
    return dict(found)


def _events(log: Path) -> Iterator[dict]:
    with log.open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def _note_end(attempts: Attempts, event: dict) -> None:
    reason, info = event["Task End Reason"], event["Task Info"]
    match reason["Reason"]:
        case "Success":
            attempts.succeeded += 1
            attempts.copies_won += info["Speculative"]
        case "TaskKilled":
            pass  # another attempt was faster
        # The writer wraps a task's exception. Only the trace contains the cause.
        case "ExceptionFailure" if InjectedError.__name__ in reason["Full Stack Trace"]:
            attempts.injected += 1
        case other:
            attempts.failures.append(reason.get("Description", other))
