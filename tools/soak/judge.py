"""Compares what is in the store, and what the connector returned, with what was acknowledged."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Protocol

from changes import Change, History, Read
from dataset import BrokenRuleError, Reader, Snapshot

Tally = tuple[int, int, int]
"""Rows, different rows, the sum of their numbers."""

_NOTHING: Mapping[str, Tally] = {}

_TRIES = 4


class Listings(Protocol):
    """When the store's listings showed everything."""

    def settled(self, moment: float) -> float:
        """The last such moment before another one."""

    def await_agreement(self) -> None:
        """Wait until they do."""


class Judge:
    """The problems of a run. Each is one sentence and is found once."""

    def __init__(self, history: History, reader: Reader, listings: Listings) -> None:
        self._history, self._reader, self._listings = history, reader, listings
        self.problems: list[str] = []
        self.snapshots = self.reads = self.rows = 0
        """How many states of datasets and how many queries were checked, and their rows."""

    def check_datasets(self) -> int:
        """Read every dataset, and return the number of objects that no manifest counts."""
        self._history.update()
        return sum(self._check(name) for name in list(self._history.datasets))

    def check_reads(self) -> None:
        """Check the queries that were not checked yet."""
        self._history.update()
        for read in self._history.reads[self.reads :]:
            self.reads += 1
            self._compare(
                read.dataset, f"a query of {read.dataset}", _by_slot(read), (read.begun, read.ended)
            )

    def report(self, problem: str) -> None:
        """Add a problem."""
        if problem not in self.problems:
            self.problems.append(problem)
            print(f"    problem: {problem}", flush=True)

    def report_lasting(self, check: Callable[[], Iterable[str]]) -> None:
        """Add the problems of a check that remain after listings have shown everything."""
        problems: list[str] = []
        for _ in range(_TRIES):
            problems = list(check())
            if not problems:
                return
            self._listings.await_agreement()
        for problem in problems:
            self.report(problem)

    def _check(self, name: str) -> int:
        snapshots: list[Snapshot] = []
        self.report_lasting(lambda: self._broken_rules(name, snapshots))
        if not snapshots:
            return 0
        (snapshot,) = snapshots
        self._history.update()  # After the read, so that it has every change that the read may show.
        self.snapshots += 1
        found = {
            slot: {job: (len(rows), len(set(rows)), sum(rows)) for job, rows in jobs.items()}
            for slot, jobs in snapshot.tallies.items()
        }
        self._compare(name, name, found, (snapshot.begun, snapshot.ended))
        return len(snapshot.orphans)

    def _broken_rules(self, name: str, snapshots: list[Snapshot]) -> Iterator[str]:
        """Read a dataset, or find the rule that is broken."""
        try:
            snapshots.append(self._reader.read(name))
        except BrokenRuleError as wrong:
            yield str(wrong)

    def _compare(self, dataset: str, title: str, found: dict, when: tuple[float, float]) -> None:
        slots = self._history.datasets[dataset]
        shown: dict[str, list[Change]] = {}
        for slot in found.keys() | slots.keys():
            jobs = found.get(slot, _NOTHING)
            self.rows += sum(tally[0] for tally in jobs.values())
            possible = list(_possible(slots.get(slot, []), self._listings.settled(when[0]), when[1]))
            shown[slot] = [each for each in possible if _content(each) == jobs]
            if not shown[slot]:
                self.report(f"{title}, slot {slot}: {_explained(jobs, possible)}")
            elif (seen := shown[slot][0]).rows:
                seen.acknowledged = min(seen.acknowledged, when[1])  # What was seen stays.
        for problem in _parts(slots, shown):
            self.report(f"{title}, {problem}")


def _parts(slots: Mapping[str, list[Change]], shown: Mapping[str, list[Change]]) -> Iterator[str]:
    """The jobs that are visible in one of their slots, and not in another one. `shown` fits the content."""
    for slot, (seen, *_) in ((slot, changes) for slot, changes in shown.items() if changes):
        for other in seen.together if seen.rows else ():
            fits = shown.get(other.slot)
            if fits and not any(_place(slots, each) >= _place(slots, other) for each in fits):
                yield f"slot {slot}: mixed: {seen.job} is visible here, and not in slot {other.slot}"


def _place(slots: Mapping[str, list[Change]], change: Change) -> int:
    """Its number among the changes of its slot, or -1 for the state before them."""
    return next((number for number, each in enumerate(slots.get(change.slot, ())) if each is change), -1)


def _by_slot(read: Read) -> dict[str, dict[str, Tally]]:
    found: dict[str, dict[str, Tally]] = {}
    for slot, job, count, total in read.content:
        found.setdefault(slot, {})[job] = (count, count, total)
    return found


def _possible(changes: list[Change], begun: float, ended: float) -> Iterator[Change]:
    """The changes of which one must be visible: the last that was acknowledged before, or a later one."""
    before = [number for number, each in enumerate(changes) if each.acknowledged < begun]
    if not before:
        yield Change(None, 0, 0, 0)
    first = before[-1] if before else 0
    yield from (each for each in changes[first:] if each.begun < ended)


def _content(change: Change) -> Mapping[str, Tally]:
    """The rows of a change. Its tally is that of the rows 0 to `rows` - 1."""
    if not change.rows:
        return _NOTHING
    rows = change.rows
    return {change.job or "": (rows, rows, rows * (rows - 1) // 2)}


def _explained(jobs: Mapping[str, Tally], possible: list[Change]) -> str:
    wanted = " or ".join(f"{each.rows} rows of {each.job or 'nothing'}" for each in possible)
    if len(jobs) > 1:
        kind = f"mixed: rows of {', '.join(sorted(jobs))}"
    else:
        ((job, (count, different, _)),) = jobs.items() or (("nothing", (0, 0, 0)),)
        kind = f"{count} rows ({different} different) of {job}"
        if count > different:
            kind = f"doubled: {kind}"
        elif any(each.job == job and count < each.rows for each in possible) or not jobs:
            kind = f"lost: {kind}"
        else:
            kind = f"wrong: {kind}"
    return f"{kind}, instead of {wanted}"
