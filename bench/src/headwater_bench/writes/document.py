"""The page `docs/writing-benchmark.md`, generated from the results."""

from collections.abc import Sequence
from statistics import median

from headwater_bench.core.measurement import WARM_UPS
from headwater_bench.core.numbers import NOISE, sum_ratio
from headwater_bench.core.pages import DASH, Cells, SumCell, made, peers_table
from headwater_bench.core.tables import median_of, table
from headwater_bench.writes import goals
from headwater_bench.writes.configurations import OURS, REFERENCE
from headwater_bench.writes.sizes import QUICK, ROW_BYTES

_HEAD = """\
# Writing, side by side

<!-- Written by `headwater bench writes`: do not edit. -->

The workloads of the Stocator paper's section IV that write, and the program of its Table I. Headwater, S3A
with each of its committers, and Stocator run them on one embedded OpenStack Swift on the same machine. Each
has a separate Spark 4.2 process, `local[2]` with 2 GiB. All have the defaults of Spark and of the peer,
except for these settings:

- addresses and keys
- `spark.sql.adaptive.coalescePartitions.enabled=false` for all, for the specified number of parts
- S3A's committer, with Spark's `spark-hadoop-cloud` 4.1.2 for magic (4.2 has none yet)
- S3A's `fs.s3a.change.detection.mode=none`. Without it, S3A sends copies with `If-Match`, which Swift's S3
  API does not accept.

{warm_up}.
They take turns at each row, in alternating order. Before each run, all file systems of the process are closed
and a new one is created, which is not in the time. **Time** is measured from the naming of the data to the
end of the job. It includes reading, counting and sorting as well as the writing and the commit.

Teragen makes {rows:,} rows of {row_bytes} bytes and writes them as text in {parts} parts. Copy and Terasort
read such rows in as many parts and write them in {parts} parts: Copy unchanged, Terasort sorted by ranges of
the key. Wordcount reads as many rows of words, and writes its counts in {parts} parts, too. Swift's native
API put the input into the store. The paper's programs are RDDs, and so are these. Their text is saved by
Hadoop's new API (`saveAsNewAPIHadoopFile`), because S3A's magic committer is available only by that API.
`saveAsTextFile`, which Table I is about, always commits by a FileOutputCommitter. The Parquet rows are
DataFrames.

Each run writes into a new folder. A separate Spark process then fetches its objects by Swift's native API. It
compares the number and a checksum of their rows with the expected ones, and removes the objects. With S3A,
`_SUCCESS` must name the chosen committer. The same process makes the data. None of this is in the figures.

*{made}*
"""

_GOALS = """\
## Goals

Sums over {workloads}. Every object that is read costs every peer a request, which no
way to commit can save. If as many are read as are written, they are half of Headwater's requests.

{goals}
"""

_REQUESTS = """\
## Requests

Requests that reached the store's proxy in the first round. They exclude the authentication by Swift's API,
which a file system does once. **Bold** is the ratio to the count of {reference}.

{requests}
"""

_BYTES = """\
## Bytes

Megabytes sent to the store, those that the store copied on request, and those fetched from it. **Bold** is
the bytes sent and copied, as a multiple of the bytes stored afterwards. By the S3 API, the bytes sent include
the signatures with which the SDK frames them.

{bytes}
"""

_MACHINE = """\
## Processors and memory

Median processor seconds of Spark's process, and of the store's servers. Then the peak memory of the process
in MiB, counted from the start of the run. A JVM releases little memory, so earlier runs affect the peak, too.

{machine}
"""

_SHORT = """\
## Where Headwater falls short

Goals that Headwater does not reach, and rows in which it is more than {noise:.0f}% slower than Stocator or
sends more requests, is less than 3 times as fast as S3A with algorithm 1, sends bytes twice, or has them
copied:

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
