"""What a run of a scenario measures."""

from collections.abc import Collection
from dataclasses import dataclass

from headwater_bench.pushdown.configurations import ALL, OFF, ON, S3A, Configuration


@dataclass(frozen=True)
class Plan:
    """The data's `length` in bytes, the `rounds`, and the configurations of the seven queries in order.

    Each query is run `warm_ups` times to warm up. Compiling Spark's code takes longer than a fast query and
    must not be measured.
    """

    length: int
    rounds: int
    configurations: tuple[Configuration, ...] = ALL
    warm_ups: int = 8

    @property
    def reference(self) -> Configuration:
        """The configuration whose results the others are compared with: Spark's own reader."""
        return next(each for each in self.configurations if each in (OFF, S3A))


def chosen(names: Collection[str]) -> tuple[Configuration, ...]:
    """The named configurations with those they are compared with, or all."""
    always = (ON, S3A)
    return tuple(each for each in ALL if not names or each in always or each.name in names)
