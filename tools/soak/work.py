"""Spark's drivers: each lane runs programs one after another, and starts the next if one is killed."""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from itertools import count
from pathlib import Path
from threading import Event, Thread

import program

_WRITER, _ICEBERG = (str(Path(__file__).parent / "programs" / name) for name in ("writer", "iceberg"))

Run = tuple[str, ...]
"""A program and its arguments."""


class Lane(Thread):
    """A place for one driver. Its programs come from an iterator."""

    def __init__(
        self, name: str, runs: Iterator[Run], settings: Mapping[str, str], logs: Path, stop: Event
    ) -> None:
        super().__init__(name=name, daemon=True)
        self._runs, self._settings, self._logs, self._over = runs, settings, logs, stop
        self._killed = Event()
        self._variables: Mapping[str, str] = {}
        self.kills = self.completed = 0
        self.failures: list[str] = []
        """The ends of the output of programs that ended with an error."""

    def kill(self, variables: Mapping[str, str] | None = None) -> None:
        """Kill the program that runs now. Later ones have these variables of the environment."""
        self._variables = variables or {}
        self._killed.set()

    def run(self) -> None:
        """Run programs until stopped."""
        for number, (name, *arguments) in enumerate(self._runs):
            self._killed.clear()
            log = self._logs / f"{self.name}-{number}.log"
            with program.started(
                name, *arguments, settings=self._settings, log=log, variables=self._variables
            ) as running:
                if running.ends(before=lambda: self._killed.is_set() or self._over.is_set()):
                    self._note_end(running)
                elif self._killed.is_set():
                    self.kills += 1
            if self._over.is_set():
                return

    def _note_end(self, running: program.Program) -> None:
        try:
            running.ended_well()
            self.completed += 1
        except AssertionError:
            self.failures.append(running.output()[-2000:])
            print(f"    {self.name} ended with an error:\n{self.failures[-1]}", flush=True)


def writes(root: str, name: str, seed: int, history: Path) -> Iterator[Run]:
    """Runs of programs/writer.py, each with a name and a log that no other has."""
    for number in count():
        run = f"{name}-{number}"
        yield _WRITER, root, run, f"{run} {seed}", str(history / f"{run}.jsonl")


def others(root: str, lake: str, feed: Callable[[], None], commits: int) -> Iterator[Run]:
    """In turn a streaming query over a growing feed, and appends to tables of Delta Lake and Iceberg."""
    for number in count():
        feed()
        yield stream(root)
        yield "delta", "append", root, f"w{number}", str(commits)
        yield _ICEBERG, lake, f"i{number}", str(commits)


def stream(root: str) -> Run:
    """The streaming query: its source, its sink and its checkpoint."""
    return "stream", f"{root}/in", f"{root}/out", f"{root}/checkpoint"


def acknowledged(logs: Path, writer: str) -> set[str]:
    """The rows that a table format acknowledged to writers whose names begin with a letter."""
    line = re.compile(rf"^acknowledged: ({writer}\S+)$", re.MULTILINE)
    found: set[str] = set()
    for log in logs.glob("*.log"):
        with suppress(FileNotFoundError):
            found |= set(line.findall(log.read_text(errors="replace")))
    return found
