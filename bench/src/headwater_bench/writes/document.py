"""The page `docs/writing-benchmark.md`, generated from the results."""

from collections.abc import Sequence
from statistics import median

from headwater_bench.measurement import WARM_UPS
from headwater_bench.numbers import NOISE, sum_ratio
from headwater_bench.pages import DASH, Cells, SumCell, made, peers_table
from headwater_bench.tables import median_of, table
from headwater_bench.writes import goals
from headwater_bench.writes.configurations import OURS, REFERENCE
from headwater_bench.writes.sizes import QUICK, ROW_BYTES

_HEAD = """\
# Writing, side by side

<!-- Written by `headwater bench writes`: do not edit. -->

The workloads of the Stocator paper's section IV that write, and the program of its Table I: by Headwater, by
S3A with each of its committers, and by Stocator, on one embedded OpenStack Swift on the same machine. Each is
in a Spark 4.2 of its own, `local[2]` with 2 GiB, with the defaults of Spark and of the peer, but for
addresses and keys; `spark.sql.adaptive.coalescePartitions.enabled=false` for all, so that there are as many
parts as are told; S3A's committer, with Spark's `spark-hadoop-cloud` 4.1.2 for magic (4.2 has none yet);
and S3A's `fs.s3a.change.detection.mode=none`, without which it sends copies `If-Match`, which Swift's S3 API
does not take. {warm_up}, and take turns at each row, in one order and the
other. Before each run all file systems of the process are closed and a new one is made, which is not in the
time. **Time** is that from the naming of the data to the end of the job, so it has the reading, counting and
sorting as well as the writing and the commit.

Teragen makes {rows:,} rows of {row_bytes} bytes and writes them as text in {parts} parts. Copy and Terasort
read such rows in as many parts and write them in {parts}, as they are and sorted by ranges of the key;
Wordcount reads as many rows of words, and writes its counts in {parts} parts, too. What is read was put into
the store by Swift's own API. The paper's programs are RDDs, and so are these: their text is saved by Hadoop's
new API (`saveAsNewAPIHadoopFile`), the one by which S3A's magic committer can be had. `saveAsTextFile`, which
Table I is about, always commits by a FileOutputCommitter. The Parquet rows are DataFrames.

Each run writes into a new folder. Its objects are then fetched by Swift's own API, the number and a checksum
of their rows are compared with what was to be written, and they are removed; with S3A, `_SUCCESS` has to tell
of the committer that was chosen. A Spark of its own does this, and makes the data: it is not in the figures.

*{made}*
"""

_GOALS = """\
## What it is to reach

In sum over {workloads}. Every object that is read costs every peer a request,
which no way to commit can save: where as many are read as are written, they are half of Headwater's requests.

{goals}
"""

_REQUESTS = """\
## Requests

Those that reached the store's proxy in the first round, without the authentication by Swift's API, which a
file system does once. **Bold** is the count as a part of that of {reference}.

{requests}
"""

_BYTES = """\
## Bytes

Megabytes sent to the store, those of them that it was then told to copy, and those fetched from it; **bold**
is what was sent and copied as a multiple of what stands in the store afterwards. By the S3 API what is sent
has the signatures with which the SDK frames it.

{bytes}
"""

_MACHINE = """\
## Processors and memory

Seconds of the processors, in the median: of Spark's process, and of the store's servers. Then the most memory
that the process had, in MiB, counted anew from the run's begin; a JVM gives little back, so that it tells of
the runs before as well.

{machine}
"""

_SHORT = """\
## Where Headwater falls short

What it is to reach and does not; and rows in which it is more than {noise:.0f}% slower than Stocator or sends
more requests, is less than 3 times as fast as S3A with algorithm 1, sends bytes twice, or has them copied:

{shortfalls}
"""

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
        lines.append(
            ["bytes sent, of those that stand", "1", *(f"{goals.written(rows, n):.3f}" for n in names)]
        )
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
    told = [f"{sample[kind] / _MEGA:,.2f}" for kind in kinds]
    moved = sample["bytes_to_store"] + sample["bytes_copied"]
    return f"{', '.join(told)}, **{moved / sample['metrics']['bytes']:.2f}**"


def _machine(row: dict, name: str) -> str:
    samples = row["peers"][name]["samples"]
    spark, store = (median_of(samples, kind) for kind in ("cpu_seconds", "store_cpu_seconds"))
    memory = median(sample["peak_memory"] for sample in samples)
    return f"{spark:.2f}, {store:.2f}, {memory / _MEBI:,.0f}"
