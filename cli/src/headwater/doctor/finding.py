"""What an examination found."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class Grade(StrEnum):
    """How bad a finding is, from the best to the worst."""

    OK = "ok"
    NOTE = "note"
    """Nothing has to change, and something could be better."""

    WARNING = "warning"
    """A part of Headwater does not work, or works badly."""

    ERROR = "error"
    """Datasets cannot be read."""


@dataclass(frozen=True)
class Finding:
    """One finding: what was examined, what is the case, and what to change.

    `figures` are for scripts. The names of measured ones have the unit.
    """

    check: str
    grade: Grade
    message: str
    advice: str = ""
    figures: Mapping[str, object] = field(default_factory=dict)


def failure(check: str, why: str, grade: Grade = Grade.WARNING) -> Finding:
    """A request failed, and the store alone can say why."""
    return Finding(check, grade, f"The store fails: {why}.", "Look into the store's log, and try again.")


def worst(grades: list[Grade]) -> Grade:
    """The worst of the grades, OK if there is none."""
    return max(grades, key=list(Grade).index, default=Grade.OK)
