"""The measured series: one TOML file each in `series/`, in the order of the files' names."""

from dataclasses import dataclass

from headwater_bench.core.definitions import tables

WRITES = ("rdd", "frame")
"""The actions that write. The others read what a series wrote."""


@dataclass(frozen=True)
class Series:
    """Runs of one program that differ in a number, `x` of the `values`.

    `action` is what `headwater_bench.growth.player` does. `rdd` and `frame` write `rows` (Spark's SQL, with
    `{x}`), optionally with `options` of the writer and partitioned by the column `partition_by`. `list` and
    `read` read what the series `over` wrote. `unit` is the singular of `x`. With `only_commit` the points
    cover only the job's commit. `peers` are names of configurations. `note` explains why a line bends.
    """

    name: str
    title: str
    x: str
    unit: str
    values: tuple[int, ...]
    action: str
    peers: tuple[str, ...]
    rows: str = ""
    partition_by: str = ""
    options: dict[str, str] | None = None
    over: str = ""
    only_commit: bool = False
    note: str = ""

    @property
    def is_of_objects(self) -> bool:
        """Whether `--objects` limits its values."""
        return self.x == "objects"

    def up_to(self, most: int, *, quick: bool) -> tuple[int, ...]:
        """The measured values: at most `most` objects. A quick run has only the first one or two."""
        if quick:
            return self.values[: 1 if self.is_of_objects else 2]
        return tuple(each for each in self.values if not self.is_of_objects or each <= most)

    def sql(self, x: int) -> str:
        """The rows of a point as SQL."""
        return self.rows.format(x=x)


def load() -> list[Series]:
    """All series in the order of their names. Some read what an earlier one wrote."""
    return [_series(name, document) for name, document in tables(__package__, "series")]


def _series(name: str, document: dict) -> Series:
    tuples = {key: tuple(value) for key, value in document.items() if isinstance(value, list)}
    return Series(name=name, **document | tuples)
