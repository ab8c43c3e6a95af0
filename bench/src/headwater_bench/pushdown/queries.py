"""The seven queries of IOStack D4.2's Table 6.2a, verbatim: one TOML file each in `queries/`."""

import tomllib
from dataclasses import dataclass
from importlib.resources import files


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
    found = sorted(files(__package__).joinpath("queries").iterdir(), key=lambda file: file.name)
    return [
        Query(name=file.name.removesuffix(".toml")[2:], **tomllib.loads(file.read_text(encoding="utf-8")))
        for file in found
    ]
