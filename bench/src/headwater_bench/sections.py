"""The sections of a result: the rounds as the store is, and those in which every request is delayed."""

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Protocol

import click

from headwater_bench import machine

_DELAYED_PART = 3
"""One round in so many is made with every request delayed: the delay outweighs what differs by chance."""


latency_option = click.option(
    "--latency",
    type=click.IntRange(0, 1000),
    default=20,
    show_default=True,
    help="Milliseconds that are added to every request in a second run, in a third of the rounds or one; "
    "0: no such.",
)


class Measured(Protocol):
    """What is measured in rounds."""

    def rounds(self, count: int, document: dict, what: str, rows: dict[str, dict]) -> Iterator[dict]:
        """So many rounds on the store of `document`, after each turn of which all that is known is told.

        That is the number of the round, and the `rows`, which are also what an earlier run has kept.
        """


@dataclass(frozen=True)
class Way:
    """So many rounds with the store reached as `document` tells, `latency` milliseconds away."""

    latency: int
    rounds: int
    document: dict

    @property
    def title(self) -> str:
        """How the steps are told."""
        return f"with {self.latency} ms more" if self.latency else "as it is"


def ways(rounds: int, latency: int, document: dict, behind: dict) -> list[Way]:
    """The store as it is, and if there is a latency that behind the delay."""
    plain = Way(0, rounds, document)
    return [plain, Way(latency, max(1, rounds // _DELAYED_PART), behind)] if latency else [plain]


def measured(known: dict, measurement: Measured, to_measure: Sequence[Way]) -> Iterator[dict]:
    """Yields the document `known` with all that is known so far, after each turn; what it has is kept."""
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
