"""Turns: their order, and which are repeated after an interrupt."""

import pytest

from headwater.core.errors import HeadwaterError
from headwater_bench.core.turns import Turns, take


class _Player:
    def __init__(self, name: str, *, must_not_fail: bool = False) -> None:
        self.name = self.title = name
        self.must_not_fail = must_not_fail
        self.breaks = False

    def take_turn(self, document: dict, rows: dict[str, dict]) -> None:
        document["taken"].append(self.name)
        take(rows, "sound", {"title": "It holds"}, self, lambda: {"seconds": 1.0})
        take(rows, "broken", {"title": "It may break"}, self, self._sample)

    def _sample(self) -> dict:
        if self.breaks:
            raise HeadwaterError("it failed", detail="begin\njava.io.IOException: no room\n  at a line\n")
        return {"seconds": 2.0}


def _rounds(players: list[_Player], rows: dict, count: int = 2, interrupted_after: int = 100) -> list[str]:
    """The players in the order of their turns."""
    document = {"taken": []}
    for number, _ in enumerate(Turns(players).rounds(count, document, "it", rows), start=1):
        if number == interrupted_after:
            break
    return document["taken"]


def test_each_round_has_the_other_order():
    players = [_Player(name) for name in "abc"]
    assert _rounds(players, {}, 3) == list("abccbaabc")


@pytest.mark.parametrize("after", range(1, 6))
def test_a_turn_that_was_taken_before_an_interrupt_is_not_taken_again(after):
    players = [_Player(name) for name in "abc"]
    rows = {}
    taken = _rounds(players, rows, interrupted_after=after)
    assert len(taken) == after
    assert taken + _rounds(players, rows) == list("abccba")
    assert {len(result["samples"]) for result in rows["sound"]["peers"].values()} == {2}


def test_who_has_failed_at_a_row_is_out_of_it_alone():
    player = _Player("a")
    rows = {}
    player.breaks = True
    _rounds([player], rows, 1)
    player.breaks = False
    assert _rounds([player], rows, 2) == ["a"]
    failed = {"turns": 2, "samples": [], "failure": "java.io.IOException: no room"}
    assert rows["broken"]["peers"]["a"] == failed
    assert len(rows["sound"]["peers"]["a"]["samples"]) == 2
    assert rows["sound"]["title"] == "It holds"


def test_a_peer_that_fails_later_is_excluded_and_keeps_its_samples():
    player = _Player("a")
    rows = {}
    _rounds([player], rows, 1)
    player.breaks = True
    _rounds([player], rows, 2)
    assert rows["broken"]["peers"]["a"]["samples"] == []


def test_the_turns_of_who_has_failed_everywhere_are_not_taken_again():
    class Broken(_Player):
        def take_turn(self, document: dict, rows: dict[str, dict]) -> None:
            document["taken"].append(self.name)
            take(rows, "broken", {}, self, self._sample)

    player = Broken("a")
    player.breaks = True
    rows = {}
    assert _rounds([player], rows, 2) == ["a", "a"]
    assert _rounds([player], rows, 2) == []


def test_who_must_not_fail_ends_the_run():
    player = _Player("a", must_not_fail=True)
    player.breaks = True
    with pytest.raises(HeadwaterError, match="it failed"):
        _rounds([player], {})
