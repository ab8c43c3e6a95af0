"""Drawn CSV files and queries have the same rows or failures with and without pushdown."""

import itertools
import os
import random
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

import csv_fuzz
from csv_trial import Trials
from differential import Differential
from soak import few
from store import SCHEMES, Bucket

MANY = os.environ.get("HEADWATER_FUZZ_DRAWS")
DRAWS = [range(int(MANY))] if MANY else [range(14), range(14, 30)]
"""The seeds of `make fuzz-sparks`, or of `make test` and `make soak`. `make fuzz` draws for some time."""

CHOSEN = {"HEADWATER_SEED", "HEADWATER_FUZZ_SECONDS"} & os.environ.keys()


@pytest.mark.parametrize("session", ["local"], indirect=True)
@pytest.mark.parametrize("draws", few(DRAWS[:1] if CHOSEN else DRAWS, DRAWS[:1]), ids=str)
def test_draws(
    differential: Differential, buckets: dict[str, Bucket], capsys: pytest.CaptureFixture, draws: range
) -> None:
    with ThreadPoolExecutor(2) as executor:
        trials = [Trials(differential, buckets[scheme], executor) for scheme in SCHEMES]
        for seed in _seeds(draws):
            _try(trials[seed % len(trials)], seed)
    counts = sum((each.counts for each in trials), start=trials[0].counts.__class__())
    with capsys.disabled():
        print(f"\nCSV pushdown, drawn: {dict(counts)}")
    assert counts["pushed"] > counts["queries"] / 3


def _seeds(draws: range) -> Iterator[int]:
    """The given seeds, HEADWATER_SEED alone, or new ones for HEADWATER_FUZZ_SECONDS."""
    if only := os.environ.get("HEADWATER_SEED"):
        return iter([int(only)])
    if seconds := os.environ.get("HEADWATER_FUZZ_SECONDS"):
        end = time.monotonic() + float(seconds)
        start = random.randrange(1 << 32)
        return itertools.takewhile(lambda _: time.monotonic() < end, itertools.count(start))
    return iter(draws)


def _try(trials: Trials, seed: int) -> None:
    draw = csv_fuzz.draw(seed)
    for difference in trials.differences(draw):
        small = trials.smallest(draw, difference)
        last = next(trials.differences(small), difference)
        pytest.fail(f"HEADWATER_SEED={seed} draws what differs; made small:\n{small}\n{last}", pytrace=False)
