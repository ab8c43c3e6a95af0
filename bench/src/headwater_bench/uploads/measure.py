"""Lets the policies take turns on one store, program by program, and collects what each took and asked."""

import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from headwater import ui
from headwater.errors import HeadwaterError
from headwater.requests import count, watch
from headwater_bench.copies import bytes_copied
from headwater_bench.hadoop import HadoopPrograms
from headwater_bench.operations.jars import class_path
from headwater_bench.operations.tree import BUCKET, Trees
from headwater_bench.store import store
from headwater_bench.uploads import programs
from headwater_bench.uploads.policies import Policy
from headwater_bench.uploads.programs import Program

_BLOCK = b"bytes that are written\n" * 4096


@dataclass(frozen=True)
class _Place:
    """Where all is: the store, its objects, a local file of `size` bytes to put, a folder for programs."""

    document: dict
    trees: Trees
    source: Path
    size: int
    folder: Path


def measure(policies: Sequence[Policy], size: int, rounds: int) -> Iterator[dict]:
    """Yields, after each round, what is known: by program and policy the samples, or why there are none.

    `size` is that of the file and of the text, in bytes. What fails is not tried again; a program of
    Headwater's that fails raises HeadwaterError.
    """
    known = {
        program.name: {policy.name: {"samples": [], "failure": ""} for policy in policies}
        for program in programs.ALL
    }
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="headwater-bench-")))
        document = stack.enter_context(store(folder / "store", [BUCKET]))
        trees = stack.enter_context(Trees(document))
        place = _Place(document, trees, _source(folder, size), size, folder)
        for number in range(1, rounds + 1):
            for policy in policies[:: 1 if number % 2 else -1]:
                with ui.step(f"round {number} of {rounds}: {policy.title}"):
                    _take_turn(place, policy, known)
            yield known


def _source(folder: Path, size: int) -> Path:
    source = folder / "source"
    with source.open("wb") as out:
        for left in range(size, 0, -len(_BLOCK)):
            out.write(_BLOCK[:left])
    return source


def _take_turn(place: _Place, policy: Policy, known: dict) -> None:
    """One sample of each program that has not failed, and whose input is there."""
    place.trees.make(policy.name, 1)  # `put` wants a folder that is there
    for program in programs.ALL:
        result = known[program.name][policy.name]
        if result["failure"] or (program.needs and known[program.needs][policy.name]["failure"]):
            continue
        try:
            result["samples"].append(_sample(place, policy, program))
        except HeadwaterError as error:
            if policy.peer.is_headwater:
                raise
            result["failure"] = error.detail or str(error)
    place.trees.clear(policy.name)


def _sample(place: _Place, policy: Policy, program: Program) -> dict:
    root = policy.peer.root.format_map(place.document) + policy.name
    jars = [*class_path(policy.peer), *programs.jars()]
    with tempfile.TemporaryDirectory(dir=place.folder) as own:
        hadoop = HadoopPrograms(Path(own) / "program", policy.values(place.document), jars)
        with watch(Path(place.document["access_log"]), place.document["s3"]["endpoint"]) as seen:
            begin = time.perf_counter()
            hadoop.run(program.main, *program.arguments(place.size, place.source, root))
            seconds = time.perf_counter() - begin
    _require(place, program, f"{policy.name}/{program.name}")
    return {
        "seconds": seconds,
        "requests": {str(kind): number for kind, number in count(seen.requests).items()},
        "bytes_to_store": sum(request.bytes_in for request in seen.requests),
        "bytes_copied": bytes_copied(seen.requests),
    }


def _require(place: _Place, program: Program, key: str) -> None:
    """Raises HeadwaterError unless the program's output is there, and as long as it must be at least."""
    found = sum(size for name, size in place.trees.under(key.rpartition("/")[0]) if name.startswith(key))
    if found < (1 if program.is_short else place.size):
        raise HeadwaterError(f"{program.title} left {found} bytes at {key}")
