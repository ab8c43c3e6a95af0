"""The demo's checks, each with the problem that it must find."""

import json
import zlib
from collections import Counter

import pytest

from headwater.core.errors import HeadwaterError
from headwater.demo import checks, command, flights
from headwater.demo.flights import OUTPUTS
from headwater.embedded.request_log import Kind, Request
from headwater.spark import launcher

HEADER = (
    "year,month,day,dep_time,sched_dep_time,dep_delay,arr_time,sched_arr_time,arr_delay,carrier,flight,tailnum,"
    "origin,dest,air_time,distance,hour,minute,time_hour"
)
LINES = (
    "2013,1,1,517,515,2,830,819,11,UA,1545,N14228,EWR,IAH,227,1400,5,15,2013-01-01T10:00:00Z",
    "2013,1,30,NA,840,NA,NA,1020,NA,MQ,3531,N839MQ,LGA,RDU,NA,431,8,40,2013-09-30T12:00:00Z",
    "2013,2,1,533,529,-4,850,830,20,UA,1714,N24211,LGA,IAH,227,1416,5,29,2013-01-01T10:00:00Z",
)
WELL = Counter(succeeded=8, speculative=1, injected=1) + Counter({"copy won": 1})


@pytest.fixture
def totals_of(tmp_path):
    def make(*lines: str) -> flights.Totals:
        file = tmp_path / "flights.csv"
        file.write_text("\n".join((HEADER, *lines)) + "\n")
        return flights.totals(file)

    return make


def test_totals(totals_of):
    january = totals_of(*LINES)["1"]
    digest = sum(zlib.crc32(line.encode()) for line in LINES[:2])
    assert january == {"rows": 2, "distance": 1831, "digest": digest}


def test_the_source_has_the_expected_rows(tmp_path):
    csv = flights.extract(tmp_path)
    assert csv.open().readline().strip() == HEADER
    truth = flights.totals(csv)
    assert checks.problems(truth, dict.fromkeys(OUTPUTS, truth), dict.fromkeys(OUTPUTS, WELL)) == []


def test_another_source_is_reported(totals_of):
    truth = totals_of(*LINES)
    [problem] = checks.problems(truth, dict.fromkeys(OUTPUTS, truth), dict.fromkeys(OUTPUTS, WELL))
    assert "has 3 rows, not 336,776" in problem


def test_the_same_rows_are_right_in_any_order(totals_of):
    assert checks.row_problems("X", totals_of(*LINES), totals_of(*reversed(LINES))) == []


def test_a_missing_row(totals_of):
    rows, distance, _ = checks.row_problems("X", totals_of(*LINES), totals_of(*LINES[1:]))
    assert rows == "X, month 1: rows is 1, and 2 in the source"
    assert distance == "X, month 1: distance is 431, and 1,831 in the source"


def test_a_missing_month(totals_of):
    rows, *_ = checks.row_problems("X", totals_of(*LINES), totals_of(*LINES[:2]))
    assert rows == "X, month 2: rows is 0, and 1 in the source"


def test_a_duplicated_row(totals_of):
    rows, *_ = checks.row_problems("X", totals_of(*LINES), totals_of(*LINES, LINES[2]))
    assert rows == "X, month 2: rows is 2, and 1 in the source"


def test_a_month_that_is_not_in_the_source(totals_of):
    rows, *_ = checks.row_problems("X", totals_of(*LINES[:2]), totals_of(*LINES))
    assert rows == "X, month 2: rows is 1, and 0 in the source"


def test_a_duplicated_row_does_not_hide_a_missing_one(totals_of):
    distance, digest = checks.row_problems("X", totals_of(*LINES), totals_of(LINES[0], LINES[0], LINES[2]))
    assert distance == "X, month 1: distance is 2,800, and 1,831 in the source"
    assert digest.startswith("X, month 1: digest is ")


def test_a_changed_field_that_is_not_summed(totals_of):
    truth = totals_of(*LINES)
    [problem] = checks.row_problems("X", truth, totals_of(*LINES[:2], LINES[2].replace("LGA", "JFK")))
    assert problem.startswith("X, month 2: digest is ")


def test_the_expected_failures_are_accepted():
    assert checks.attempt_problems("X", WELL) == []


@pytest.mark.parametrize(
    ("attempts", "messages"),
    [
        (Counter(), list(checks.PLANNED.values())),
        (WELL - Counter(injected=1), ["the injected failure did not happen"]),
        (WELL - Counter(speculative=1), ["no speculative copy, so the run proves nothing"]),
        (WELL - Counter({"copy won": 1}), ["no speculative copy was faster"]),
        (WELL + Counter({"disk full": 1}), ["an unexpected task attempt failed: disk full"]),
    ],
)
def test_a_missing_failure_is_reported(attempts, messages):
    problems = checks.attempt_problems("X", attempts)
    assert len(problems) == len(messages)
    for problem, message in zip(problems, messages, strict=True):
        assert problem.startswith("X: ")
        assert message in problem


