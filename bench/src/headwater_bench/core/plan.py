"""What a benchmark measures: sections of rows, and a stage on which a peer takes a turn."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Protocol

from headwater.core.errors import HeadwaterError
from headwater_bench.core.answers import Row as AnswerRow

OURS = "Headwater"
"""The beginning of the titles of Headwater's processes."""


@dataclass(frozen=True)
class Row:
    """A program to measure. `spec` is its definition, `kept` are values that are stored with its samples.

    It takes `repeat` turns in a round. `peers` are those that run it, if they are not the section's.
    """

    name: str
    title: str
    spec: Mapping[str, Any] = field(default_factory=dict)
    kept: Mapping[str, Any] = field(default_factory=dict)
    repeat: int = 1
    peers: Sequence[str] | None = None


@dataclass(frozen=True)
class Section:
    """Rows that some peers run, with a delay of every request in milliseconds.

    Sections with the same `setup` share a stage. `reference` is the peer whose answers are right. A sample
    of more than `once_s` seconds is not repeated. A peer's row is left out if the row before predicts more
    than `bound_s` seconds, in proportion to `spec["x"]`. A run stores each turn or, `by_round`, each round,
    because rows need the rows before them.
    """

    name: str
    rows: Sequence[Row]
    peers: Sequence[str]
    rounds: int
    title: str = ""
    latency_ms: int = 0
    warm_ups: int = 0
    setup: str = ""
    reference: str = ""
    by_round: bool = False
    once_s: float | None = None
    bound_s: float | None = None
    kept: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Turn:
    """What a peer's turn yields: its sample, its answer to compare, and values to store in the row."""

    sample: dict
    answer: list[AnswerRow] | None = None
    row: Mapping[str, Any] = field(default_factory=dict)


class Stage(Protocol):
    """The store with the data and the processes of the peers. `document` is the store's JSON."""

    document: dict

    def turn(self, peer: str, row: Row, document: dict, *, is_warm_up: bool) -> Turn:
        """Run a row once, on the store that `document` describes. HeadwaterError if it fails."""


@dataclass(frozen=True)
class Plan:
    """What a run measures. The titles of `peers` that must not fail begin with Headwater.

    `stage` gets a scratch folder, the plan, and the sections to measure on the stage.
    """

    result: str
    data: Mapping[str, Any]
    peers: Mapping[str, str]
    sections: Sequence[Section]
    stage: Callable[[Path, "Plan", Sequence[Section]], AbstractContextManager[Stage]]
    command: str = ""

    def is_ours(self, peer: str) -> bool:
        """Whether a peer must not fail."""
        return self.peers[peer].startswith(OURS)


def compared(  # noqa: PLR0913 (the parts of a benchmark)
    result: str,
    rows: Sequence[Row],
    peers: Mapping[str, str],
    stage: Callable,
    data: Mapping[str, Any],
    *,
    rounds: int,
    latency: int,
    **options: Any,
) -> Plan:
    """A plan whose peers all run all rows, then with a delay in milliseconds. `options` are a section's."""
    section = Section("plain", rows, list(peers), rounds, **options)
    return Plan(result, data, peers, plain_and_delayed(section, latency), stage)


def plain_and_delayed(section: Section, latency_ms: int) -> list[Section]:
    """The section and, with a latency, a third of its rounds with every request delayed."""
    if not latency_ms:
        return [section]
    rounds = max(1, section.rounds // 3)  # the delay outweighs random differences
    return [section, replace(section, name="delayed", latency_ms=latency_ms, rounds=rounds)]


def chosen(sections: Sequence[Section], names: Sequence[str]) -> list[Section]:
    """The sections and rows whose names begin with one of `names`, or all. HeadwaterError for other names."""
    known = dict.fromkeys(each.name for section in sections for each in (section, *section.rows))
    unknown = [name or "''" for name in names if not name or not any(each.startswith(name) for each in known)]
    if unknown:
        raise HeadwaterError(
            f"no scenario's name begins with {' or '.join(unknown)}",
            advice=f"Their names: {', '.join(known)}",
        )
    wanted = tuple(names or [""])
    return only(sections, lambda section, row: section.name.startswith(wanted) or row.name.startswith(wanted))


def only(sections: Sequence[Section], is_wanted: Callable[[Section, Row], bool]) -> list[Section]:
    """The sections with the wanted rows. Sections without any are left out."""
    found = [replace(each, rows=[row for row in each.rows if is_wanted(each, row)]) for each in sections]
    return [each for each in found if each.rows]
