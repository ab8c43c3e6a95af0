"""Plots and tables of the seven queries: the deliverable's Table 6.2a, and its figures 8, 10 and 11."""

from collections.abc import Callable, Iterator

from headwater_bench.core.tables import median_of, spread
from headwater_bench.data.sizes import in_gib
from headwater_bench.pushdown import queries
from headwater_bench.pushdown.configurations import ALL, ON, S3A
from headwater_bench.report.drawing import charts
from headwater_bench.report.drawing.marks import Mark, exactly, told_bytes
from headwater_bench.report.drawing.parts import Plot, Table

Value = Callable[[dict, str], tuple[float, float, float]]
"""A figure of a query and a peer: value, minimum and maximum."""

_MEGABYTE, _MEBIBYTE = 10**6, 2**20


def parts(result: dict | None, how: str) -> Iterator[Plot | Table]:
    """The parts for a result. `how`, after a title, describes how it was made."""
    if result is None:
        return
    where = f"{size(result)}{how}"
    for title, note, value, told, unit in _PLOTS:
        drawn = charts.bars(peers(result), _marks(result, value, told), unit)
        yield Plot(f"{title}, {where}", f"{note} Medians.", drawn)
    yield _speed_ups(result, where)
    yield _selectivity(result, where)


def speed_ups(result: dict, name: str) -> dict[str, float]:
    """The speed-up of pushdown over a peer for each query by title, as a ratio of medians."""
    return {
        query.title: _seconds(found, name)[0] / _seconds(found, ON.name)[0] for query, found in _found(result)
    }


def size(result: dict) -> str:
    """The data size as shown in titles."""
    return in_gib(result["data"]["bytes"])


def peers(result: dict) -> dict[str, str]:
    """The titles of the participants by name."""
    names = next(iter(result["queries"].values()))["configurations"]
    return {each.name: each.title for each in ALL if each.name in names}


def rounds(result: dict) -> int:
    """The number of rounds of each query."""
    return min(len(query["configurations"][S3A.name]["samples"]) for query in result["queries"].values())


def _found(result: dict) -> Iterator[tuple[queries.Query, dict]]:
    """The measured queries in order, with their measurements."""
    for query in queries.load():
        if found := result["queries"].get(query.name):
            yield query, found


def _seconds(query: dict, name: str) -> tuple[float, float, float]:
    return spread([sample["seconds"] for sample in query["configurations"][name]["samples"]])


def _median(what: str, factor: float) -> Value:
    def value(query: dict, name: str) -> tuple[float, float, float]:
        return exactly(factor * median_of(query["configurations"][name]["samples"], what))

    return value


def _told_megabytes(megabytes: float) -> str:
    return told_bytes(megabytes * _MEGABYTE)


_PLOTS: tuple[tuple[str, str, Value, Callable[[float], str], str], ...] = (
    (
        "Time of each query",
        "As figure 8 of the deliverable; the lines go from the least to the most.",
        _seconds,
        "{:.2f} s".format,
        "seconds",
    ),
    (
        "Processor of Spark's side",
        "As figure 10a.",
        _median("cpu_seconds", 1),
        "{:,.1f} s".format,
        "seconds",
    ),
    (
        "Most memory of Spark's process",
        "As figure 10b: of a process that keeps what Java has once taken.",
        _median("peak_memory", 1 / _MEBIBYTE),
        "{:,.0f} MiB".format,
        "MiB",
    ),
    (
        "Bytes that left the store",
        "As figure 10c.",
        _median("bytes_from_store", 1 / _MEGABYTE),
        _told_megabytes,
        "MB",
    ),
    (
        "Processor of the store and its engine",
        "As figure 11.",
        _median("store_cpu_seconds", 1),
        "{:,.1f} s".format,
        "seconds",
    ),
)
"""Title, note, figure, format and unit of each plot."""


def _marks(result: dict, value: Value, told: Callable[[float], str]) -> list[Mark]:
    return [
        Mark(query.title, name, *value(found, name), told(value(found, name)[0]))
        for query, found in _found(result)
        for name in peers(result)
    ]


def _speed_ups(result: dict, where: str) -> Table:
    others = {name: title for name, title in peers(result).items() if name != ON.name}
    ups = {name: speed_ups(result, name) for name in others}
    rows = [
        [
            query.title,
            f"{_seconds(found, ON.name)[0]:.2f}",
            *(f"{ups[name][query.title]:.1f}" for name in others),
        ]
        for query, found in _found(result)
    ]
    head = ["query", "seconds with pushdown", *(f"times sooner than {title}" for title in others.values())]
    return Table(f"Speed-up by pushdown, {where}", head, rows)


def _selectivity(result: dict, where: str) -> Table:
    """What is not needed according to the deliverable, and what does not leave the store here."""
    rows = [
        [
            query.title,
            *(f"{query.paper[what]:.2f} %" for what in ("column", "row", "data")),
            f"{100 * (1 - _sent(found) / result['data']['bytes']):.4f} %",
        ]
        for query, found in _found(result)
    ]
    head = ["query", "of columns", "of rows", "of the data", "of the data, that does not leave the store"]
    title = f"What a query does not need: the deliverable's Table 6.2a, and with pushdown here, {where}"
    return Table(title, head, rows)


def _sent(query: dict) -> float:
    return median_of(query["configurations"][ON.name]["samples"], "bytes_from_store")
