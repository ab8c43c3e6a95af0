"""Speed-up over selectivity of rows, columns and both, including the cost at zero selectivity."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from statistics import median

from headwater.core.errors import HeadwaterError
from headwater.terminal import console
from headwater_bench.core.definitions import text
from headwater_bench.core.samples import Sample
from headwater_bench.core.tables import median_of, spread, table
from headwater_bench.data.readings import HEADER, Readings
from headwater_bench.pushdown.configurations import OFF, ON, PARQUET, Configuration
from headwater_bench.pushdown.plan import Plan
from headwater_bench.pushdown.stage import READINGS, WARM_UP, Stage

NAME = "selectivity"

_SHARES = (0, 20, 40, 60, 80, 90, 95, 99, 99.9, 99.99)
"""The shares of the data in % that are not needed."""
_ROWS, _COLUMNS, _MIXED = "rows", "columns", "both"
_AT_ZERO = 10
"""The number of pairs in a round if nothing is dropped, because the cost is a small difference."""
_KEY = "vid"
"""The predicate's column."""


@dataclass(frozen=True)
class Point:
    """A query that drops about `share` % of the data's bytes by `kind`. The exact value is `dropped` %."""

    kind: str
    share: float
    dropped: float
    sql: str


def run(folder: Path, plan: Plan, kept: dict) -> Iterator[dict]:
    """Every point with and without pushdown, and with Parquet if only columns are dropped, turn by turn."""
    with Stage(folder, plan.length) as stage:
        points = list(_points(stage.readings))
        players = {point: (ON, OFF, PARQUET) if point.kind == _COLUMNS else (ON, OFF) for point in points}
        samples = {point: {each.name: [] for each in of_point} for point, of_point in players.items()}
        for point, of_kept in zip(points, kept.get("points", ()), strict=False):
            samples[point] = of_kept["configurations"]
        for point in points:
            with console.step(f"warm-up: {point.share} % of {point.kind}"):
                _turn(stage, point, players[point], WARM_UP)
        for number in range(kept.get("rounds", 0), plan.rounds):
            for point in points:
                with console.step(f"round {number + 1} of {plan.rounds}: {point.share} % of {point.kind}"):
                    for pair in range(1 if point.share else _AT_ZERO):
                        order = players[point][:: 1 if (number + pair) % 2 else -1]
                        for name, sample in _turn(stage, point, order, READINGS).items():
                            samples[point][name].append(Sample.as_dict(sample))
            found = [{**vars(point), "configurations": samples[point]} for point in points]
            yield {"data": stage.as_dict(), "rounds": number + 1, "points": found}


def _turn(stage: Stage, point: Point, order: Sequence[Configuration], data: str) -> dict[str, Sample]:
    taken = {each.name: stage.sample(each, point.sql, data) for each in order}
    answers = {name: rows for name, (_, rows) in taken.items()}
    if any(rows != answers[ON.name] for rows in answers.values()):
        raise HeadwaterError(f"the answers to {point.sql} differ: {answers}")
    return {name: sample for name, (sample, _) in taken.items()}


def _points(readings: Readings) -> Iterator[Point]:
    widths = _widths(readings)
    for share in _SHARES:
        yield _point(_ROWS, share, widths, tuple(widths), 1 - share / 100, readings.meters)
    by_columns = {_nearest(widths, 1 - share / 100, needed=()): share for share in reversed(_SHARES)}
    for chosen, share in reversed(by_columns.items()):
        yield _point(_COLUMNS, share, widths, chosen, None, readings.meters)
    for share in _SHARES[1:]:
        chosen = _nearest(widths, (1 - share / 100) ** 0.5, needed=(_KEY,))
        left = (1 - share / 100) / sum(widths[name] for name in chosen)
        yield _point(_MIXED, share, widths, chosen, min(left, 1.0), readings.meters)


def _widths(readings: Readings) -> dict[str, float]:
    """Each column's share of the data's bytes, including its separator."""
    sample = b"".join(readings.content(range(min(readings.rows, readings.meters))))
    rows = [line.split(b",") for line in sample.splitlines()[1:]]
    names = HEADER.decode().strip().split(",")
    lengths = [sum(len(row[place]) + 1 for row in rows) for place in range(len(names))]
    return {name: length / sum(lengths) for name, length in zip(names, lengths, strict=True)}


def _nearest(widths: dict[str, float], wanted: float, needed: tuple[str, ...]) -> tuple[str, ...]:
    """The columns, including the needed ones, whose share of the bytes is nearest to the wanted one."""
    choices = [
        choice
        for count in range(1, len(widths) + 1)
        for choice in combinations(widths, count)
        if set(needed) <= set(choice)
    ]
    return min(choices, key=lambda choice: abs(sum(widths[name] for name in choice) - wanted))


def _point(
    kind: str,
    share: float,
    widths: dict[str, float],
    columns: tuple[str, ...],
    rows: float | None,
    meters: int,
) -> Point:
    sql = f"SELECT count(*), bit_xor(xxhash64({', '.join(columns)})) FROM largeMeter"  # noqa: S608
    kept = sum(widths[name] for name in columns)
    if rows is not None:
        last = max(1, round(rows * meters))
        sql += f" WHERE {_KEY} <= 'METER{last:06}'"
        kept *= last / meters
    return Point(kind, share, round(100 * (1 - kept), 3), sql)


_TEXT = text(__package__, "page/selectivity.md")


def render(result: dict) -> str:
    """The section of the page."""
    points = result["points"]
    at_zero = ratios_at_zero(points)
    head = [
        "by",
        "dropped",
        "on",
        "off",
        "speed-up",
        "Parquet",
        "its speed-up",
        "MB from the store, on",
        "off",
    ]
    return _TEXT.format(
        most=max(point["dropped"] for point in points if point["kind"] == _COLUMNS),
        rounds=result["rounds"],
        points=table(head, map(_row, points)),
        cost=100 * (median(at_zero) - 1),
        pairs=len(at_zero),
        a_round=pairs_at_zero(result),
    )


def ratios_at_zero(points: Iterable[dict]) -> list[float]:
    """For each pair in which nothing is dropped, the time with pushdown relative to that without."""
    found = [point["configurations"] for point in points if not point["share"]]
    return [
        on["seconds"] / off["seconds"]
        for each in found
        for on, off in zip(each[ON.name], each[OFF.name], strict=False)
    ]


def pairs_at_zero(result: dict) -> int:
    """The number of pairs in a round at each point at which nothing is dropped."""
    at_zero = next(point for point in result["points"] if not point["share"])
    return len(at_zero["configurations"][ON.name]) // result["rounds"]


def _row(point: dict) -> list[str]:
    found = point["configurations"]
    off = median_of(found[OFF.name], "seconds")
    cells = [point["kind"], f"{point['dropped']:.2f}%", _time(found[ON.name]), _time(found[OFF.name])]
    cells.append(f"**{off / median_of(found[ON.name], 'seconds'):.2f}**")
    if parquet := found.get(PARQUET.name):
        cells += [_time(parquet), f"{off / median_of(parquet, 'seconds'):.2f}"]
    else:
        cells += ["", ""]
    return cells + [f"{median_of(found[each.name], 'bytes_from_store') / 1e6:,.1f}" for each in (ON, OFF)]


def _time(samples: Sequence[dict]) -> str:
    middle, least, most = spread([sample["seconds"] for sample in samples])
    return f"{middle:.2f} ({least:.2f} to {most:.2f})"
