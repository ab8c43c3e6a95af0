"""`headwater bench data`: the structure of its readings, their shares, and where it writes them."""

import csv
from collections import Counter, defaultdict
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner

from headwater.core.errors import HeadwaterError
from headwater.embedded import clients
from headwater.embedded.store import EmbeddedStore
from headwater_bench.data.command import FIRST, LAST, METERS, SEED, data
from headwater_bench.data.readings import HEADER, Readings

SMALL = 8 << 20


def readings(length: int = SMALL, **changed) -> Readings:
    values = {"start": FIRST, "end": LAST, "meters": METERS, "seed": SEED} | changed
    return Readings.of_size(length, **values)


def rows(made: Readings, part: range | None = None) -> list[list[str]]:
    lines = b"".join(made.content(part or range(made.rows))).decode().splitlines()
    assert lines.pop(0) + "\n" == HEADER.decode()
    return list(csv.reader(lines))


def run(*arguments: object) -> None:
    done = CliRunner().invoke(data, list(map(str, arguments)), catch_exceptions=False)
    assert done.exit_code == 0, done.output


def test_rows_have_the_structure():
    made = readings()
    found = rows(made)
    assert {len(row) for row in found} == {10}
    assert abs(sum(len(",".join(row).encode()) + 1 for row in found) / SMALL - 1) < 0.01
    dates = [datetime.fromisoformat(row[0]) for row in found]
    assert dates == sorted(dates)
    assert all((date - dates[0]) % timedelta(minutes=10) == timedelta(0) for date in dates)
    assert all(350 <= float(row[1]) < 700 for row in found)
    assert Counter(row[4] for row in found).keys() == {f"METER{n:06}" for n in range(1, METERS + 1)}


def test_a_meter_has_one_place_and_counters_that_grow():
    by_meter = defaultdict(list)
    for row in rows(readings(meters=500)):
        by_meter[row[4]].append(row)
    assert len(by_meter) == 500
    for of_one in by_meter.values():
        assert len({tuple(row[5:]) for row in of_one}) == 1
        for counter in (2, 3):
            values = [float(row[counter]) for row in of_one]
            assert values == sorted(values)
            assert values[0] < values[-1] < 100_000


def test_the_predicates_of_the_paper_select_their_shares():
    found = rows(readings(32 << 20))
    january = [row for row in found if row[0].startswith("2015-01")]
    assert len(january) / len(found) == pytest.approx(0.0046, rel=0.01)
    for column, start, share in ((5, "Rotterdam", 0.01), (6, "FRA", 0.13), (6, "U", 0.02)):
        assert sum(row[column].startswith(start) for row in found) / len(found) == pytest.approx(
            share, rel=0.02
        )


def test_the_same_seed_makes_the_same_bytes_however_they_are_parted():
    made = readings()
    whole = b"".join(made.content(range(made.rows)))
    again = readings()
    parts = [b"".join(again.content(part)) for part in again.parts(7)]
    assert HEADER + b"".join(part.removeprefix(HEADER) for part in parts) == whole
    assert b"".join(readings(seed=SEED + 1).content(range(made.rows))) != whole


def test_a_year_in_daily_objects_has_a_day_in_each():
    start = FIRST.replace(year=2015)
    end = start.replace(year=2016)
    made = readings(start=start, end=end)
    for number, part in enumerate(made.parts(365)):
        day = f"{start + timedelta(days=number):%Y-%m-%d}"
        assert {row[0][:10] for row in rows(made, part)} == {day}


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"end": FIRST}, "no readings from 2006-01-01 to 2006-01-01"),
        ({"end": FIRST + timedelta(days=8000)}, "no readings"),
        ({"meters": 0}, "0 meters"),
        ({"meters": 1, "end": FIRST + timedelta(days=1)}, "1 meters have 144 readings"),
    ],
)
def test_impossible_data_is_reported(changed, message):
    with pytest.raises(HeadwaterError, match=message):
        readings(**changed)


def test_more_objects_than_rows_is_reported():
    with pytest.raises(HeadwaterError, match="cannot fill 1,000 objects"):
        readings(10_000).parts(1000)


def test_a_folder_and_a_bucket_get_the_same_objects(tmp_path: Path):
    options = ("--bytes", "1m", "--objects", 3)
    run(tmp_path / "made", *options)
    files = sorted((tmp_path / "made").iterdir())
    assert [file.name for file in files] == [f"readings-0000{n}.csv" for n in range(3)]
    store = EmbeddedStore(tmp_path / "store")
    store.up(0)
    try:
        run("s3://lake/year 1", *options, "--data", tmp_path / "store")
        with clients.account(tmp_path / "store") as account:
            for file in files:
                stored = account.send("GET", f"/lake/year%201/{file.name}").content
                assert stored == file.read_bytes()
    finally:
        store.down()
