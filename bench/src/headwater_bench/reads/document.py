"""The page `docs/reading-benchmark.md`, from the results."""

from collections.abc import Callable, Iterator, Sequence

from headwater_bench import machine
from headwater_bench.reads import numbers
from headwater_bench.reads.configurations import ANALYTICS, OURS, REFERENCE
from headwater_bench.reads.tpchgen import VERSION
from headwater_bench.tables import spread, table

_HEAD = """\
# Reading, side by side

<!-- Written by `headwater bench reads`: do not edit. -->

Headwater, S3A with both of its streams, and Stocator read the same objects of one embedded OpenStack Swift
on the same machine. Each is in a Spark 4.2 of its own, `local[2]` with 2 GiB, with the defaults of Spark
and of the peer, but for addresses, keys and S3A's stream. The processes are warmed up by all rows on little
data, and then take turns at each row, in one order and the other. Before each run all file systems of the
process are closed and a new one is made, which is not in the time. **Time** is that from the naming of the
data to the last row in the driver: listing, schema, planning, reading. CSV and JSON have their schema
given; ORC and Parquet tell it.

No peer wrote the data: files of Spark and of TPC-H's generator
([tpchgen-cli](https://pypi.org/project/tpchgen-cli/) {tpchgen}; Snappy, row groups of 128 MB, up to four
files a table) were put into the store by Swift's own API, without a `_SUCCESS`. The wide tables have
{rows:,} rows of twenty columns in {parts} files; there are {small_files:,} text files of 10 KiB;
{partitions:,} partitions of a file each, in three levels; TPC-H at scale factor {scale_factor:g}, its
queries with the specification's validation parameters. The answers of all were compared in every turn: they
are the same, but for the last bits of sums of doubles.

*{date}, {processor}, {cores} cores, {memory:.0f} GiB, with a load average of {load} before and {load_after}
after; {versions}. Made by `{command}`.*
"""

_TIMES = """\
## Time{delay}

Rounds: {rounds}. Median seconds, with the least and the most; **bold** is the median, over the rounds, of the
time as a part of that of {reference} in the same round: below 1 is sooner.

{times}
{failures}"""

_REQUESTS = """\
## Requests

Those that reached the store's proxy in the first round, when nothing was remembered of the objects; without
the authentication by Swift's API, which a file system does once. **Bold** is the count as a part of that of
{reference}. The last line is the sum of the medians of the later rounds, in which a process may
remember what it has read before.

{requests}
"""

_BYTES = """\
## Bytes

Megabytes that left the store in the first round. For columnar rows **bold** is that as a part of what the
query needs: the chunks of its columns in each scan of its plan (for the selective row, the pages with its
rows), and every file's footer once.

{bytes}
"""

_SHORT = """\
## Where Headwater falls short

Rows in which it is more than {noise:.0f}% slower than S3A (either stream), or sends more than half the
requests of {reference}:

{shortfalls}
"""

_DASH = "–"  # noqa: RUF001


def render(known: dict) -> str:
    """The whole page, in Markdown."""
    plain = known["sections"][0]
    counts = _table(known, plain, _count, {**_sums(_sum_count), "**sum, later rounds**": _sum_later})
    parts = [_head(known), *(_times(known, section) for section in known["sections"])]
    parts.append(_REQUESTS.format(reference=REFERENCE.title, requests=counts))
    parts.append(_BYTES.format(bytes=_table(known, plain, _megabytes, _sums(_sum_megabytes))))
    found = [f"- {each}" for each in shortfalls(known["sections"])]
    parts.append(
        _SHORT.format(
            noise=100 * (numbers.NOISE - 1),
            reference=REFERENCE.title,
            shortfalls="\n".join(found) or "None.",
        )
    )
    return "\n".join(parts)


def shortfalls(sections: Sequence[dict]) -> list[str]:
    """Where Headwater is slower than S3A or asks more than half as much, a sentence each."""
    ours, others = [each.name for each in OURS], [REFERENCE.name, ANALYTICS.name]
    return [
        (f"with {section['latency_ms']} ms: " if section["latency_ms"] else "") + each
        for section in sections
        for each in numbers.shortfalls(section, ours, others, REFERENCE.name)
    ]


