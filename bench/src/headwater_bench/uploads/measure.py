"""A policy's turn on the store: its programs, their times and requests, and checks of their output."""

import tempfile
import time
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from headwater.core.errors import HeadwaterError
from headwater.embedded.request_log import count
from headwater_bench.core import samples
from headwater_bench.core.copies import bytes_copied
from headwater_bench.core.tree import Trees
from headwater_bench.core.turns import take
from headwater_bench.jvm.hadoop import HadoopPrograms
from headwater_bench.peers.jars import class_path
from headwater_bench.uploads import programs
from headwater_bench.uploads.policies import Policy
from headwater_bench.uploads.programs import Program

_BLOCK = b"bytes that are written\n" * 4096


@dataclass(frozen=True)
class Place:
    """The locations: the store's objects, a local file of `size` bytes to put, a folder for programs."""

    trees: Trees
    source: Path
    size: int
    folder: Path


def place(trees: Trees, size: int, folder: Path) -> Place:
    """A place whose file is in the folder."""
    source = folder / "source"
    with source.open("wb") as out:
        for left in range(size, 0, -len(_BLOCK)):
            out.write(_BLOCK[:left])
    return Place(trees, source, size, folder)


class Player:
    """A policy. A turn consists of every program."""

    def __init__(self, policy: Policy, where: Place) -> None:
        self.name, self.title, self.must_not_fail = policy.name, policy.title, policy.peer.is_headwater
        self._policy = policy
        self._place = where

    def take_turn(self, document: dict, rows: dict[str, dict]) -> None:
        """Take a sample of each program whose input exists."""
        self._place.trees.make(self.name, 1)  # `put` requires an existing folder
        for program in programs.ALL:
            if program.needs and rows[program.needs]["peers"][self.name]["failure"]:
                continue
            take(rows, program.name, {"title": program.title}, self, partial(self._sample, program, document))
        self._place.trees.clear(self.name)

    def _sample(self, program: Program, document: dict) -> dict:
        root = self._policy.peer.root.format_map(document) + self.name
        jars = [*class_path(self._policy.peer), *programs.jars()]
        of_store = self._place.trees.document
        with tempfile.TemporaryDirectory(dir=self._place.folder) as own:
            hadoop = HadoopPrograms(Path(own) / "program", self._policy.values(document), jars)
            with samples.watched(of_store) as seen, samples.processors(of_store) as used:
                seconds = self._run(hadoop, program, root)
        self._require(program)
        return {
            "seconds": seconds,
            **used,
            "requests": {str(kind): number for kind, number in count(seen.requests).items()},
            "bytes_to_store": sum(request.bytes_in for request in seen.requests),
            "bytes_copied": bytes_copied(seen.requests),
        }

    def _run(self, hadoop: HadoopPrograms, program: Program, root: str) -> float:
        begin = time.perf_counter()
        hadoop.run(program.main, *program.arguments(self._place.size, self._place.source, root))
        return time.perf_counter() - begin

    def _require(self, program: Program) -> None:
        """Raises HeadwaterError unless the output exists and has at least its minimum length."""
        key = f"{self.name}/{program.name}"
        sizes = (size for name, size in self._place.trees.under(self.name) if name.startswith(key))
        if (found := sum(sizes)) < (1 if program.is_short else self._place.size):
            raise HeadwaterError(f"{program.title} left {found} bytes at {key}")
