"""The checker accepts what the protocol allows, and finds each kind of damage."""

from pathlib import Path

import pytest

import plants
from memory import Scene


@pytest.fixture
def scene(tmp_path: Path) -> Scene:
    """A dataset of two jobs: a base and a delta of two files."""
    made = Scene(tmp_path)
    made.change("d", "a-0", "a-0", 20)
    made.commit("d", [made.part("d", "a-0", "a-0", range(20))], "base")
    made.change("d", "a-1", "a-1", 30)
    made.commit("d", [made.part("d", "a-1", "a-1", range(10)), made.part("d", "a-1", "a-1", range(10, 30))])
    return made


def test_what_was_acknowledged_is_there(scene: Scene) -> None:
    assert scene.problems() == []
    assert (scene.judge.snapshots, scene.judge.rows) == (1, 50)


@pytest.mark.parametrize(
    ("plant", "kind"), [("lose-entry", "lost"), ("double-entry", "doubled"), ("lose-object", "has no object")]
)
@pytest.mark.parametrize("is_known", [False, True], ids=["first look", "second look"])
def test_damage_is_found(scene: Scene, plant: str, kind: str, is_known: bool) -> None:
    if is_known:
        assert scene.problems() == []
    plants.PLANTS[plant](scene.store, "d")
    assert any(kind in each for each in scene.problems()), scene.judge.problems


def test_a_file_of_a_late_attempt_is_no_problem_and_no_row(scene: Scene) -> None:
    scene.part("d", "a-0", "a-0", range(20))
    assert scene.judge.check_datasets() == 1
    assert scene.problems() == []


def test_a_change_without_an_acknowledgement_may_be_there_or_not(scene: Scene) -> None:
    scene.change("d", "a-2", "a-2", 5, acknowledged=False)
    assert scene.problems() == []
    delta = scene.commit("d", [scene.part("d", "a-2", "a-2", range(5))])
    assert scene.problems() == []
    scene.store.delete(f"d/_SUCCESS.delta.{delta}")
    assert "lost: 0 rows" in scene.problems()[0], "it was there, and no change removed it"


def test_a_part_of_a_change_is_a_problem(scene: Scene) -> None:
    scene.change("d", "a-2", "a-2", 5, acknowledged=False)
    scene.commit("d", [scene.part("d", "a-2", "a-2", range(4))])
    assert "lost: 4 rows" in scene.problems()[0]


def two_parts(scene: Scene, *slots: str) -> None:
    """A job of two slots that was not acknowledged, and its rows in some of them."""
    scene.note(state="begun", id="two", dataset="t", effects=[("p0", "a-0", 20), ("p1", "a-0", 20)])
    scene.commit("t", [scene.part("t", "a-0", slot, range(20)) for slot in slots], "base")


@pytest.mark.parametrize("slots", [(), ("p0", "p1")])
def test_a_change_of_two_slots_is_in_both_or_in_none(scene: Scene, slots: tuple[str, ...]) -> None:
    two_parts(scene, *slots)
    assert scene.problems() == []


@pytest.mark.parametrize("slot", ["p0", "p1"])
def test_a_change_of_two_slots_that_is_in_one_is_a_problem(scene: Scene, slot: str) -> None:
    two_parts(scene, slot)
    assert "mixed: a-0 is visible here, and not in slot" in scene.problems()[0]


def test_rows_that_are_moved_are_in_one_slot(scene: Scene) -> None:
    scene.change("m", "a-0", "a-0", 20)
    scene.note(state="begun", id="move", dataset="m", effects=[("a-0", None, 0), ("b", "a-0", 20)])
    scene.commit("m", [scene.part("m", "a-0", slot, range(20)) for slot in ("a-0", "b")], "base")
    assert "mixed: a-0 is visible here, and not in slot a-0" in scene.problems()[0]


def overwritten(scene: Scene, *jobs: str) -> None:
    """A base with the rows of some jobs, after both were acknowledged."""
    for job in ("a-0", "a-1"):
        scene.change("o", job, "all", 20)
    scene.commit("o", [scene.part("o", job, "all", range(20)) for job in jobs], "base")


def test_the_last_overwrite_is_there(scene: Scene) -> None:
    overwritten(scene, "a-1")
    assert scene.problems() == []


@pytest.mark.parametrize(
    ("jobs", "kind"),
    [(["a-0", "a-1"], "mixed"), (["a-0"], "wrong: 20 rows (20 different) of a-0"), ([], "lost")],
)
def test_another_state_than_the_last_overwrite_is_a_problem(scene: Scene, jobs: list[str], kind: str) -> None:
    overwritten(scene, *jobs)
    assert kind in scene.problems()[0]


def test_removals_and_folded_deltas_do_not_count(scene: Scene) -> None:
    scene.change("r", "a-0", "a-0", 20)
    entry = scene.part("r", "a-0", "a-0", range(20))
    added = scene.commit("r", [entry])
    scene.note(state="begun", id="gone", dataset="r", effects=[("a-0", None, 0)])
    scene.note(state="acknowledged", id="gone")
    assert "wrong" in scene.problems()[0]
    scene.judge.problems.clear()
    scene.commit("r", [], removed=[{"key": entry["key"], "etag": entry["etag"], "added": added}])
    assert scene.problems() == []
    scene.commit("r", [], "base", folded=[added])
    assert scene.problems() == []


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        ([("a-0", "a-0", 20, 190), ("a-1", "a-1", 30, 435)], None),
        ([("a-1", "a-1", 30, 435)], "lost: 0 rows"),
        ([("a-0", "a-0", 19, 190), ("a-1", "a-1", 30, 435)], "lost: 19 rows"),
        ([("a-0", "a-0", 40, 380), ("a-1", "a-1", 30, 435)], "wrong: 40 rows"),
        ([("a-0", "a-0", 20, 191), ("a-1", "a-1", 30, 435)], "wrong: 20 rows"),
    ],
)
def test_a_query_is_compared_as_well(scene: Scene, content: list, kind: str | None) -> None:
    scene.note(state="read", dataset="d", begun=0.5, content=content, t=1)
    problems = [each for each in scene.problems() if "query" in each]
    assert [kind in each for each in problems] == ([] if kind is None else [True])


def test_an_object_of_no_writer_is_a_problem(scene: Scene) -> None:
    scene.store.put("d/stranger", b"rows")
    assert scene.problems() == ["d/stranger is an object of no writer"]


def test_a_half_written_line_is_left_for_later(scene: Scene, tmp_path: Path) -> None:
    with (tmp_path / "v.jsonl").open("w") as log:
        log.write('{"t": 1, "state": "beg')
    assert scene.problems() == []
