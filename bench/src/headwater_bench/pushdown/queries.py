"""The seven queries of IOStack D4.2's Table 6.2a, verbatim: one TOML file each in `queries/`."""

from dataclasses import dataclass

from headwater_bench.core.definitions import tables


@dataclass(frozen=True)
class Query:
    """A query over the view largeMeter.

    `paper` has the shares of columns, rows and data, in %, of the paper's data that the query does not need.
    """

    name: str
    title: str
    sql: str
    paper: dict[str, float]

    @property
    def polars(self) -> str:
        """The same for Polars, which counts characters from 1 and has another name for first_value."""
        return self.sql.replace("SUBSTRING(date, 0,", "SUBSTR(date, 1,").replace("first_value(", "first(")


def load() -> list[Query]:
    """All seven, in the table's order."""
    return [Query(name=name[2:], **document) for name, document in tables(__package__, "queries")]
