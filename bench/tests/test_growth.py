"""`headwater bench growth`: its series, phases and slopes, its page, and a small real run."""

import json
from collections.abc import Iterator

import pytest
from click.testing import CliRunner

from headwater.core.errors import HeadwaterError
from headwater.embedded.request_log import Request
from headwater_bench.core.results import as_json
from headwater_bench.growth import command, phases, series, slopes
from headwater_bench.growth import run as growth_run
from headwater_bench.growth.document import render
from headwater_bench.growth.measure import Measurement
from headwater_bench.growth.player import Run
from headwater_bench.growth.run import Plan
from headwater_bench.growth.series import WRITES
from headwater_bench.writes.configurations import ALL, OURS
from test_reads import MADE

SERIES = series.load()
NAMES = {each.name for each in ALL}


def request(method: str, start: float, seconds: float = 0.5, path: str = "/bench/key") -> Request:
    return Request(start, "client", method, path, 200, 0, 0, seconds, {}, "")


def point(x: int, requests: int, *seconds: float) -> dict:
    return {"x": x, "requests": requests, "seconds": list(seconds)}


@pytest.mark.parametrize("each", SERIES, ids=lambda each: each.name)
def test_a_series_grows_and_is_of_known_peers(each):
    assert set(each.peers) <= NAMES
    assert list(each.values) == sorted(set(each.values))
    assert each.action in (*WRITES, "list", "read")
    if each.action in WRITES:
        assert each.sql(7).count("7") >= 1
        assert "{" not in each.sql(7)
    else:
        wrote = next(other for other in SERIES if other.name == each.over)
        assert wrote.name < each.name
        assert wrote.values == each.values


def test_objects_are_bounded_and_a_quick_run_has_the_first_points():
    objects = next(each for each in SERIES if each.is_of_objects)
    assert objects.up_to(10_000, quick=False) == (100, 1000, 10_000)
    parts = SERIES[0]
    assert parts.up_to(1, quick=False) == parts.values
    assert parts.up_to(10_000, quick=True) == parts.values[:2]
    assert objects.up_to(10_000, quick=True) == (100,)


def test_a_plan_includes_the_inputs_of_its_series():
    assert [each.name for each in Plan(1000, names=("07",)).series] == [
        "05-objects-committed",
        "07-objects-read",
    ]
    assert Plan(1000).series == SERIES
    with pytest.raises(HeadwaterError, match="no series' name begins with 99"):
        _ = Plan(1000, names=("99",)).series


def test_requests_belong_to_the_phase_in_which_they_came():
    job = Run(start=10.0, ended=14.5, job=(11.0, 13.0))
    seen = [
        request("HEAD", 10.2),
        request("PUT", 11.0),
        request("PUT", 12.9, seconds=0.25),
        request("PUT", 13.0),
        request("GET", 13.5, path="/auth/v1.0"),
    ]
    split = phases.split(seen, job)
    assert split == {
        "setup": {"HEAD": {"requests": 1, "seconds": 0.5}},
        "tasks": {"PUT": {"requests": 2, "seconds": 0.75}},
        "commit": {"PUT": {"requests": 1, "seconds": 0.5}},
    }
    assert phases.total(split) == 4
    assert phases.total(split, "tasks", "commit") == 3
    assert job.commit_seconds == 1.5


def test_a_series_that_only_reads_has_no_commit():
    looked = Run(start=10.0, ended=11.0)
    assert looked.commit_seconds == 0
    assert phases.total(phases.split([request("HEAD", 10.5)], looked), "setup") == 1


def test_a_slope_is_that_of_least_squares():
    line = [point(1, 4, 0.5), point(10, 13, 0.9, 1.4, 7.0), point(100, 103, 10.4)]
    assert slopes.of_requests(line) == pytest.approx(1.0)
    assert slopes.of_seconds(line) == pytest.approx(0.1)
    assert slopes.slope([(0, 0), (1, 2), (2, 1)]) == pytest.approx(0.5)
    assert slopes.of_requests(line[:1]) is None


def test_a_point_of_anothers_that_would_take_too_long_is_left_out_and_ours_never():
    known = {
        "points": {"s3a-1": [point(10, 300, 4.0)], "stocator": [], "headwater-s3": [point(10, 13, 9e9)]},
        "left_out": [],
        "failures": {"stocator": "broken"},
    }
    measurement = Measurement({}, None, {}, rounds=1)
    peers = {each.name: each for each in ALL}
    assert measurement._is_wanted(peers["s3a-1"], 100, known)
    assert not measurement._is_wanted(peers["s3a-1"], 1000, known)
    assert not measurement._is_wanted(peers["stocator"], 1000, known)
    assert measurement._is_wanted(peers["headwater-s3"], 1000, known)
    assert known["left_out"] == [{"peer": "s3a-1", "x": 1000, "expected_s": 400}]


