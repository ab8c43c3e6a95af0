"""What the requests of each workload would cost on public clouds, from `writes.json` and `reads.json`."""

from collections.abc import Iterator, Sequence

from headwater_bench import numbers
from headwater_bench.pages import DASH
from headwater_bench.report import charts, groups, prices
from headwater_bench.report.chapters import reading
from headwater_bench.report.groups import Group
from headwater_bench.report.marks import Mark, exactly
from headwater_bench.report.parts import Chapter, Plot, Table
from headwater_bench.report.prices import Cloud
from headwater_bench.report.results import Results

TITLE = "What the requests cost"
COMMAND = "headwater bench writes"

_LEAD = (
    "The requests of each workload at public clouds' list prices, without free allowances, storage and "
    "traffic. They were sent to the embedded store: a cloud that pages or retries otherwise bills others. "
    "Headwater's `swift://` is left out, since these clouds have no such API."
)
_KINDS = {"writes": "writing", "reads": "reading"}
_RUNS = 1000
_NO_CLOUD = "headwater-swift"


def chapter(results: Results) -> Chapter | None:
    """Dollars for a thousand runs of each workload, and the prices with their sources."""
    known = {kind: results[kind] for kind in _KINDS if kind in results}
    if not known:
        return None
    clouds = prices.load()
    parts = [part for kind, result in known.items() for part in _parts(_KINDS[kind], result, clouds)]
    unverified = [f"{cloud.name}'s prices: {cloud.read}" for cloud in clouds if not cloud.verified]
    missing = [
        f"Nothing is told of {_KINDS[kind]}: `headwater bench {kind}`" for kind in _KINDS if kind not in known
    ]
    return Chapter(
        lead=_LEAD,
        mades=[result["made"] for result in known.values()],
        parts=[*parts, _prices(clouds)],
        shortfalls=[*unverified, *missing],
    )


def _groups(result: dict) -> list[Group]:
    """The rows, but TPC-H's queries as one."""
    first = result["sections"][0]
    whole = reading.tpch(first)
    alone = [group for group in groups.alone(first) if group.rows[0] not in whole.rows]
    return alone + [whole] * bool(whole.rows)


def _parts(what: str, result: dict, clouds: Sequence[Cloud]) -> Iterator[Plot | Table]:
    peers = {name: title for name, title in result["peers"].items() if name != _NO_CLOUD}
    of_rows, first = _groups(result), clouds[0]
    marks = list(_marks(of_rows, peers, first))
    if marks:
        note = f"{first.name}, {first.tier}, prices of {first.looked_up}."
        yield Plot(f"Dollars for {_RUNS:,} runs, {what}", note, charts.dots(peers, marks, "dollars"))
    whole = Group(
        "all rows together", [row for group in of_rows if group.is_measured(*peers) for row in group.rows]
    )
    rows = [
        [f"{group.title}, {cloud.name}", *(_cell(group, peer, cloud) for peer in peers)]
        for group in (*of_rows, *[whole] * bool(whole.rows))
        for cloud in clouds
    ]
    yield Table(f"Dollars for {_RUNS:,} runs, {what}, on each cloud", ["", *peers.values()], rows)


def _marks(of_rows: Sequence[Group], peers: dict[str, str], cloud: Cloud) -> Iterator[Mark]:
    for group in of_rows:
        for peer in peers:
            if group.is_measured(peer):
                found = dollars(group, peer, cloud)
                yield Mark(group.title, peer, *exactly(found), f"${found:,.2f}")


def dollars(group: Group, peer: str, cloud: Cloud) -> float:
    """What a peer's requests in the first round of a thousand runs cost."""
    return _RUNS * sum(cloud.dollars(numbers.requests(row, peer)) for row in group.rows)


def _cell(group: Group, peer: str, cloud: Cloud) -> str:
    return f"{dollars(group, peer, cloud):,.3f}" if group.is_measured(peer) else DASH


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
        "on a page of its",
        "its page for prices",
        "where it was read",
    ]
    return Table("Prices", head, rows, is_prose=True)
