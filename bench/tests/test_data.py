"""Meter readings: their structure and their shares."""

import csv
from collections import Counter, defaultdict
from datetime import datetime, timedelta

import pytest

from headwater_bench.data.readings import HEADER, METERS, Readings

SMALL = 8 << 20


def rows(made: Readings, part: range | None = None) -> list[list[str]]:
    lines = b"".join(made.content(part or range(made.rows))).decode().splitlines()
    assert lines.pop(0) + "\n" == HEADER.decode()
    return list(csv.reader(lines))


def test_rows_have_the_structure():
    made = Readings.of_size(SMALL)
    found = rows(made)
    assert {len(row) for row in found} == {10}
    assert sum(len(",".join(row).encode()) + 1 for row in found) == pytest.approx(SMALL, rel=0.01)
    dates = [datetime.fromisoformat(row[0]) for row in found]
    assert dates == sorted(dates)
    assert all((date - dates[0]) % timedelta(minutes=10) == timedelta(0) for date in dates)
    assert all(350 <= float(row[1]) < 700 for row in found)
    assert Counter(row[4] for row in found).keys() == {f"METER{n:06}" for n in range(1, METERS + 1)}


def test_a_meter_has_one_place_and_counters_that_grow():
    by_meter = defaultdict(list)
    for row in rows(Readings.of_size(SMALL)):
        by_meter[row[4]].append(row)
    assert len(by_meter) == METERS
    for of_one in by_meter.values():
        assert len({tuple(row[5:]) for row in of_one}) == 1
        for counter in (2, 3):
            values = [float(row[counter]) for row in of_one]
            assert values == sorted(values)
            assert values[0] < values[-1] < 100_000


def test_the_predicates_of_the_paper_select_their_shares():
    found = rows(Readings.of_size(32 << 20))
    january = [row for row in found if row[0].startswith("2015-01")]
    assert len(january) / len(found) == pytest.approx(0.0046, rel=0.01)
    for column, start, share in ((5, "Rotterdam", 0.01), (6, "FRA", 0.13), (6, "U", 0.02)):
        selected = sum(row[column].startswith(start) for row in found)
        assert selected / len(found) == pytest.approx(share, rel=0.02)


def test_the_same_seed_makes_the_same_bytes_however_they_are_parted():
    made = Readings.of_size(SMALL)
    whole = b"".join(made.content(range(made.rows)))
    again = Readings.of_size(SMALL)
    parts = [b"".join(again.content(part)) for part in again.parts(7)]
    assert HEADER + b"".join(part.removeprefix(HEADER) for part in parts) == whole
