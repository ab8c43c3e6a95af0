"""Where Headwater reads worse than S3A."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from headwater_bench.core.numbers import NOISE, count, is_measured, kinds, ratio


@dataclass(frozen=True)
class Shortfall:
    """A violation in a row. `factor` is the ratio to the allowed value, `rule` the violated rule."""

    row: str
    told: str
    factor: float
    rule: str = ""

    def __str__(self) -> str:
        return f"{self.row}{', ' * bool(self.rule)}{self.rule}: {self.told}"


def shortfalls(
    section: dict, titles: Mapping[str, str], ours: Sequence[str], others: Sequence[str], reference: str
) -> Iterator[str]:
    """The `found` ones as sentences."""
    return map(str, found(section, titles, ours, others, reference))


def found(
    section: dict, titles: Mapping[str, str], ours: Sequence[str], others: Sequence[str], reference: str
) -> Iterator[Shortfall]:
    """Where ours is slower than a peer, or sends more than half as many requests as the reference.

    The peers are given by name, and shown by their `titles`.
    """
    for row in section["rows"].values():
        for name in ours:
            for other in others:
                if not is_measured(row, [name, other]):
                    continue
                if (slower := ratio(row, name, other)) > NOISE:
                    told = f"{titles[name]} takes {slower:.2f} of the time of {titles[other]}"
                    yield Shortfall(row["title"], told, slower)
            if section["latency_ms"] or not is_measured(row, [name, reference]):
                continue  # requests are listed once, because a delay does not change them
            if (factor := 2 * count(row, name) / count(row, reference)) > 1:
                told = "; ".join(
                    f"{titles[each]}: {count(row, each):,} ({kinds(row, each)})" for each in (name, reference)
                )
                yield Shortfall(row["title"], told, factor, "more than half the requests")


def by_row(shortfalls: Mapping[str, Sequence[Shortfall]]) -> list[str]:
    """A sentence for each row, worst row first, with the worst violation of each rule and condition.

    The shortfalls are given by condition, which is the delay added to every request, if any.
    """
    worst: dict[str, dict[tuple[str, str], Shortfall]] = {}
    for condition, each_found in shortfalls.items():
        for each in sorted(each_found, key=lambda one: -one.factor):
            worst.setdefault(each.row, {}).setdefault((condition, each.rule), each)
    rows = sorted(worst, key=lambda row: -max(each.factor for each in worst[row].values()))
    return [f"**{row}**: {'. '.join(_worst(*each) for each in worst[row].items())}" for row in rows]


def _worst(broken: tuple[str, str], shortfall: Shortfall) -> str:
    told = ": ".join([*filter(None, broken), shortfall.told])
    return f"{told[0].upper()}{told[1:]}"
