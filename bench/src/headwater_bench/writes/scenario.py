"""What is written: TOML files in `scenarios/`, one each, of data that is made of nothing or read before."""

import tomllib
from dataclasses import dataclass
from importlib.resources import files

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
"""Data by its name, as Spark makes it: lines as Teragen's, a key, a row's number and a filler, 99 letters."""

DATA = "data"
"""The view that the SQL of scenarios is of."""


@dataclass(frozen=True)
class Scenario:
    """Rows of `sql` over a view `data`, saved.

    The view is the data that `make` names, made while it is written, or that `read` names, text in the
    store. `save` is `saveAsTextFile`, `saveAsNewAPIHadoopFile` (both of RDDs), or `parquet`, in folders by a
    column if `folders` names one. `part` is the number of a row's part, where the rows are sorted.
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
    """All, in the order of their names."""
    found = sorted(files(__package__).joinpath("scenarios").iterdir(), key=lambda file: file.name)
    return [
        Scenario(name=file.name.removesuffix(".toml"), **tomllib.loads(file.read_text(encoding="utf-8")))
        for file in found
    ]
