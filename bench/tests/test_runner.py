"""The runner: turns, rounds, comparison, failures, interrupted runs and added rows."""

import json
from dataclasses import replace

import pytest

from bench_support import FakeStage, plan
from headwater.core.errors import HeadwaterError
from headwater_bench.core import plan as plans
from headwater_bench.core import runner
from headwater_bench.core.plan import Row, Section, plain_and_delayed
from headwater_bench.core.results import section as find

ROWS = [Row("01-one", "One", {"x": 1}), Row("02-two", "Two", {"x": 10})]
PLAIN = Section("plain", ROWS, ["a", "b"], 3)
BOTH = plain_and_delayed(PLAIN, 20)
OF_TWO = {"command": "headwater bench writes --scenario 02"}


def finish(stage: FakeStage, sections: list[Section], folder, changed=None, **options) -> dict:
    return runner.finish(replace(plan(stage, sections), **changed or {}), folder / "writes.json", **options)


def interrupt(breaks_at: int, sections: list[Section], folder) -> None:
    with pytest.raises(KeyboardInterrupt):
        finish(FakeStage(breaks_at), sections, folder)


def counts(known: dict, name: str = "plain") -> list[int]:
    rows = find(known, name)["rows"].values()
    return [len(peer["samples"]) for row in rows for peer in row["peers"].values()]


def test_peers_take_turns_in_one_order_and_the_other(tmp_path):
    stage = FakeStage()
    known = finish(stage, BOTH, tmp_path)
    assert "".join(peer for peer, row, _ in stage.turns if row == "01-one") == "abbaabab"
    assert counts(known) == [3] * 4
    assert counts(known, "delayed") == [1] * 4
    assert json.loads((tmp_path / "writes.json").read_text()) == known
    assert not (tmp_path / "writes.json.unfinished").exists()


def test_a_finished_run_is_not_repeated(tmp_path):
    known = finish(FakeStage(), [PLAIN], tmp_path)
    assert finish(stage := FakeStage(), [PLAIN], tmp_path) == known
    assert not stage.turns


def test_rows_are_warmed_up_once_for_all_sections_of_a_stage(tmp_path):
    stage = FakeStage()
    known = finish(stage, plain_and_delayed(replace(PLAIN, warm_ups=2), 20), tmp_path)
    assert [turn for turn in stage.turns if turn[2]] == stage.turns[:8]
    assert counts(known) == [3] * 4


def test_a_row_may_repeat_its_turns_in_a_round(tmp_path):
    rows = [Row("zero", "Zero", repeat=4), Row("more", "More", peers=["b"])]
    assert counts(finish(FakeStage(), [replace(PLAIN, rows=rows, rounds=2)], tmp_path)) == [8, 8, 2]


@pytest.mark.parametrize("breaks_at", range(1, 17))
def test_an_interrupted_run_skips_what_its_file_has(tmp_path, breaks_at):
    interrupt(breaks_at, BOTH, tmp_path)
    assert not (tmp_path / "writes.json").exists()
    stage = FakeStage()
    known = finish(stage, BOTH, tmp_path)
    assert len(stage.turns) == 16 - (breaks_at - 1) // 2 * 2
    assert len(known["made"]["resumed"]) == (breaks_at > 2)
    assert counts(known) == [3] * 4
    assert counts(known, "delayed") == [1] * 4


def test_rows_that_need_each_other_are_stored_together(tmp_path):
    sections = [replace(PLAIN, by_round=True)]
    interrupt(7, sections, tmp_path)
    stage = FakeStage()
    assert counts(finish(stage, sections, tmp_path)) == [3] * 4
    assert len(stage.turns) == 12 - 4


def test_another_command_starts_again(tmp_path, capsys):
    interrupt(5, [PLAIN], tmp_path)
    finish(stage := FakeStage(), [PLAIN], tmp_path, {"command": "headwater bench writes --parts 2"})
    assert len(stage.turns) == 12
    printed = " ".join(capsys.readouterr().err.split())
    assert "was started otherwise: command headwater bench writes, now" in printed


