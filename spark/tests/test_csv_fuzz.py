"""Drawn CSV files and queries have the same rows or failures with and without pushdown."""

import pytest

import csv_fuzz
import trial
from differential import Differential
from store import Bucket


@pytest.mark.parametrize("session", ["local"], indirect=True)
@pytest.mark.parametrize("draws", trial.PARAMETERS, ids=str)
def test_draws(
    differential: Differential, buckets: dict[str, Bucket], capsys: pytest.CaptureFixture, draws: range
) -> None:
    counts = trial.run(differential, buckets, csv_fuzz.draw, draws)
    with capsys.disabled():
        print(f"\nCSV pushdown, drawn: {dict(counts)}")
    trial.check_pushed(counts)
