"""What a run must have done."""

import json
from collections import Counter
from pathlib import Path
from types import SimpleNamespace

import pytest

from changes import History
from unchecked import unchecked

KINDS = ("appends", "lines", "over", "parts", "moved", "rename", "reduced")


def soak(folder: Path, minutes: float, kinds: Counter[str], faults: dict[str, int]) -> SimpleNamespace:
    """A run in which each user's work succeeded once."""
    (folder / "one.log").write_text("acknowledged: w1\nacknowledged: i1\n")
    user = SimpleNamespace(storlet=SimpleNamespace(complete=1), refused=1)
    return SimpleNamespace(
        options=SimpleNamespace(minutes=minutes, last=folder),
        history=SimpleNamespace(acknowledged=kinds),
        judge=SimpleNamespace(reads=1),
        killer=SimpleNamespace(kinds=["driver killed"], kills=Counter(faults)),
        users=user,
        tenant=user,
        logs=folder,
    )


def test_a_run_with_each_kind_of_work_and_of_faults_is_complete(tmp_path: Path) -> None:
    done = soak(tmp_path, 10, Counter(KINDS), {"driver killed": 1, "upgrade": 1})
    assert not list(unchecked(done))


@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_of_change_that_never_succeeded_is_found(tmp_path: Path, kind: str) -> None:
    done = soak(tmp_path, 10, Counter(KINDS) - Counter([kind]), {"driver killed": 1, "upgrade": 1})
    (found,) = unchecked(done)
    assert repr(kind) in found


@pytest.mark.parametrize("kind", ["driver killed", "upgrade"])
def test_a_kind_of_fault_that_never_happened_is_found(tmp_path: Path, kind: str) -> None:
    done = soak(tmp_path, 10, Counter(KINDS), {"driver killed": 1, "upgrade": 1} | {kind: 0})
    (found,) = unchecked(done)
    assert repr(kind) in found


def test_a_short_run_needs_one_change(tmp_path: Path) -> None:
    assert not list(unchecked(soak(tmp_path, 1, Counter(["lines"]), {})))
    assert len(list(unchecked(soak(tmp_path, 1, Counter(), {})))) == 1


def test_the_log_of_a_writer_has_the_kinds(tmp_path: Path) -> None:
    changes = {
        "lines": [("a-1", "a-1", 5)],
        "moved-a": [("a-1", None, 0), ("a-1-m", "a-1", 5)],
        "moved-b": [("a-1-m", None, 0)],
        "reduced-a-1": [("a-1", "a-1", 5)],
    }
    with (tmp_path / "a.jsonl").open("w") as log:
        for number, (dataset, effects) in enumerate(changes.items()):
            change = {"id": str(number), "dataset": dataset, "effects": effects}
            for state in ("begun", "acknowledged"):
                log.write(json.dumps({"t": number, "state": state, **change}) + "\n")
    history = History(tmp_path)
    history.update()
    assert history.acknowledged == {"lines": 1, "rename": 1, "delete": 1, "reduced": 1}
