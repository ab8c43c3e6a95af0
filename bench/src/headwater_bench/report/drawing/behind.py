"""Where a figure of ours is worse than a peer's: the worst case of each row in a sentence."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product

from headwater_bench.core.numbers import NOISE


@dataclass(frozen=True)
class Pair:
    """A figure of ours and a peer's, by title. `at` is the position, if a row has several."""

    ours: str
    mine: float
    peer: str
    theirs: float
    at: str = ""

    @property
    def times(self) -> float:
        """The ratio of our figure to the peer's."""
        return self.mine / self.theirs

    def told(self, does: str, form: str, unit: str) -> str:
        """What each of the two does."""
        at = f" ({self.at})" if self.at else ""
        return f"{self.ours} {does} {self.mine:{form}} {unit}, {self.peer} {self.theirs:{form}}{at}"


def pairs(ours: Mapping[str, float], peers: Mapping[str, float]) -> Iterator[Pair]:
    """Each of ours, by title, with each of the peers'."""
    for (mine, figure), (theirs, other) in product(ours.items(), peers.items()):
        yield Pair(mine, figure, theirs, other)


def row(title: str, times: Iterable[Pair], requests: Iterable[Pair], unit: str = "s") -> Iterator[str]:
    """A sentence, if ours takes longer than a peer, beyond noise, or sends more requests."""
    slower, more = worst(times, NOISE), worst(requests, 1)
    parts = [slower.told("takes", ",.2f" if unit == "s" else ",.0f", unit)] if slower else []
    parts += [more.told("sends", ",", "requests")] if more else []
    if parts:
        yield f"{title}: {'; '.join(parts)}"


def worst(found: Iterable[Pair], allowed: float) -> Pair | None:
    """The pair with the highest ratio of ours to the peer's, if it is more than allowed."""
    behind = [each for each in found if each.times > allowed]
    return max(behind, key=lambda each: each.times, default=None)
