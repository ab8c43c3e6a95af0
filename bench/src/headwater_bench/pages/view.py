"""A result with what its tables compare with (`views.toml`): rows by peers, and sums of rows."""

from collections.abc import Callable, Iterator, Sequence

from headwater_bench.core.files import table as toml
from headwater_bench.core.plan import OURS
from headwater_bench.core.results import section
from headwater_bench.pages.cells import DASH, measured, samples, table

Cell = Callable[[dict, str], str]
SumCell = Callable[[Sequence[dict], str], str]
Draw = Callable[..., str]

VIEWS = toml(__package__, "views.toml")
KINDS: dict[str, Draw] = {}
"""The tables by name. Each gets a view, and the rest of the place."""


def kind(name: str) -> Callable[[Draw], Draw]:
    """Make a function the kind of table with this name."""
    return lambda draw: KINDS.setdefault(name, draw)


class View:
    """A result with what its tables compare with.

    `titles` are those of the peers by name, `ours` the names of Headwater's.
    """

    def __init__(self, name: str, known: dict) -> None:
        self.known = known
        self.titles: dict[str, str] = known.get("peers", {})
        self.ours = [name for name in self.titles if self.titles[name].startswith(OURS)]
        view = VIEWS.get(name.partition("-")[0], {})
        self.reference: str = view.get("reference", "")
        self._sums: dict[str, list[str]] = view.get("sums", {})

    def section(self, name: str = "") -> dict:
        """A section by name, or the first."""
        return section(self.known, name) if name else self.known["sections"][0]

    def rows(self, name: str = "", beginnings: Sequence[str] = ("",)) -> list[dict]:
        """The rows of a section whose names begin with one of these."""
        found = self.section(name)["rows"].items()
        return [row for each, row in found if each.startswith(tuple(beginnings))]

    def cells(self, name: str = "") -> Iterator[tuple[dict, str, str]]:
        """The row, the peer and its title for all samples of a section."""
        for row in self.rows(name):
            yield from ((row, peer, title) for peer, title in self.titles.items() if samples(row, peer))

    def matrix(self, name: str, cell: Cell, of_sum: SumCell | None = None) -> str:
        """The rows of a section by peers, then sums of the rows that all peers have."""
        rows = self.rows(name)
        peers = [peer for peer in self.titles if any(peer in row["peers"] for row in rows)]

        lines = []
        for row in rows:
            cells = (cell(row, peer) if samples(row, peer) else DASH for peer in peers)
            lines.append([row["title"], *cells])
        for title, beginnings in self._sums.items() if of_sum else ():
            if whole := measured(self.rows(name, beginnings), peers):
                lines.append([f"**{title}**", *(of_sum(whole, peer) for peer in peers)])
        return table(["", *(self.titles[peer] for peer in peers)], lines)

    def against(self, rows: Sequence[dict], name: str, value: Callable[..., float]) -> str:
        """In bold, a value of a peer relative to the reference's."""
        if not self.reference or len(measured(rows, [self.reference])) < len(rows):
            return ""
        return f", **{value(rows, name, self.reference):.2f}**"
