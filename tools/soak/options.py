"""The options of a run."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Options:
    """What was requested: minutes of work, or less until a problem, the seed, and damage to find."""

    minutes: float
    seed: int
    plant: str | None = None
    until_problem: bool = False
    last: Path | None = None
    """The folder of the last version, from which the servers are upgraded when half of the time is over."""
