"""The demo's checks, each with the problem that it must find."""

import json
from collections import Counter

import pytest

from headwater.core.errors import HeadwaterError
from headwater.demo import checks, data, event_log, run
from headwater.demo.event_log import Attempts
from headwater.embedded.request_log import Kind
from headwater.spark import launcher

HEADER = ",".join(data.COLUMNS)
LINES = (
    "2013,1,1,517,515,2,830,819,11,UA,1545,N14228,EWR,IAH,227,1400,5,15,2013-01-01T10:00:00Z",
    "2013,1,30,NA,840,NA,NA,1020,NA,MQ,3531,N839MQ,LGA,RDU,NA,431,8,40,2013-09-30T12:00:00Z",
    "2013,2,1,533,529,-4,850,830,20,UA,1714,N24211,LGA,IAH,227,1416,5,29,2013-01-01T10:00:00Z",
)
WELL = Attempts(succeeded=8, speculative=1, copies_won=1, injected=1)


@pytest.fixture
def totals_of(tmp_path):
    def make(*lines: str) -> data.Totals:
        file = tmp_path / "flights.csv"
        file.write_text("\n".join((HEADER, *lines)) + "\n")
        return data.totals(file)

    return make


def test_totals(totals_of):
    january = totals_of(*LINES)["1"]
    assert (january["rows"], january["distance"]) == (2, 1831)
    assert (january["dep_delay"], january["dep_delay_known"]) == (2, 1)


def test_the_source_is_the_one_we_mean(tmp_path):
    assert checks.source_problems(data.totals(data.extract(tmp_path))) == []


def test_another_source_is_reported(totals_of):
    assert "has 3 rows, not 336,776" in checks.source_problems(totals_of(*LINES))[0]


def test_the_same_rows_are_right_in_any_order(totals_of):
    truth = totals_of(*LINES)
    assert checks.data_problems("X", truth, totals_of(*reversed(LINES))) == []


def test_a_missing_row(totals_of):
    truth = totals_of(*LINES)
    found = checks.data_problems("X", truth, totals_of(*LINES[1:]))
    assert found == ["X, month 1: 1 rows are missing (1 read, the source has 2)"]


def test_a_missing_month(totals_of):
    found = checks.data_problems("X", totals_of(*LINES), totals_of(*LINES[:2]))
    assert found == ["X, month 2: 1 rows are missing (0 read, the source has 1)"]


def test_a_duplicated_row(totals_of):
    truth = totals_of(*LINES)
    found = checks.data_problems("X", truth, totals_of(*LINES, LINES[2]))
    assert found == ["X, month 2: 1 rows too many (2 read, the source has 1)"]


def test_a_month_that_is_not_in_the_source(totals_of):
    found = checks.data_problems("X", totals_of(*LINES[:2]), totals_of(*LINES))
    assert found == ["X: there is a month '2', which the source does not have"]


def test_a_duplicated_row_does_not_hide_a_missing_one(totals_of):
    found = checks.data_problems("X", totals_of(*LINES), totals_of(LINES[0], LINES[0], LINES[2]))
    assert any("month 1: distance adds up to 2,800, in the source to 1,831" in each for each in found)


def test_a_changed_field_that_is_not_summed(totals_of):
    truth = totals_of(*LINES)
    [problem] = checks.data_problems("X", truth, totals_of(*LINES[:2], LINES[2].replace("LGA", "JFK")))
    assert problem.startswith("X, month 2: digest adds up to")


def test_the_expected_failures_are_accepted():
    assert checks.attempt_problems("X", WELL) == []


@pytest.mark.parametrize(
    ("attempts", "message"),
    [
        (None, "event log knows no task"),
        (Attempts(8, 1, 1, 0), "the injected failure did not happen"),
        (Attempts(8, 0, 0, 1), "no speculative copy, so the run proves nothing"),
        (Attempts(8, 1, 0, 1), "no speculative copy was faster"),
        (Attempts(8, 1, 1, 1, ["disk full"]), "an unexpected task attempt failed: disk full"),
    ],
)
def test_a_missing_failure_is_reported(attempts, message):
    [problem] = checks.attempt_problems("X", attempts)
    assert message in problem


@pytest.mark.parametrize("kind", checks.FORBIDDEN)
def test_requests_that_must_not_be(kind):
    assert checks.request_problems("X", Counter({kind: 2, Kind.PUT: 9})) == [
        f"X: the store received 2 {kind} requests"
    ]
    assert checks.request_problems("X", Counter({Kind.PUT: 9, Kind.GET: 1})) == []


def test_objects_that_must_not_be():
    names = ["r/a/_temporary/0/part-0", "r/a/", "r/a/not_temporary"]
    assert [problem.split()[-1] for problem in checks.object_problems(names)] == names[:2]


def test_problems_end_the_command_with_one_and_are_all_named(tmp_path):
    run._require([], tmp_path)
    with pytest.raises(HeadwaterError, match="2 problems") as caught:
        run._require(["first", "second"], tmp_path)
    assert caught.value.detail == "first\nsecond"


def test_every_dataset_is_checked(totals_of):
    truth = totals_of(*LINES)
    found = {"by-month": truth, "lines": totals_of(*LINES[1:])}
    problems = run._problems(truth, found, {"by-month": WELL}, (), {"r/_temporary/x": 1})
    assert [problem.split(":")[0] for problem in problems[1:]] == ["text, month 1", "text"]
    assert "temporary object" in problems[0]


def event(kind: str, **fields) -> str:
    return json.dumps({"Event": f"SparkListener{kind}", "Stage ID": 3, **fields})


def test_the_event_log_is_understood(tmp_path):
    log = tmp_path / "app"
    plain, copy = {"Speculative": False}, {"Speculative": True}
    wrapped = {
        "Reason": "ExceptionFailure",
        "Description": "Task failed while writing rows",
        "Full Stack Trace": "...\nCaused by: headwater.demo.names.InjectedError: on purpose",
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
    assert event_log.read(log) == {"lines": Attempts(1, 1, 1, 1, ["disk full"])}


def test_a_failed_spark_program_is_reported_with_the_end_of_its_log(tmp_path, monkeypatch, store):
    def fail(_settings, _arguments, log):
        log.write_text("the last words\n")
        return 3

    monkeypatch.setattr(launcher, "submit", fail)
    with pytest.raises(HeadwaterError, match="write_program ended with 3") as caught:
        run._run(store, {}, "write_program", [], tmp_path)
    assert "the last words" in caught.value.detail
