"""What the requests of each workload would cost on public clouds, from `writes.json` and `reads.json`."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from headwater_bench.core import numbers
from headwater_bench.core.pages import DASH
from headwater_bench.core.results import Results
from headwater_bench.reads.document import mades
from headwater_bench.report.chapters import reading
from headwater_bench.report.drawing import charts, prices
from headwater_bench.report.drawing.groups import Group
from headwater_bench.report.drawing.marks import Mark, Peers, exactly
from headwater_bench.report.drawing.parts import Chapter, Headline, Plot, Table, times
from headwater_bench.report.drawing.prices import Cloud
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
_LEAST = 0.0005
"""The smallest difference in dollars that is reported, beyond the displayed digits."""


@dataclass(frozen=True)
class _Workloads:
    """A result's rows with the peers that ours is compared with, as named in sentences."""

    what: str
    result: dict
    references: Peers

    @property
    def peers(self) -> Peers:
        return {name: title for name, title in self.result["peers"].items() if name != SWIFT.name}

    @property
    def groups(self) -> list[Group]:
        return reading.files(self.result["sections"][0])

    @property
    def whole(self) -> Group:
        """The rows that all peers have, as one group."""
        measured = [group for group in self.groups if group.is_measured(*self.peers)]
        return Group("all rows together", [row for group in measured for row in group.rows])


def chapter(results: Results) -> Chapter | None:
    """Dollars for a thousand runs of each workload, and the prices with their sources."""
    asked = [("writes", "writing", {OF_WRITES.name: OF_WRITES.title}), ("reads", "reading", reading.S3A)]
    known = [_Workloads(what, results[kind], peers) for kind, what, peers in asked if kind in results]
    if not known:
        return None
    clouds = prices.load()
    missing = (what for kind, what, _ in asked if kind not in results)
    unverified = (f"{cloud.name}'s prices: {cloud.read}" for cloud in clouds if not cloud.verified)
    return Chapter(
        lead=_LEAD,
        mades=[made for each in known for made in mades(each.result)],
        parts=[*(part for each in known for part in _parts(each, clouds)), _prices(clouds)],
        headlines=[headline for each in known for headline in _headlines(each, clouds[0])],
        shortfalls=[
            *unverified,
            *(f"Nothing is told of {what}: it has not been measured" for what in missing),
            *(each for workloads in known for each in _dearer(workloads, clouds)),
        ],
    )


def dollars(group: Group, peer: str, cloud: Cloud) -> float:
    """The cost of a peer's requests in the first round, times a thousand."""
    return _RUNS * sum(cloud.dollars(numbers.requests(row, peer)) for row in group.rows)


def _parts(workloads: _Workloads, clouds: Sequence[Cloud]) -> Iterator[Plot | Table]:
    peers, first = workloads.peers, clouds[0]
    title = f"Dollars for {_RUNS:,} runs, {workloads.what}"
    if marks := list(_marks(workloads, first)):
        note = f"{first.name}, {first.tier}, prices of {first.looked_up}."
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


def _dearer(workloads: _Workloads, clouds: Sequence[Cloud]) -> Iterator[str]:
    """For each group that costs more with Headwater than with a peer, the cost with each."""
    for group in workloads.groups:
        found: dict[str, list[str]] = {}
        for cloud in clouds:
            if peers := _cheaper(workloads, group, cloud):
                told = f"${dollars(group, HEADWATER.name, cloud):,.3f}, and {', '.join(peers)}"
                found.setdefault(told, []).append(cloud.name)
        if found:
            told = "; ".join(f"{paid} (prices: {', '.join(names)})" for paid, names in found.items())
            yield f"{group.title}: {_RUNS:,} runs are dearer with {HEADWATER.title}: {told}"


def _cheaper(workloads: _Workloads, group: Group, cloud: Cloud) -> list[str]:
    """The peers with which a group costs less than with Headwater, and the cost."""
    if not group.is_measured(HEADWATER.name):
        return []
    mine = dollars(group, HEADWATER.name, cloud)
    theirs = {peer: dollars(group, peer, cloud) for peer in workloads.peers if group.is_measured(peer)}
    return [
        f"${found:,.3f} with {workloads.peers[peer]}"
        for peer, found in sorted(theirs.items(), key=lambda each: each[1])
        if mine - found > _LEAST
    ]


def _headlines(workloads: _Workloads, cloud: Cloud) -> Iterator[Headline]:
    """The sum of all rows, and the rows that are more expensive."""
    whole, groups = workloads.whole, [each for each in workloads.groups if each.is_measured(*workloads.peers)]
    for peer, title in workloads.references.items() if whole.rows else ():
        paid = {
            group.title: [dollars(group, name, cloud) for name in (HEADWATER.name, peer)] for group in groups
        }
        mine, theirs = map(sum, zip(*paid.values(), strict=True))
        dearer = [each for each, (ours, other) in paid.items() if ours - other > _LEAST]
        text = (
            f"less to pay for requests than with {title}, for {_RUNS:,} runs of {workloads.what}'s "
            f"{len(whole.rows)} rows in sum at {cloud.name}'s prices: ${mine:,.2f} instead of ${theirs:,.2f}"
        )
        alone = f". Dearer by themselves: {'; '.join(dearer)}" if dearer else ""
        yield Headline(times(theirs / mine), text + alone, workloads.result["made"])


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
