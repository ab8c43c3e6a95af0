"""A result with what its tables compare with (`views.toml`): rows by peers, and sums of rows."""

from collections.abc import Callable, Sequence

from headwater_bench.core.files import table as toml
from headwater_bench.core.results import section
from headwater_bench.pages.cells import DASH, is_measured, table

Cell = Callable[[dict, str], str]
SumCell = Callable[[Sequence[dict], str], str]

VIEWS = toml(__package__, "views.toml")


class View:
    """A result with what its tables compare with."""

    def __init__(self, name: str, known: dict) -> None:
        self.known = known
        view = VIEWS.get(name.partition("-")[0], {})
        self.reference: str = view.get("reference", "")
        self._sums: dict[str, list[str]] = view.get("sums", {})

    def section(self, name: str) -> dict:
        """A section by name, or the first."""
        return section(self.known, name) if name else self.known["sections"][0]

    def matrix(self, of: dict, cell: Cell, of_sum: SumCell | None = None, beginning: str = "") -> str:
        """Rows by peers, then sums of the rows that all peers have."""
        rows = {name: row for name, row in of["rows"].items() if name.startswith(beginning)}
        peers = [name for name in self.known["peers"] if any(name in row["peers"] for row in rows.values())]
        lines = [[row["title"], *(self._cell(row, name, cell) for name in peers)] for row in rows.values()]
        for title, beginnings in self._sums.items() if of_sum else ():
            whole = [
                row
                for name, row in rows.items()
                if name.startswith(tuple(beginnings)) and is_measured(row, peers)
            ]
            if whole:
                lines.append([f"**{title}**", *(of_sum(whole, name) for name in peers)])
        return table(["", *(self.known["peers"][name] for name in peers)], lines)

    def against(self, rows: Sequence[dict], name: str, value: Callable[..., float]) -> str:
        """In bold, a value of a peer relative to the reference's."""
        if not self.reference or not all(is_measured(row, [self.reference]) for row in rows):
            return ""
        return f", **{value(rows, name, self.reference):.2f}**"

    def _cell(self, row: dict, name: str, cell: Cell) -> str:
        return cell(row, name) if is_measured(row, [name]) else DASH
