"""What the writers logged: each change of a dataset, before they began it and after it was acknowledged.

A *slot* is a part of a dataset that one writer changes at a time: a partition, or the rows of one job. At
each moment, it has the rows of exactly one change, or none.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

NEVER = float("inf")

Slots = dict[str, list["Change"]]
"""The changes of each slot of a dataset, in their order."""


@dataclass
class Change:
    """A slot gets the rows 0 to `rows` - 1 of a job, or no rows. Times are seconds of the machine's clock."""

    job: str | None
    rows: int
    begun: float
    acknowledged: float = NEVER
    slot: str = ""
    together: list["Change"] = field(default_factory=list, repr=False, compare=False)
    """The changes of one job: all of them are visible, or none."""


@dataclass
class Read:
    """What a query of the connector returned: slot, job, number of rows, their sum."""

    dataset: str
    begun: float
    ended: float
    content: list[tuple[str, str, int, int]]


class History:
    """All that was logged until the last update."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._ends: dict[Path, int] = defaultdict(int)
        self._changes: dict[str, tuple[str, list[Change]]] = {}
        """The kind of each job and what it changes, by its ID."""
        self.datasets: dict[str, Slots] = defaultdict(lambda: defaultdict(list))
        self.reads: list[Read] = []
        self.acknowledged: Counter[str] = Counter()
        """The numbers of acknowledged changes, by their kind."""
        self.failed: list[str] = []
        """The errors of changes and queries that the connector refused."""

    @property
    def begun(self) -> int:
        """The number of changes that were begun."""
        return len(self._changes)

    def update(self) -> None:
        """Take in new lines. A line that a killed writer did not complete is left out."""
        for event in sorted(self._events(), key=lambda each: each["t"]):
            if event["state"] == "begun":
                self._changes[event["id"]] = _kind(event), list(self._begin(event))
            elif event["state"] == "acknowledged":
                kind, changes = self._changes[event["id"]]
                self.acknowledged[kind] += 1
                for change in changes:
                    change.acknowledged = min(change.acknowledged, event["t"])
            elif event["state"] == "read":
                content = [tuple(row) for row in event["content"]]
                self.reads.append(Read(event["dataset"], event["begun"], event["t"], content))
            else:
                self.failed.append(event["error"])

    def _begin(self, event: dict[str, Any]) -> Iterator[Change]:
        together: list[Change] = []
        for slot, job, rows in event["effects"]:
            change = Change(job, rows, event["t"], slot=slot, together=together)
            together.append(change)
            self.datasets[event["dataset"]][slot].append(change)
            yield change

    def _events(self) -> Iterator[dict[str, Any]]:
        for log in self._folder.glob("*.jsonl"):
            with log.open("rb") as file:
                file.seek(self._ends[log])
                for line in file:
                    if line.endswith(b"\n"):
                        self._ends[log] += len(line)
                        yield json.loads(line)


def _kind(event: dict[str, Any]) -> str:
    """`rename`, `delete`, or what is written: `parts`, and `moved` for the dataset `moved-a`."""
    jobs = [job for _, job, _ in event["effects"]]
    if None in jobs:
        return "rename" if any(jobs) else "delete"
    return event["dataset"].partition("-")[0]
