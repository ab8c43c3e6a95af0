"""`headwater bench writes`: its scenarios, its turns and resuming, and a small real run."""

import json
from collections.abc import Collection

import pytest

from headwater.core.errors import HeadwaterError
from headwater_bench.core.configuration import Configuration
from headwater_bench.core.measurement import FULL, Taken
from headwater_bench.core.results import as_json
from headwater_bench.core.samples import Sample
from headwater_bench.core.sections import Way, measured, ways
from headwater_bench.writes import goals, scenario, stage
from headwater_bench.writes.configurations import HEADWATER, OURS, STOCATOR
from headwater_bench.writes.run import Measurement, Plan, begin, quick
from headwater_bench.writes.sizes import QUICK, ROW_BYTES, full


def test_the_scenarios_are_those_of_the_paper_and_two_of_dataframes():
    found = {each.title: each for each in scenario.load()}
    assert set(goals.WORKLOADS) < set(found)
    assert {each.save for each in found.values()} == {"saveAsTextFile", "saveAsNewAPIHadoopFile", "parquet"}
    for each in found.values():
        assert (each.make or each.read) in scenario.MADE
        assert "{" not in each.of_size(each.sql + each.part, full(64))


def test_parts_have_a_megabyte():
    assert full(64).rows * ROW_BYTES == 64 * 10**6


def test_a_plan_has_its_command_and_its_scenarios():
    assert Plan(full(8), 2, 20, ("03",)).command == (
        "headwater bench writes --parts 8 --rounds 2 --latency 20 --scenario 03"
    )
    assert quick(("07",)).command == "headwater bench writes --quick --scenario 07"
    assert [each.name[:2] for each in quick(()).scenarios] == ["01", "03", "04"]
    assert [each.title for each in Plan(QUICK, 1, 0, ("03", "04")).scenarios] == ["Teragen", "Copy"]
    with pytest.raises(HeadwaterError, match="no scenario's name begins with 99"):
        _ = Plan(QUICK, 1, 0, ("99",)).scenarios


class _Stage:
    """Answers immediately, breaks down at one of its runs, and fails at some of a configuration's."""

    def __init__(self, breaks_at: int = 0, fails: Collection[tuple[str, int]] = ()) -> None:
        self.runs = []
        self._breaks_at = breaks_at
        self._fails = fails

    def run(self, configuration: Configuration, of: scenario.Scenario, prefix: str, document: dict) -> Taken:
        self.runs.append((configuration.name, of.title, document["latency"]))
        if len(self.runs) == self._breaks_at:
            raise KeyboardInterrupt
        if (configuration.name, [name for name, _, _ in self.runs].count(configuration.name)) in self._fails:
            raise HeadwaterError("broken")
        assert prefix == FULL
        return Taken(Sample(1.0, 1.0, 1.0, {}, 0, 0, 0, 0))


SCENARIOS = scenario.load()[:2]
WAYS = ways(3, 20, {"latency": 0}, {"latency": 20})


def test_one_round_of_three_is_delayed():
    assert [(each.latency, each.rounds) for each in WAYS] == [(0, 3), (20, 1)]
    assert ways(3, 0, {}, {}) == [Way(0, 3, {})]


def test_configurations_take_turns_in_one_order_and_the_other():
    of_stage = _Stage()
    known = {"made": {}, "sections": []}
    list(measured(known, Measurement(of_stage, SCENARIOS, OURS), WAYS[:1]))
    names = [each.name for each in OURS]
    assert [name for name, _, _ in of_stage.runs[::4]] == [names[1], names[0], names[1]]
    assert [name for name, _, _ in of_stage.runs[1::4]] == [names[0], names[1], names[0]]


