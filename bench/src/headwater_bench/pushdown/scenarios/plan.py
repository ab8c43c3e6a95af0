"""What a run of a scenario is to measure."""

from collections.abc import Collection
from dataclasses import dataclass

from headwater_bench.pushdown.configurations import ALL, OFF, ON, S3A, Configuration


@dataclass(frozen=True)
class Plan:
    """The data's `length` in bytes, how many `rounds`, and who answers the seven queries, in their order.

    These are warmed up by each query as often as `warm_ups` says: so often that compiling Spark's code, which
    takes longer than a fast answer, is not what is measured.
    """

    length: int
    rounds: int
    configurations: tuple[Configuration, ...] = ALL
    warm_ups: int = 8

    @property
    def reference(self) -> Configuration:
        """Whose answers the others are compared with: those of Spark's own reader."""
        return next(each for each in self.configurations if each in (OFF, S3A))


def chosen(names: Collection[str]) -> tuple[Configuration, ...]:
    """What is compared and what it is compared with, and those with the names; without any it is all."""
    always = (ON, S3A)
    return tuple(each for each in ALL if not names or each in always or each.name in names)