def test_the_page_has_points_slopes_and_missing_points():
    parts = {
        "name": "01-parts",
        "title": "Parts",
        "x": "parts",
        "unit": "part",
        "note": "It bends at a page.",
        "points": {"a": [point(1, 4, 0.2, 0.3, 0.4), point(11, 14, 1.3)], "b": [point(1, 52, 2.0)], "c": []},
        "left_out": [{"peer": "b", "x": 11, "expected_s": 1234}],
        "failures": {"c": "it broke"},
    }
    page = render({"made": MADE, "peers": {"a": "A", "b": "B", "c": "C"}, "series": [parts]})
    assert "| 1 | 4; 0.30 s (0.20 to 0.40) | 52; 2.00 s | – |" in page  # noqa: RUF001
    assert "| 11 | 14; 1.30 s | – | – |" in page  # noqa: RUF001
    assert "| **requests for each part** | **1** | – | – |" in page  # noqa: RUF001
    assert "| **ms for each part** | **100** |" in page
    assert "Left out: B at 11, which would take about 1,234 s." in page
    assert "C failed: `it broke`" in page
    assert page.endswith("It bends at a page.\n")
    by_itself = {"made": MADE, "peers": {"a": "A"}, "series": [parts | {"made": MADE}]}
    assert "*Measured later than the others: " in render(
        by_itself | {"peers": {"a": "A", "b": "B", "c": "C"}}
    )


@pytest.fixture
def measured(monkeypatch) -> list[str]:
    """The names of the measured series. In fact none is measured."""
    names = []

    def measure(_plan: Plan, chosen: list[series.Series]) -> Iterator[dict]:
        for each in chosen:
            names.append(each.name)
            yield {"name": each.name, "x": 7, "failures": {}}

    monkeypatch.setattr(growth_run, "_measured", measure)
    return names


def test_results_of_other_series_stay(measured):
    committed, read = {"name": "05-objects-committed"}, {"name": "07-objects-read"}
    kept = {"made": MADE, "peers": {"a": "A"}, "series": [committed, read]}
    (document,) = growth_run.again(Plan(1000, names=("07",)), kept)
    assert measured == ["05-objects-committed", "07-objects-read"]
    assert document["made"] == MADE
    assert document["peers"] == {"a": "A"}
    assert document["series"][0] == committed, "it was measured for what is read, and was not asked for"
    assert document["series"][1]["x"] == 7
    assert document["series"][1]["made"]["command"] == "headwater bench growth --objects 1000 --series 07"


def test_an_interrupted_run_continues_with_the_missing_series(measured):
    plan = Plan(1000)
    known = growth_run.begin(plan, None)
    whole = growth_run.run(plan, known)
    for _ in range(5):
        next(whole)
    assert [each["name"] for each in known["series"]] == [each.name for each in SERIES[:5]]
    kept = json.loads(as_json(known))
    kept["series"][4]["x"] = 1
    measured.clear()
    again = growth_run.begin(plan, kept)
    assert again is kept
    *_, last = growth_run.run(plan, again)
    assert measured == [each.name for each in SERIES[4:]], "the fifth wrote what the others look at"
    assert [each["x"] for each in last["series"]] == [7, 7, 7, 7, 1, 7, 7]
    assert growth_run.summary(last) == "Nothing failed."


@pytest.mark.parametrize("content", ["{", "[]", '{"made": {}}'])
def test_a_stored_result_that_cannot_be_continued_is_reported(tmp_path, content):
    (tmp_path / "growth.json").write_text(content)
    with pytest.raises(HeadwaterError, match=r"growth\.json is no") as raised:
        CliRunner().invoke(
            command.growth, ["--series", "01", "--folder", str(tmp_path)], catch_exceptions=False
        )
    assert raised.value.advice.endswith("headwater bench growth")


@pytest.mark.soak
def test_a_small_run_with_the_programs_of_this_checkout(monkeypatch):
    """Headwater alone, by both APIs. The peers' jars are fetched from elsewhere."""
    monkeypatch.setattr(growth_run, "ALL", OURS)
    plan = Plan(1000, quick=True)
    documents = [json.loads(as_json(each)) for each in growth_run.run(plan, growth_run.begin(plan, None))]
    last = documents[-1]
    assert len(documents) == len(SERIES)
    assert [each["name"] for each in last["series"]] == [each.name for each in SERIES]
    for each, found in zip(SERIES, last["series"], strict=True):
        assert not found["failures"]
        assert not found["left_out"]
        for peer in (each.name for each in OURS):
            assert [point["x"] for point in found["points"][peer]] == list(each.up_to(1000, quick=True))
    rdd, frame = (last["series"][number]["points"]["headwater-s3"] for number in (0, 1))
    assert slopes.of_requests(rdd) == pytest.approx(1)
    assert slopes.of_requests(frame) == pytest.approx(1)
    assert phases.total(frame[1]["phases"], phases.TASKS) == 10
    assert render(last).count("| **requests for each part** |") == 2