def _head(known: dict) -> str:
    made, data = known["made"], known["data"]
    return _HEAD.format(
        **data | {"partitions": 50 * data["days"], "cores": made["cores"]},
        tpchgen=VERSION,
        **machine.fields(made),
    )


def _times(known: dict, section: dict) -> str:
    latency = section["latency_ms"]
    return _TIMES.format(
        delay=f", with {latency} ms more for every request" if latency else "",
        rounds=section["rounds"],
        reference=REFERENCE.title,
        times=_table(known, section, _time, _sums(_sum_time)),
        failures="".join(f"\n{each}\n" for each in _failures(known, section)),
    )


def _failures(known: dict, section: dict) -> Iterator[str]:
    """What failed, and the first line of why."""
    for row in section["rows"].values():
        for name, peer in row["peers"].items():
            if peer["failure"]:
                yield f"{row['title']}, {known['peers'][name]}: `{peer['failure'].splitlines()[0]}`"


Cell = Callable[[dict, str], str]
SumCell = Callable[[Sequence[dict], str], str]


def _sums(cell: SumCell) -> dict[str, SumCell]:
    """The sums that every table ends with."""

    def of_tpch(rows: Sequence[dict], name: str) -> str:
        tpch = [row for row in rows if row["title"].startswith("TPC-H")]
        return cell(tpch, name) if tpch else _DASH

    return {"**TPC-H, sum**": of_tpch, "**sum**": cell}


def _table(known: dict, section: dict, cell: Cell, sums: dict[str, SumCell]) -> str:
    """Rows by peers, then sums of the rows that all peers have."""
    peers = known["peers"]
    rows = list(section["rows"].values())
    lines = [[row["title"], *(_cell(row, name, cell) for name in peers)] for row in rows]
    whole = [row for row in rows if numbers.is_measured(row, list(peers))]
    if whole:
        lines += [[title, *(of_sum(whole, name) for name in peers)] for title, of_sum in sums.items()]
    return table(["", *peers.values()], lines)


def _cell(row: dict, name: str, cell: Cell) -> str:
    if not numbers.is_measured(row, [name]):
        return _DASH
    return cell(row, name)


def _time(row: dict, name: str) -> str:
    middle, least, most = spread(numbers.times(row, name))
    return f"{middle:.2f} ({least:.2f} to {most:.2f}){_part(row, numbers.ratio, name)}"


def _part(row: dict, ratio: Callable[[dict, str, str], float], name: str) -> str:
    if not numbers.is_measured(row, [REFERENCE.name]):
        return ""
    return f", **{ratio(row, name, REFERENCE.name):.2f}**"


def _sum_time(rows: Sequence[dict], name: str) -> str:
    seconds = sum(spread(numbers.times(row, name))[0] for row in rows)
    return f"{seconds:.1f}, **{numbers.sum_ratio(rows, name, REFERENCE.name):.2f}**"


def _count(row: dict, name: str) -> str:
    def ratio(row: dict, name: str, reference: str) -> float:
        return numbers.count(row, name) / numbers.count(row, reference)

    return f"{numbers.count(row, name):,}: {numbers.kinds(row, name)}{_part(row, ratio, name)}"


def _sum_count(rows: Sequence[dict], name: str) -> str:
    mine, theirs = (sum(numbers.count(row, each) for row in rows) for each in (name, REFERENCE.name))
    return f"{mine:,}, **{mine / theirs:.2f}**"


def _sum_later(rows: Sequence[dict], name: str) -> str:
    later = [numbers.later_count(row, name) for row in rows]
    return _DASH if None in later else f"{sum(later):,.0f}"


def _megabytes(row: dict, name: str) -> str:
    fetched = numbers.fetched(row, name)
    needed = f", **{fetched / row['needed']:.2f}**" if row["needed"] else ""
    return f"{fetched / 1e6:,.2f}{needed}"


def _sum_megabytes(rows: Sequence[dict], name: str) -> str:
    columnar = [row for row in rows if row["needed"]]
    fetched = sum(numbers.fetched(row, name) for row in columnar)
    needed = sum(row["needed"] for row in columnar)
    whole = sum(numbers.fetched(row, name) for row in rows)
    return f"{whole / 1e6:,.1f}" + (f", **{fetched / needed:.2f}** of the columnar rows" if needed else "")
