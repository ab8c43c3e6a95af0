"""The queries: TOML files in `scenarios/`, one each, and TPC-H's queries in `tpch/`, in Spark's SQL."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files

from headwater_bench.core.definitions import tables
from headwater_bench.reads.sizes import Sizes

TABLES = ("customer", "lineitem", "nation", "orders", "part", "partsupp", "region", "supplier")
TPCH = "tpch"
TEXT_FILE = "textFile"
"""The format of data that `sc.textFile` counts, without SQL."""

_ALL_ROWS = (0.0, 1.0)
_FRACTION = 0.0001
"""TPC-H's FRACTION of query 11 at scale factor 1."""


@dataclass(frozen=True)
class Scenario:
    """A query `sql` over views of folders of the data.

    `views` are the folders by view name. `rows` is the part of the table's rows that it reads, from and to,
    if it is not all. They are `low` to `high` in the SQL.
    """

    name: str
    title: str
    format: str
    views: dict[str, str]
    sql: str = ""
    rows: tuple[float, float] = _ALL_ROWS

    @property
    def tables(self) -> set[str]:
        """The tables it reads, as `headwater_bench.reads.data` names them."""
        return {folder.split("/")[0] for folder in self.views.values()}

    @property
    def is_columnar(self) -> bool:
        """Whether the needed bytes can be computed from the files' footers."""
        return self.format in ("orc", "parquet") and "tree" not in self.views.values()

    @property
    def is_selective(self) -> bool:
        """Whether it reads fewer than all rows."""
        return self.rows != _ALL_ROWS

    def bounds(self, sizes: Sizes) -> tuple[int, int]:
        """The first row that it reads, and the row after the last."""
        return round(self.rows[0] * sizes.rows), round(self.rows[1] * sizes.rows)

    def statement(self, sizes: Sizes) -> str:
        """The SQL for data of a size."""
        low, high = self.bounds(sizes)
        return self.sql.format(low=low, high=high, fraction=f"{_FRACTION / sizes.scale_factor:.10f}")


def load() -> list[Scenario]:
    """All scenarios in the order of their names, TPC-H last."""
    return [*_rows(), *_tpch()]


def _rows() -> Iterator[Scenario]:
    for name, document in tables(__package__, "scenarios"):
        document["rows"] = tuple(document.get("rows", _ALL_ROWS))
        views = {"data": document.pop("data")}
        yield Scenario(name=name, views=views, **document)


def _tpch() -> Iterator[Scenario]:
    for file in sorted(files(__package__).joinpath(TPCH).iterdir(), key=lambda file: file.name):
        sql = file.read_text(encoding="utf-8")
        number = file.name.removesuffix(".sql")
        views = {table: f"{TPCH}/{table}" for table in TABLES if re.search(rf"\b{table}\b", sql)}
        yield Scenario(f"{TPCH}-{number}", f"TPC-H {int(number)}", "parquet", views, sql)
