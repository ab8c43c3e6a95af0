"""The sections of a result: rounds on the store itself, and rounds with every request delayed."""

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Protocol

import click

from headwater_bench.core import machine

_DELAYED_PART = 3
"""The fraction of rounds with every request delayed. The delay outweighs random differences."""


latency_option = click.option(
    "--latency",
    type=click.IntRange(0, 1000),
    default=20,
    show_default=True,
    help="Milliseconds that are added to every request in a second run, in a third of the rounds or one; "
    "0: no such.",
)


class Measured(Protocol):
    """A measurement in rounds."""

    def rounds(self, count: int, document: dict, what: str, rows: dict[str, dict]) -> Iterator[dict]:
        """Run rounds on the store of `document`, and yield all known results after each turn.

        These are the number of the round, and the `rows`, which also contain those of an earlier run.
        """


@dataclass(frozen=True)
class Way:
    """Rounds with the store reached as in `document`, `latency` milliseconds away."""

    latency: int
    rounds: int
    document: dict

    @property
    def title(self) -> str:
        """The title of the steps."""
        return f"with {self.latency} ms more" if self.latency else "as it is"


def ways(rounds: int, latency: int, document: dict, distant: dict) -> list[Way]:
    """The store itself and, if there is a latency, the store with the delay."""
    plain = Way(0, rounds, document)
    return [plain, Way(latency, max(1, rounds // _DELAYED_PART), distant)] if latency else [plain]


def measured(known: dict, measurement: Measured, to_measure: Sequence[Way]) -> Iterator[dict]:
    """Yield the document `known` with all results so far, after each turn. Existing results stay."""
    sections = known["sections"]
    for number, way in enumerate(to_measure):
        if number == len(sections):
            sections.append({"latency_ms": way.latency, "rounds": 0, "rows": {}})
        rows = sections[number]["rows"]
        with closing(measurement.rounds(way.rounds, way.document, way.title, rows)) as found:
            for section in found:
                sections[number] |= section
                known["made"]["load_after"] = machine.load()
                yield known
