"""The page `docs/benchmarks/reading.md`, generated from the results."""

from collections.abc import Sequence

from headwater_bench.core import numbers
from headwater_bench.core.definitions import text
from headwater_bench.core.pages import DASH, Cells, SumCell, made, peers_table
from headwater_bench.reads.configurations import ANALYTICS, OURS, REFERENCE
from headwater_bench.reads.shortfalls import shortfalls
from headwater_bench.reads.sizes import LINE, Sizes
from headwater_bench.reads.tpchgen import VERSION

_HEAD = text(__package__, "page/head.md")

_LATER = text(__package__, "page/later.md")

_REQUESTS = text(__package__, "page/requests.md")

_BYTES = text(__package__, "page/bytes.md")

_SHORT = text(__package__, "page/short.md")

_CELLS = Cells(REFERENCE)


def render(known: dict) -> str:
    """The complete page in Markdown."""
    plain = known["sections"][0]
    counts = {**_sums(_CELLS.sum_count), "**sum, later rounds**": _sum_later}
    bytes_of_rows = peers_table(known, plain, _megabytes, _sums(_sum_megabytes))
    parts = [_head(known) + _later(known), *_CELLS.sections(known, _sums)]
    parts.append(
        _REQUESTS.format(reference=REFERENCE.title, requests=peers_table(known, plain, _CELLS.count, counts))
    )
    parts.append(_BYTES.format(bytes=bytes_of_rows))
    found = [f"- {each}" for each in all_shortfalls(known)]
    parts.append(
        _SHORT.format(
            noise=100 * (numbers.NOISE - 1),
            reference=REFERENCE.title,
            shortfalls="\n".join(found) or "None.",
        )
    )
    return "\n".join(parts)


def mades(known: dict) -> list[dict]:
    """How a result was made, and how its added rows were made, without duplicates."""
    found = [known["made"]]
    for row in known["sections"][0]["rows"].values():
        if "made" in row and row["made"] not in found:
            found.append(row["made"])
    return found


def all_shortfalls(known: dict) -> list[str]:
    """Where Headwater is slower than S3A or sends more than half as many requests, one sentence each."""
    ours, others = [each.name for each in OURS], [REFERENCE.name, ANALYTICS.name]
    return [
        (f"with {section['latency_ms']} ms: " if section["latency_ms"] else "") + each
        for section in known["sections"]
        for each in shortfalls(section, known["peers"], ours, others, REFERENCE.name)
    ]


def _head(known: dict) -> str:
    data = known["data"]
    sizes = Sizes(**data)
    values = {
        "partitions": 50 * sizes.days,
        "text": sizes.lines * LINE / 1e6,
        "large_text": sizes.large_lines * LINE / 1e6,
        "tpchgen": VERSION,
        "made": made(known["made"]),
    }
    return _HEAD.format(**data | values)


def _later(known: dict) -> str:
    """The rows that were measured later, and how."""
    rows = known["sections"][0]["rows"].values()
    return "".join(
        _LATER.format(
            titles="; ".join(row["title"] for row in rows if row.get("made") == each), made=made(each)
        )
        for each in mades(known)[1:]
    )


def _sums(cell: SumCell) -> dict[str, SumCell]:
    """The sums at the end of every table."""

    def of_tpch(rows: Sequence[dict], name: str) -> str:
        tpch = [row for row in rows if row["title"].startswith("TPC-H")]
        return cell(tpch, name) if tpch else DASH

    return {"**TPC-H, sum**": of_tpch, "**sum**": cell}


def _sum_later(rows: Sequence[dict], name: str) -> str:
    later = [numbers.later_count(row, name) for row in rows]
    return DASH if None in later else f"{sum(later):,.0f}"


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
