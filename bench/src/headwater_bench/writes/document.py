"""The page `docs/benchmarks/writing.md`, generated from the results."""

from collections.abc import Sequence
from statistics import median

from headwater_bench.core.definitions import text
from headwater_bench.core.measurement import WARM_UPS
from headwater_bench.core.numbers import NOISE, sum_ratio
from headwater_bench.core.pages import DASH, Cells, SumCell, made, peers_table
from headwater_bench.core.tables import median_of, table
from headwater_bench.writes import goals
from headwater_bench.writes.configurations import OURS, REFERENCE
from headwater_bench.writes.sizes import QUICK, ROW_BYTES

_HEAD = text(__package__, "page/head.md")

_GOALS = text(__package__, "page/goals.md")

_REQUESTS = text(__package__, "page/requests.md")

_BYTES = text(__package__, "page/bytes.md")

_MACHINE = text(__package__, "page/machine.md")

_SHORT = text(__package__, "page/short.md")

_WARM = f"The processes are warmed up by all rows, {WARM_UPS} times on little data"
_COLD = "The processes are not warmed up, so the times say little"
_MEGA, _MEBI = 1e6, 2**20
_CELLS = Cells(REFERENCE)


def render(known: dict) -> str:
    """The complete page in Markdown."""
    plain = known["sections"][0]
    counts = peers_table(known, plain, _CELLS.count, _sums(_CELLS.sum_count))
    found = [f"- {each}" for each in goals.all_shortfalls(known)]
    parts = [
        _head(known),
        _GOALS.format(workloads=_titles(plain), goals=_goals(known)),
        *_CELLS.sections(known, _sums),
        _REQUESTS.format(reference=REFERENCE.title, requests=counts),
        _BYTES.format(bytes=peers_table(known, plain, _bytes, {})),
        _MACHINE.format(machine=peers_table(known, plain, _machine, {})),
        _SHORT.format(noise=100 * (NOISE - 1), shortfalls="\n".join(found) or "None."),
    ]
    return "\n".join(parts)


def _head(known: dict) -> str:
    return _HEAD.format(
        **known["data"],
        made=made(known["made"]),
        row_bytes=ROW_BYTES,
        warm_up=_COLD if known["data"] == QUICK.as_dict() else _WARM,
    )


def _titles(section: dict) -> str:
    """The titles of the paper's rows that are measured."""
    titles = [row["title"] for row in goals.workloads(section, [each.name for each in OURS])]
    return ", ".join(titles) or "none of the paper's rows"


def _goals(known: dict) -> str:
    """A line for each goal, a column for each of ours."""
    names = [each.name for each in OURS]
    plain = known["sections"][0]
    lines = [
        [f"times fewer requests than {known['peers'][goal.other]}", f"{goal.times:g}", *_fewer(plain, goal)]
        for goal in goals.REQUESTS
    ]
    for section in known["sections"]:
        delay = f", with {section['latency_ms']} ms more" if section["latency_ms"] else ""
        for goal in goals.SPEED:
            title = f"times as fast as {known['peers'][goal.other]}{delay}"
            lines.append([title, f"{goal.times:.3g}", *_faster(section, goal)])
    rows = goals.workloads(plain, names)
    if rows:
        lines.append(["bytes sent, of those stored", "1", *(f"{goals.written(rows, n):.3f}" for n in names)])
        lines.append(["bytes copied", "0", *(f"{goals.copied(rows, name):,}" for name in names)])
    return table(["", "goal", *(known["peers"][name] for name in names)], lines)


def _fewer(section: dict, goal: goals.Fewer) -> list[str]:
    rows = {each.name: goals.workloads(section, [each.name, goal.other]) for each in OURS}
    return [f"{goals.fewer_requests(of, n, goal.other):.1f}" if of else DASH for n, of in rows.items()]


def _faster(section: dict, goal: goals.Fewer) -> list[str]:
    rows = {each.name: goals.workloads(section, [each.name, goal.other]) for each in OURS}
    return [f"{1 / sum_ratio(of, name, goal.other):.2f}" if of else DASH for name, of in rows.items()]


def _sums(cell: SumCell) -> dict[str, SumCell]:
    def of_workloads(rows: Sequence[dict], name: str) -> str:
        chosen = [row for row in rows if row["title"] in goals.WORKLOADS]
        return cell(chosen, name) if chosen else DASH

    return {"**the paper's four, sum**": of_workloads}


def _bytes(row: dict, name: str) -> str:
    sample = row["peers"][name]["samples"][0]
    kinds = ("bytes_to_store", "bytes_copied", "bytes_from_store")
    megabytes = [f"{sample[kind] / _MEGA:,.2f}" for kind in kinds]
    moved = sample["bytes_to_store"] + sample["bytes_copied"]
    return f"{', '.join(megabytes)}, **{moved / sample['metrics']['bytes']:.2f}**"


def _machine(row: dict, name: str) -> str:
    samples = row["peers"][name]["samples"]
    spark, store = (median_of(samples, kind) for kind in ("cpu_seconds", "store_cpu_seconds"))
    memory = median(sample["peak_memory"] for sample in samples)
    return f"{spark:.2f}, {store:.2f}, {memory / _MEBI:,.0f}"
