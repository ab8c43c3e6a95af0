"""Players that take turns at all rows of a result. Each row is a task that all of them do."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Protocol

from headwater.core.errors import HeadwaterError
from headwater.terminal import console


class Player(Protocol):
    """A participant. `name` is its name in results, `title` the one to show."""

    name: str
    title: str
    must_not_fail: bool

    def take_turn(self, document: dict, rows: dict[str, dict]) -> None:
        """Take a sample of each row, on the store of `document` (see `take`)."""


class Turns:
    """Rounds of turns by some players."""

    def __init__(self, players: Sequence[Player]) -> None:
        self._players = players

    def rounds(self, count: int, document: dict, what: str, rows: dict[str, dict]) -> Iterator[dict]:
        """Run rounds in alternating order, and yield all known results after each turn.

        `rows` are those of an earlier run, whose turns are not repeated.
        """
        for number in range(1, count + 1):
            for player in self._players[:: 1 if number % 2 else -1]:
                if _taken(rows, player.name) >= number:
                    continue
                with console.step(f"{what}, round {number} of {count}: {player.title}"):
                    player.take_turn(document, rows)
                yield {"rounds": number, "rows": rows}


def take(rows: dict[str, dict], name: str, what: Mapping, player: Player, sample: Callable[[], dict]) -> None:
    """Add a player's sample to those of the named row. `what` contains the row's other values.

    A player that fails at the row is excluded from it, and its samples stay. One that must not fail raises
    HeadwaterError.
    """
    row = rows.setdefault(name, {**what, "peers": {}})
    result = row["peers"].setdefault(player.name, {"turns": 0, "samples": [], "failure": ""})
    result["turns"] += 1
    if result["failure"]:
        return
    try:
        result["samples"].append(sample())
    except HeadwaterError as error:
        if player.must_not_fail:
            raise
        result |= {"samples": [], "failure": _why(error)}


def _taken(rows: Mapping[str, dict], name: str) -> int:
    """The number of turns that a player has taken."""
    return max((row["peers"][name]["turns"] for row in rows.values() if name in row["peers"]), default=0)


def _why(error: HeadwaterError) -> str:
    """The line of a program's output that names an exception, else the message."""
    lines = (error.detail or str(error)).strip().splitlines()
    return next((line for line in lines if "Exception" in line), lines[-1])
