"""The written data: TOML files in `scenarios/`, one each, from generated or stored data."""

from dataclasses import dataclass

from headwater_bench.core.definitions import tables
from headwater_bench.writes.sizes import Sizes

MADE = {
    "one": "SELECT '1' AS value FROM range(0, 1, 1, 1)",
    "lines": (
        "SELECT concat(lpad(hex(xxhash64(id)), 16, '0'), ' ', lpad(id, 32, '0'), ' ', repeat('x', 49))"
        " AS value FROM range(0, {rows}, 1, {parts})"
    ),
    "words": (
        "SELECT array_join(transform(sequence(1, 12), n -> concat('word', pmod(xxhash64(id, n), 1000))), ' ')"
        " AS value FROM range(0, {rows}, 1, {parts})"
    ),
}
"""Data by name, as Spark generates it: lines as Teragen's, with a key, a row number and a filler, 99 letters.
"""

DATA = "data"
"""The view in the SQL of scenarios."""


@dataclass(frozen=True)
class Scenario:
    """Rows of `sql` over a view `data`, saved.

    The view is either the data that `make` names, generated while it is written, or the stored text that
    `read` names. `save` is `saveAsTextFile`, `saveAsNewAPIHadoopFile` (both of RDDs), or `parquet`. The
    latter is partitioned by the column `folders`, if given. `part` is the number of a row's part, if the rows
    are sorted.
    """

    name: str
    title: str
    save: str
    make: str = ""
    read: str = ""
    sql: str = "SELECT * FROM data"
    part: str = ""
    folders: str = ""

    def of_size(self, sql: str, sizes: Sizes) -> str:
        """SQL of the scenario for a size."""
        return sql.format(rows=sizes.rows, parts=sizes.parts)


def load() -> list[Scenario]:
    """All scenarios in the order of their names."""
    return [Scenario(name=name, **document) for name, document in tables(__package__, "scenarios")]
