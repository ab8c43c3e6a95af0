"""A result with what its tables compare with (`views.toml`): rows by peers, and sums of rows."""

from collections.abc import Callable, Iterator, Sequence
from statistics import median

from headwater_bench.core.files import table as toml
from headwater_bench.core.plan import OURS
from headwater_bench.core.results import section
from headwater_bench.pages.cells import measured, middle, numbers, samples

NOISE = 1.05
"""Slower counts as slower if the median of its pairs is above this."""

VIEWS = toml(__package__, "views.toml")


class View:
    """A result with what its tables compare with.

    `titles` are those of the peers by name, `ours` the names of Headwater's.
    """

    def __init__(self, name: str, known: dict) -> None:
        self.name, self.known = name, known
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

    def peers(self, name: str = "") -> list[str]:
        """The peers of a section's rows."""
        return [peer for peer in self.titles if any(peer in row["peers"] for row in self.rows(name))]

    def cells(self, name: str = "") -> Iterator[tuple[dict, str, str]]:
        """The row, the peer and its title for all samples of a section."""
        for row in self.rows(name):
            yield from ((row, peer, title) for peer, title in self.titles.items() if samples(row, peer))

    def sums(self, name: str = "") -> Iterator[tuple[str, list[dict]]]:
        """The titles of a section's sums, each with the rows that all peers have."""
        for title, beginnings in self._sums.items():
            if whole := measured(self.rows(name, beginnings), self.peers(name)):
                yield title, whole

    def against(self, rows: Sequence[dict], name: str, value: Callable[..., float]) -> str:
        """In bold, a value of a peer relative to the reference's."""
        if not self.reference or len(measured(rows, [self.reference])) < len(rows):
            return ""
        return f", **{value(rows, name, self.reference):.2f}**"

    def made(self) -> list[dict]:
        """How the rows were measured, or the result without rows."""
        found: dict[str, dict] = {}
        for each in self.known.get("sections", ()):
            for row in each["rows"].values():
                made = row.get("made") or each.get("made") or self.known["made"]
                found.setdefault(made["command"] + made["date"], made)
        return list(found.values()) or [self.known["made"]]

    def failures(self, name: str = "") -> list[tuple[str, str, str]]:
        """The title of the row and of the peer, and the first line, of each first failure."""
        found: dict[tuple[str, str], str] = {}
        for each in [self.section(name)] if name else self.known["sections"]:
            for row in each["rows"].values():
                for peer, result in row["peers"].items():
                    if result["failure"]:
                        place = (row["title"], self.titles[peer])
                        found.setdefault(place, result["failure"].splitlines()[0])
        return [(*place, why) for place, why in found.items()]

    def behind(self, name: str = "") -> Iterator[tuple[dict, str, tuple, tuple]]:
        """The rows and figures of which our largest median is above another's least, each with its peer."""
        for row in self.rows(name):
            for figure, metric in (("s", "seconds"), ("requests", "requests")):
                of = {peer: median(found) for peer in row["peers"] if (found := numbers(row, peer, metric))}
                ours = [peer for peer in of if peer in self.ours and peer != "off"]
                others = [peer for peer in of if peer not in self.ours]
                if ours and others:
                    worst, best = max(ours, key=of.get), min(others, key=of.get)
                    if of[worst] > NOISE * of[best]:
                        yield row, figure, (worst, of[worst]), (best, of[best])

    def largest_differences(self, name: str) -> dict[str, float]:
        """The largest difference of the answers of each peer, by title."""
        found: dict[str, float] = {}
        for row, peer, title in self.cells(name):
            found[title] = max(row["peers"][peer].get("apart", 0.0), found.get(title, 0.0))
        return found

    def growth_by_byte(self, name: str, metrics: Sequence[str]) -> Iterator[tuple]:
        """The title of each peer with all rows, and how much metrics grow with each byte."""
        rows = sorted(self.rows(name), key=lambda row: row["bytes"])
        least, most = rows[0], rows[-1]
        for peer, title in self.titles.items():
            if least is not most and measured(rows, [peer]) == rows:
                grown = (middle(most, peer, each) - middle(least, peer, each) for each in metrics)
                yield title, *(each / (most["bytes"] - least["bytes"]) for each in grown)