def test_an_unfinished_file_of_another_version_is_reported(tmp_path):
    (tmp_path / "writes.json.unfinished").write_text('{"made": {}}')
    with pytest.raises(HeadwaterError, match=r"writes\.json is not as this version writes it"):
        finish(FakeStage(), [PLAIN], tmp_path)


def test_a_peer_that_failed_at_a_row_is_out_of_it_and_ours_ends_the_run(tmp_path):
    known = finish(FakeStage(fails=[("b", 3)]), [PLAIN], tmp_path)
    result = find(known, "plain")["rows"]["01-one"]["peers"]["b"]
    assert (len(result["samples"]), result["failure"]) == (1, "AnException: it broke")
    with pytest.raises(HeadwaterError, match="broken"):
        finish(FakeStage(fails=[("a", 3)]), [PLAIN], tmp_path / "ours")


def test_answers_are_compared_with_the_references(tmp_path):
    stage = FakeStage()
    stage.answers = {"a": [("x", 0.1 + 0.2)], "b": [("x", 0.3)]}
    row = find(finish(stage, [replace(PLAIN, reference="b")], tmp_path), "plain")["rows"]["01-one"]
    assert 0 < row["peers"]["a"]["apart"] < 1e-15
    assert row["peers"]["b"]["apart"] == 0
    assert row["seen_by"] == "b"
    stage.answers["a"] = [("y", 0.3)]
    with pytest.raises(HeadwaterError, match="One, a and b: one answered 'y' where the other answered 'x'"):
        finish(stage, [replace(PLAIN, reference="b")], tmp_path / "other")


def test_a_slow_point_is_measured_once_and_a_slower_one_of_a_peer_is_left_out(tmp_path):
    known = finish(FakeStage(a=5.0, b=5.0), [replace(PLAIN, once_s=2.0, bound_s=45.0)], tmp_path)
    peers = find(known, "plain")["rows"]["02-two"]["peers"]
    assert [len(each["samples"]) for each in peers.values()] == [1, 0]
    assert peers["b"]["failure"] == "left out: it would take about 50 s"


def test_added_rows_record_how_they_were_made_and_the_others_stay(tmp_path):
    first = finish(FakeStage(), [PLAIN], tmp_path)
    known = finish(FakeStage(a=7.0), plans.chosen([PLAIN], ["02"]), tmp_path, OF_TWO, add=True)
    rows = find(known, "plain")["rows"]
    assert rows["01-one"] == find(first, "plain")["rows"]["01-one"]
    assert rows["02-two"]["peers"]["a"]["samples"][0]["seconds"] == 7.0
    assert rows["02-two"]["made"]["command"] == OF_TWO["command"]
    assert known["made"] == first["made"]
    with pytest.raises(HeadwaterError, match="is of other data"):
        finish(FakeStage(), [PLAIN], tmp_path, OF_TWO | {"data": {"parts": 2}}, add=True)


@pytest.mark.parametrize(("sections", "turns"), [(BOTH[:1], 0), (BOTH, 4), ([replace(PLAIN, rounds=4)], 16)])
def test_added_rows_are_not_measured_again_by_the_same_command(tmp_path, sections, turns):
    finish(FakeStage(), [PLAIN], tmp_path)
    for stage, expected in ((FakeStage(), 12), (FakeStage(), 0)):
        known = finish(stage, [PLAIN], tmp_path, OF_TWO, add=True)
        assert len(stage.turns) == expected
    assert len(find(known, "plain")["rows"]) == 2
    finish(stage, sections, tmp_path, OF_TWO, add=True)
    assert len(stage.turns) == turns


def test_rows_are_chosen_by_the_beginnings_of_their_names():
    assert [[row.name for row in each.rows] for each in plans.chosen(BOTH, ["02"])] == [["02-two"]] * 2
    assert [each.name for each in plans.chosen(BOTH, ["del"])] == ["delayed"]
    assert plans.chosen(BOTH, ()) == BOTH
    for names, wrong in ((["99"], "99"), (["02", "typo", "9"], "typo or 9"), ([""], "''")):
        with pytest.raises(HeadwaterError, match=f"no scenario's name begins with {wrong}") as raised:
            plans.chosen(BOTH, names)
        assert raised.value.advice == "Their names: plain, 01-one, 02-two, delayed"
