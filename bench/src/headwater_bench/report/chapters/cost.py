"""What the requests of each workload would cost on public clouds, from `writes.json` and `reads.json`."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from headwater_bench import numbers
from headwater_bench.pages import DASH
from headwater_bench.reads.configurations import REFERENCE as OF_READS
from headwater_bench.report import charts, prices
from headwater_bench.report.chapters import reading
from headwater_bench.report.groups import Group
from headwater_bench.report.marks import Mark, Peers, exactly
from headwater_bench.report.parts import Chapter, Headline, Plot, Table, times
from headwater_bench.report.prices import Cloud
from headwater_bench.report.results import Results
from headwater_bench.writes.configurations import HEADWATER, SWIFT
from headwater_bench.writes.configurations import REFERENCE as OF_WRITES

TITLE = "What the requests cost"
COMMAND = "headwater bench writes"

_LEAD = (
    "The requests of each workload at public clouds' list prices, without free allowances, storage and "
    "traffic. They were sent to the embedded store: a cloud that pages or retries otherwise bills others. "
    "Headwater's `swift://` is left out, since these clouds have no such API."
)
_RUNS = 1000


@dataclass(frozen=True)
class _Workloads:
    """A result's rows, with the peer that ours is told beside."""

    what: str
    result: dict
    reference: str

    @property
    def peers(self) -> Peers:
        return {name: title for name, title in self.result["peers"].items() if name != SWIFT.name}

    @property
    def groups(self) -> list[Group]:
        return reading.files(self.result["sections"][0])

    @property
    def whole(self) -> Group:
        """The rows that all peers have, as one."""
        measured = [group for group in self.groups if group.is_measured(*self.peers)]
        return Group("all rows together", [row for group in measured for row in group.rows])


def chapter(results: Results) -> Chapter | None:
    """Dollars for a thousand runs of each workload, and the prices with their sources."""
    asked = [("writes", "writing", OF_WRITES.name), ("reads", "reading", OF_READS.name)]
    known = [_Workloads(what, results[kind], peer) for kind, what, peer in asked if kind in results]
    if not known:
        return None
    clouds = prices.load()
    missing = (what for kind, what, _ in asked if kind not in results)
    unverified = (f"{cloud.name}'s prices: {cloud.read}" for cloud in clouds if not cloud.verified)
    return Chapter(
        lead=_LEAD,
        mades=[each.result["made"] for each in known],
        parts=[*(part for each in known for part in _parts(each, clouds)), _prices(clouds)],
        headlines=[headline for each in known for headline in _headlines(each, clouds[0])],
        shortfalls=[
            *unverified,
            *(f"Nothing is told of {what}: it has not been measured" for what in missing),
        ],
    )


def dollars(group: Group, peer: str, cloud: Cloud) -> float:
    """What a peer's requests in the first round cost, a thousand times."""
    return _RUNS * sum(cloud.dollars(numbers.requests(row, peer)) for row in group.rows)


def _parts(workloads: _Workloads, clouds: Sequence[Cloud]) -> Iterator[Plot | Table]:
    peers, first = workloads.peers, clouds[0]
    title = f"Dollars for {_RUNS:,} runs, {workloads.what}"
    if marks := list(_marks(workloads, first)):
        note = f"{first.name}, {first.tier}, prices of {first.looked_up}. The scale is logarithmic."
        yield Plot(title, note, charts.dots(peers, marks, "dollars"))
    rows = [
        [f"{group.title}, {cloud.name}", *(_cell(group, peer, cloud) for peer in peers)]
        for group in (*workloads.groups, workloads.whole)
        for cloud in clouds
    ]
    yield Table(f"{title}, on each cloud", ["", *peers.values()], rows)


def _marks(workloads: _Workloads, cloud: Cloud) -> Iterator[Mark]:
    for group in workloads.groups:
        for peer in workloads.peers:
            if group.is_measured(peer):
                found = dollars(group, peer, cloud)
                yield Mark(group.title, peer, *exactly(found), f"${found:,.3f}")


def _cell(group: Group, peer: str, cloud: Cloud) -> str:
    return f"{dollars(group, peer, cloud):,.3f}" if group.is_measured(peer) else DASH


def _headlines(workloads: _Workloads, cloud: Cloud) -> Iterator[Headline]:
    whole, other = workloads.whole, workloads.reference
    if whole.rows:
        mine, theirs = (dollars(whole, name, cloud) for name in (HEADWATER.name, other))
        text = (
            f"less to pay for requests than with {workloads.peers[other]}, for {_RUNS:,} runs of all rows of "
            f"{workloads.what} at {cloud.name}'s prices: ${mine:,.2f} instead of ${theirs:,.2f}"
        )
        yield Headline(times(theirs / mine), text, workloads.result["made"])


def _prices(clouds: Sequence[Cloud]) -> Table:
    rows = [
        [
            f"{cloud.name}, {cloud.tier}",
            "; ".join(f"{price.name}: ${price.dollars:g}" for price in cloud.prices),
            str(cloud.looked_up),
            "yes" if cloud.verified else "**no**",
            f"<{cloud.source}>",
            cloud.read,
        ]
        for cloud in clouds
    ]
    head = [
        "cloud",
        "dollars for 1,000 requests",
        "looked up",
        "on its page",
        "prices",
        "where they were read",
    ]
    return Table("Prices", head, rows, is_prose=True)
