"""Runs a draw of files and queries with and without pushdown, and minimizes differences."""

import itertools
import os
import random
import time
import uuid
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass, replace

import pytest
from pyspark.sql import DataFrame, SparkSession

from differential import Differential, Outcome, outcome
from fuzz import Draw, Query
from soak import few
from store import SCHEMES, Bucket

_MANY = os.environ.get("HEADWATER_FUZZ_DRAWS")

_DRAWS = [range(int(_MANY))] if _MANY else [range(14), range(14, 30)]
"""The seeds of `make fuzz-sparks`, or of `make test` and `make soak-tests`. `make fuzz` draws for a time."""

_CHOSEN = {"HEADWATER_SEED", "HEADWATER_FUZZ_SECONDS"} & os.environ.keys()
"""The variables that choose other seeds than those of `make test` and `make soak-tests`."""

PARAMETERS = few(_DRAWS[:1] if _CHOSEN else _DRAWS, _DRAWS[:1])
"""The seeds as parameters of a test."""

_MOST_TRIALS = 100


def run(
    differential: Differential,
    buckets: Mapping[str, Bucket],
    draw: Callable[[int], Draw],
    seeds: range,
) -> Counter:
    """Try the draws of some seeds, and return counts. Fail with a small draw if one differs."""
    with ThreadPoolExecutor(2) as executor:
        trials = [Trials(differential, buckets[scheme], executor) for scheme in SCHEMES]
        for seed in _seeds(seeds):
            _try(trials[seed % len(trials)], draw(seed))
    return sum((each.counts for each in trials), start=Counter())


def check_pushed(counts: Counter) -> None:
    """Fail if the store had little to do. A single seed may draw what is never pushed."""
    assert "HEADWATER_SEED" in os.environ or counts["pushed"] > counts["queries"] / 4, dict(counts)


def _seeds(seeds: range) -> Iterator[int]:
    """The given seeds, HEADWATER_SEED alone, or new ones for HEADWATER_FUZZ_SECONDS."""
    if only := os.environ.get("HEADWATER_SEED"):
        return iter([int(only)])
    if seconds := os.environ.get("HEADWATER_FUZZ_SECONDS"):
        end = time.monotonic() + float(seconds)
        start = random.randrange(1 << 32)
        return itertools.takewhile(lambda _: time.monotonic() < end, itertools.count(start))
    return iter(seeds)


def _try(trials: "Trials", draw: Draw) -> None:
    for difference in trials.differences(draw):
        small = trials.smallest(draw, difference)
        last = next(trials.differences(small), difference)
        seed = f"HEADWATER_SEED={draw.seed}"
        pytest.fail(f"{seed} draws what differs; made small:\n{small}\n{last}", pytrace=False)


@dataclass(frozen=True)
class Difference:
    """A query and its outcomes with and without pushdown."""

    query: Query
    found: Outcome
    wanted: Outcome

    def __str__(self) -> str:
        return f"  with pushdown: {self.found}\n  without: {self.wanted}\n{self.found.plan}"


class Trials:
    """Runs draws in a bucket. `executor` has two threads, one for each session."""

    def __init__(self, differential: Differential, bucket: Bucket, executor: Executor) -> None:
        self._differential, self._bucket, self._executor = differential, bucket, executor
        self.counts: Counter = Counter()

    def differences(self, draw: Draw) -> Iterator[Difference]:
        """The differences in a draw."""
        folder = uuid.uuid4().hex
        for name, body in draw.files.items():
            self._bucket.put(f"{folder}/{name}", body)
        for query in draw.queries:
            found, wanted = self._outcomes(
                _runner(draw, query, f"{self._bucket.root}/{folder}"), draw.settings
            )
            self._count(found)
            # Several tasks infer a schema.
            ordered = query.ordered and not (draw.schema is None and found.failure)
            if _comparable(found, ordered=ordered) != _comparable(wanted, ordered=ordered):
                yield Difference(query, found, wanted)

    def _outcomes(self, run: Callable[[SparkSession], DataFrame], settings: dict[str, str]) -> tuple:
        sessions = self._differential.sessions
        return tuple(self._executor.map(lambda session: outcome(session, run, settings), sessions))

    def _count(self, found: Outcome) -> None:
        self.counts["queries"] += 1
        self.counts["failures"] += bool(found.failure)
        self.counts["rows"] += len(found.rows)
        self.counts["pushed"] += bool(found.reads["splitsPushed"])
        self.counts["fallen back"] += bool(found.reads["splitsFallenBack"])

    def smallest(self, draw: Draw, difference: Difference) -> Draw:
        """A draw that still differs, as small as a few trials can make it."""
        draw, trials = replace(draw, queries=(difference.query,)), 0
        smaller = True
        while smaller and trials < _MOST_TRIALS:
            smaller = False
            for candidate in _smaller(draw):
                trials += 1
                if any(self.differences(candidate)):
                    draw, smaller = candidate, True
                    break
        return draw


def _runner(draw: Draw, query: Query, path: str) -> Callable[[SparkSession], DataFrame]:
    def run(session: SparkSession) -> DataFrame:
        reader = session.read.options(**draw.options)
        frame = (reader.schema(draw.schema) if draw.schema else reader).format(draw.format).load(path)
        frame = frame.where(query.where) if query.where else frame
        if query.ordered:
            frame = frame.coalesce(1)
        frame = frame.selectExpr(*query.select)
        return frame if query.limit is None else frame.limit(query.limit)

    return run


def _comparable(outcome: Outcome, *, ordered: bool) -> object:
    if ordered:
        return outcome
    # If several tasks fail, any may be first.
    return outcome.failure[0][0] if outcome.failure else outcome.unordered()


def _smaller(draw: Draw) -> Iterator[Draw]:
    if len(draw.files) > 1:
        for name in draw.files:
            yield replace(draw, files={other: body for other, body in draw.files.items() if other != name})
    for name, body in draw.files.items():
        if name.endswith(draw.format):
            for part in _parts(body):
                yield replace(draw, files=draw.files | {name: part})
    for name in draw.options:
        yield replace(draw, options={other: value for other, value in draw.options.items() if other != name})
    for name in draw.settings:
        yield replace(
            draw, settings={other: value for other, value in draw.settings.items() if other != name}
        )


def _parts(body: bytes) -> Iterator[bytes]:
    """The body without some of its lines, or, if it has one line, without some of its bytes."""
    lines = body.splitlines(keepends=True)
    pieces = lines if len(lines) > 1 else [body[at : at + 1] for at in range(len(body))]
    length = len(pieces)
    while length > 1:
        length = -(-length // 2)
        for at in range(0, len(pieces), length):
            yield b"".join(pieces[:at] + pieces[at + length :])
