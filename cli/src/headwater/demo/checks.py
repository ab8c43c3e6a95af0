"""What the demonstration must find: every row once despite failures, and no needless request.

Each check returns the problems that it found, one sentence each.
"""

import json
from collections import Counter, defaultdict
from pathlib import Path

from headwater.demo.flights import OUTPUTS, ROWS, Totals
from headwater.embedded.request_log import Kind

FORBIDDEN = (Kind.POST_DELETE, Kind.DELETE, Kind.COPY)
PLANNED = {
    "injected": "the injected failure did not happen, so the run proves nothing",
    "speculative": "Spark launched no speculative copy, so the run proves nothing",
    "copy won": "no speculative copy was faster than the attempt that sleeps",
}
"""What must happen in each write, and the problem if it does not."""

Attempts = dict[str, Counter[str]]  # by dataset: PLANNED ones, "succeeded", and causes of unexpected failures
Steps = dict[str, Counter[Kind]]  # the requests of each step


def task_attempts(log: Path) -> Attempts:
    """The task attempts of each job with a description, from Spark's event log."""
    jobs: dict[int, str] = {}
    found: Attempts = defaultdict(Counter)
    for event in map(json.loads, log.read_text().splitlines()):
        name, info = jobs.get(event.get("Stage ID")), event.get("Task Info", {})
        if event["Event"] == "SparkListenerJobStart":
            name = (event.get("Properties") or {}).get("spark.job.description")
            jobs |= dict.fromkeys(event["Stage IDs"], name)
        elif name and event["Event"] == "SparkListenerTaskStart":
            found[name]["speculative"] += info["Speculative"]
        elif name and event["Event"] == "SparkListenerTaskEnd":
            found[name].update(_outcome(event["Task End Reason"], info["Speculative"]))
    return found


def _outcome(reason: dict, speculative: bool) -> list[str]:
    if reason["Reason"] == "Success":
        return ["succeeded", "copy won"] if speculative else ["succeeded"]
    if reason["Reason"] == "TaskKilled":  # another attempt was faster
        return []
    # The writer wraps a task's exception. Only the trace contains the cause.
    injected = "InjectedError" in reason.get("Full Stack Trace", "")
    return ["injected"] if injected else [reason.get("Description", reason["Reason"])]


def problems(truth: Totals, found: dict[str, Totals], attempts: Attempts) -> list[str]:
    """What is wrong with the source, with the rows of a dataset, and with the failures during its write."""
    rows = sum(month["rows"] for month in truth.values())
    every = [] if rows == ROWS else [f"The source has {rows:,} rows, not {ROWS:,}: is it another version?"]
    for name, title in OUTPUTS.items():
        every += row_problems(title, truth, found[name]) + attempt_problems(title, attempts[name])
    return every


def row_problems(title: str, truth: Totals, found: Totals) -> list[str]:
    """The months of a dataset in which rows are missing, duplicated or changed."""
    return [
        f"{title}, month {month}: {name} is {read.get(name, 0):,}, and {source.get(name, 0):,} in the source"
        for month in sorted({*truth, *found})
        for source, read in [(truth.get(month, {}), found.get(month, {}))]
        for name in ("rows", "distance", "digest")
        if read.get(name) != source.get(name)
    ]


def attempt_problems(title: str, attempts: Counter[str]) -> list[str]:
    """The planned events that did not happen during a write, and the failures that were not planned."""
    missing = [f"{title}: {problem}" for end, problem in PLANNED.items() if not attempts[end]]
    failures = attempts.keys() - {"succeeded", *PLANNED}
    return missing + [f"{title}: an unexpected task attempt failed: {each}" for each in failures]


def store_problems(steps: Steps, objects: list[str]) -> list[str]:
    """Requests that Headwater does not need, temporary objects and directory markers."""
    requests = [(step, counts[kind], kind) for step, counts in steps.items() for kind in FORBIDDEN]
    left = [name for name in objects if "_temporary" in name.split("/") or name.endswith("/")]
    every = [f"{step}: the store received {times} x {kind}" for step, times, kind in requests if times]
    return every + [f"The store has the temporary object or directory marker {name}" for name in left]


def pushdown_problems(off: dict, on: dict) -> list[str]:
    """A different result, an empty one, or no fewer bytes."""
    every = []
    if not off["rows"] or on["rows"] != off["rows"]:
        every.append(f"the query's rows with pushdown are {on['rows']}, and without it {off['rows']}")
    if on["bytes"] >= off["bytes"]:
        every.append(f"pushdown sent {on['bytes']:,} bytes, no fewer than the {off['bytes']:,} without it")
    return every
