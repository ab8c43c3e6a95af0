"""The prices of requests on public clouds: `prices.toml`."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from headwater_bench.core.definitions import table


@dataclass(frozen=True)
class Price:
    """Dollars for a thousand requests of some kinds."""

    name: str
    dollars: float
    kinds: list[str]


@dataclass(frozen=True)
class Cloud:
    """A provider's list prices of a tier.

    `source` is the provider's price page. `read` is the page where the prices were read on the day
    `looked_up`. `verified` says whether that was the provider's page.
    """

    name: str
    tier: str
    source: str
    looked_up: date
    verified: bool
    read: str
    prices: list[Price]

    def dollars(self, requests: Mapping[str, int]) -> float:
        """The cost of requests, given their numbers by kind. KeyError for a kind without a price."""
        of_kind = {kind: price.dollars for price in self.prices for kind in price.kinds}
        return sum(of_kind[kind] * number for kind, number in requests.items()) / 1000


def load() -> list[Cloud]:
    """All clouds in the file's order."""
    return [
        Cloud(**cloud | {"prices": [Price(**price) for price in cloud["prices"]]})
        for cloud in table(__package__, "prices.toml")["cloud"]
    ]