@pytest.mark.parametrize("kind", checks.FORBIDDEN)
def test_requests_that_must_not_be(kind):
    steps = {"X": Counter({kind: 2, Kind.PUT: 9}), "Y": Counter({Kind.PUT: 9, Kind.GET: 1})}
    assert checks.store_problems(steps, []) == [f"X: the store received 2 x {kind}"]


def test_objects_that_must_not_be():
    names = ["r/a/_temporary/0/part-0", "r/a/", "r/a/not_temporary"]
    assert [problem.split()[-1] for problem in checks.store_problems({}, names)] == names[:2]


def test_problems_end_the_command_with_one_and_are_all_named(tmp_path):
    command._require([], tmp_path)
    with pytest.raises(HeadwaterError, match="2 problems") as caught:
        command._require(["first", "second"], tmp_path)
    assert caught.value.detail == "first\nsecond"


def test_every_dataset_is_checked(totals_of):
    truth = totals_of(*LINES)
    found = {"by-month": truth, "lines": totals_of(*LINES[1:])}
    problems = checks.problems(truth, found, {"by-month": WELL, "lines": Counter()})
    assert [problem.split(":")[0] for problem in problems[1:]] == [*["text, month 1"] * 3, *["text"] * 3]


def test_a_query_must_return_the_same_rows_for_fewer_bytes():
    off, on = {"rows": [[1]], "bytes": 9}, {"rows": [[1]], "bytes": 8}
    assert checks.pushdown_problems(off, on) == []
    assert "pushdown sent 9 bytes" in checks.pushdown_problems(off, on | {"bytes": 9})[0]
    assert "with pushdown are [[2]]" in checks.pushdown_problems(off, on | {"rows": [[2]]})[0]
    assert checks.pushdown_problems(off | {"rows": []}, on | {"rows": []})


def test_requests_are_counted_by_step():
    def request(kind: str, path: str) -> Request:
        return Request(0, "client", kind, path, 200, 0, 0, 0, {}, "agent")

    written = [request("PUT", "/demo/run/by-month/month%3D1/part"), request("GET", "/demo/run/flights.csv")]
    read = [request("GET", "/demo/run/lines/part"), request("HEAD", "/demo")]
    assert command._by_step(written, read) == {
        "copy in, read CSV": {Kind.GET: 1},
        "write Parquet": {Kind.PUT: 1},
        "write text": {},
        "read Parquet": {},
        "read text": {Kind.GET: 1},
        "rest": {Kind.HEAD: 1},
    }


def event(kind: str, **fields) -> str:
    return json.dumps({"Event": f"SparkListener{kind}", "Stage ID": 3, **fields})


def test_the_event_log_is_understood(tmp_path):
    log = tmp_path / "app"
    plain, copy = {"Speculative": False}, {"Speculative": True}
    wrapped = {
        "Reason": "ExceptionFailure",
        "Description": "Task failed while writing rows",
        "Full Stack Trace": "...\nCaused by: __main__.InjectedError: on purpose",
    }
    other = {"Reason": "ExceptionFailure", "Description": "disk full", "Full Stack Trace": "disk full"}
    lines = [
        event("JobStart", **{"Stage IDs": [3], "Properties": {"spark.job.description": "lines"}}),
        event("TaskStart", **{"Task Info": plain}),
        event("TaskStart", **{"Task Info": copy}),
        event("TaskEnd", **{"Task Info": copy, "Task End Reason": {"Reason": "Success"}}),
        event("TaskEnd", **{"Task Info": plain, "Task End Reason": {"Reason": "TaskKilled"}}),
        event("TaskEnd", **{"Task Info": plain, "Task End Reason": wrapped}),
        event("TaskEnd", **{"Task Info": plain, "Task End Reason": other}),
        event("TaskEnd", **{"Task Info": plain, "Task End Reason": {"Reason": "Success"}, "Stage ID": 4}),
    ]
    log.write_text("\n".join(lines))
    assert checks.task_attempts(log) == {
        "lines": {"succeeded": 1, "speculative": 1, "copy won": 1, "injected": 1, "disk full": 1}
    }


def test_a_failed_spark_program_is_reported_with_the_end_of_its_log(tmp_path, monkeypatch, store):
    def fail(_settings, _arguments, log):
        log.write_text("the last words\n")
        return 3

    monkeypatch.setattr(launcher, "submit", fail)
    with pytest.raises(HeadwaterError, match="write ended with 3") as caught:
        command.Run(store, "s3://shared/run", tmp_path).submit("write", {})
    assert "the last words" in caught.value.detail