@pytest.mark.parametrize("breaks_at", range(1, 17))
def test_an_interrupted_run_continues_with_its_unfinished_turn(breaks_at):
    plan = Plan(full(8), 3, 20)
    broken, whole = _Stage(breaks_at), _Stage()
    first = begin(plan, None)
    with pytest.raises(KeyboardInterrupt):
        list(measured(first, Measurement(broken, SCENARIOS, OURS), WAYS))
    kept = json.loads(as_json(first))
    second = begin(plan, kept)
    assert second is kept
    assert len(second["made"]["resumed"]) == 1
    list(measured(second, Measurement(whole, SCENARIOS, OURS), WAYS))
    finished = (breaks_at - 1) // 2 * 2
    assert len(whole.runs) == 16 - finished
    assert [(each["latency_ms"], each["rounds"]) for each in second["sections"]] == [(0, 3), (20, 1)]
    for each in second["sections"]:
        counts = [len(peer["samples"]) for row in each["rows"].values() for peer in row["peers"].values()]
        assert counts == [each["rounds"]] * 4


def test_who_failed_at_a_row_is_out_of_it_so_that_samples_are_of_the_same_rounds():
    of_stage = _Stage(fails={(STOCATOR.name, 2)})
    known = {"made": {}, "sections": []}
    list(measured(known, Measurement(of_stage, SCENARIOS[:1], (*OURS, STOCATOR)), WAYS[:1]))
    (row,) = known["sections"][0]["rows"].values()
    peer = row["peers"][STOCATOR.name]
    assert (len(peer["samples"]), peer["failure"]) == (1, "broken")


def test_another_plan_and_a_finished_run_start_again():
    plan = Plan(full(8), 3, 20)
    kept = begin(plan, None)
    assert begin(Plan(full(9), 3, 20), kept) is not kept
    kept["made"]["finished"] = True
    assert begin(plan, kept) is not kept


def test_another_committer_than_the_configured_one_is_an_error(tmp_path):
    success = tmp_path / "_SUCCESS"
    with pytest.raises(HeadwaterError, match="left no _SUCCESS"):
        stage._require_committer("it", "", success)
    success.write_text("")
    stage._require_committer("it", "", success)
    stage._require_committer("it", "FileOutputCommitter", success)
    with pytest.raises(HeadwaterError, match="FileOutputCommitter has committed the job, not magic"):
        stage._require_committer("it", "magic", success)
    success.write_text('{"committer": "directory"}')
    with pytest.raises(HeadwaterError, match="directory has committed"):
        stage._require_committer("it", "magic", success)
    success.write_text('{"committer": "magic"}')
    stage._require_committer("it", "magic", success)


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    """A store with Headwater alone, by both APIs. The peers' jars are fetched from elsewhere."""
    folder = tmp_path_factory.mktemp("writes")
    with stage.Stage(folder, QUICK, scenario.load(), OURS) as running:
        yield running


def test_a_small_run_writes_each_object_once(small):
    *_, last = Measurement(small, scenario.load(), OURS).rounds(1, small.document, "as it is")
    assert [each["title"] for each in last["rows"].values()] == [each.title for each in scenario.load()]
    for each in last["rows"].values():
        for name in (each.name for each in OURS):
            (taken,) = each["peers"][name]["samples"]
            parts = 1 if each["title"].startswith("One object") else QUICK.parts
            assert taken["requests"]["PUT"] >= taken["metrics"]["objects"] >= parts
            assert "COPY" not in taken["requests"]
            assert taken["bytes_to_store"] >= taken["metrics"]["bytes"] > 0
            assert taken["bytes_copied"] == 0
            assert taken["peak_memory"] > 0


def test_missing_rows_are_reported(small, monkeypatch):
    """A store that loses a part: the check fails, and the output is still removed."""
    fetch = stage.objects.download

    def lose(account, bucket, prefix, folder):
        fetch(account, bucket, prefix, folder)
        next(folder.glob("part-*")).unlink()

    monkeypatch.setattr(stage.objects, "download", lose)
    teragen = next(each for each in scenario.load() if each.title == "Teragen")
    with pytest.raises(HeadwaterError, match=r"Teragen, Headwater.*is right"):
        small.run(HEADWATER, teragen, FULL)
    assert list(stage.objects.keys(small._account, stage.BUCKET, "run-")) == []
