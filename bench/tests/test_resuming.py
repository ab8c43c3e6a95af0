"""Runs that continue after an interrupt, and those that cannot."""

import json
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

import report_support
from headwater.core.errors import HeadwaterError
from headwater_bench.core import resuming


@dataclass(frozen=True)
class _Plan:
    command: str = "headwater bench it"


class _Runs:
    """Three turns. The last one that is allowed may be interrupted."""

    def __init__(self, breaks_after: int = 3, commit: str = "abc") -> None:
        self._breaks_after = breaks_after
        self._commit = commit

    def begin(self, plan: _Plan, kept: dict | None) -> dict:
        made = report_support.MADE | {"command": plan.command, "versions": {"Headwater": self._commit}}
        return resuming.begin({"made": made, "sections": []}, kept)

    def run(self, _: _Plan, known: dict) -> Iterator[dict]:
        while len(known["sections"]) < 3:
            if len(known["sections"]) == self._breaks_after:
                raise KeyboardInterrupt
            known["sections"].append(self._commit)
            yield known

    def summary(self, known: dict) -> str:
        return f"{len(known['sections'])} turns"


def _render(known: dict) -> str:
    return " ".join(known["sections"])


def _go_on(folder, runs: _Runs, plan: _Plan = _Plan()) -> None:
    resuming.go_on(runs, plan, folder / "it.json", folder / "it.md", _render)


def _sections(file) -> list[str]:
    return json.loads(file.read_text())["sections"]


def test_an_interrupted_run_leaves_the_finished_one_as_it_was(tmp_path):
    _go_on(tmp_path, _Runs(commit="old"))
    with pytest.raises(KeyboardInterrupt):
        _go_on(tmp_path, _Runs(2))
    assert _sections(tmp_path / "it.json") == ["old"] * 3
    assert (tmp_path / "it.md").read_text() == "old old old"
    assert _sections(tmp_path / "it.json.unfinished") == ["abc"] * 2


def test_the_rest_of_a_run_takes_the_place_of_the_finished_one(tmp_path, capsys):
    _go_on(tmp_path, _Runs(commit="old"))
    with pytest.raises(KeyboardInterrupt):
        _go_on(tmp_path, _Runs(2))
    _go_on(tmp_path, _Runs())
    assert f"continues where {tmp_path / 'it.json.unfinished'} ends" in capsys.readouterr().err
    assert _sections(tmp_path / "it.json") == ["abc"] * 3
    assert json.loads((tmp_path / "it.json").read_text())["made"]["finished"]
    assert (tmp_path / "it.md").read_text() == "abc abc abc"
    assert not (tmp_path / "it.json.unfinished").exists()


@pytest.mark.parametrize(
    ("runs", "plan", "what"),
    [
        (_Runs(commit="def"), _Plan(), "Headwater abc, now def"),
        (
            _Runs(),
            _Plan("headwater bench it --rounds 9"),
            "command headwater bench it, now headwater bench it --rounds 9",
        ),
    ],
)
def test_a_run_that_starts_again_reports_the_differences(tmp_path, capsys, runs, plan, what):
    with pytest.raises(KeyboardInterrupt):
        _go_on(tmp_path, _Runs(2))
    _go_on(tmp_path, runs, plan)
    (line,) = capsys.readouterr().err.splitlines()
    assert line == f"starts again, because {tmp_path / 'it.json.unfinished'} was started otherwise: {what}"


@pytest.mark.parametrize("content", ["{", "[]", "{}", '{"made": {"finished": false}}'])
def test_a_stored_run_that_cannot_be_continued_is_reported(tmp_path, content):
    (tmp_path / "it.json.unfinished").write_text(content)
    with pytest.raises(HeadwaterError, match=r"it\.json\.unfinished is no") as raised:
        _go_on(tmp_path, _Runs())
    assert raised.value.advice.endswith("headwater bench it")
