"""Queries that drop a share of the data by rows, columns or both, as in figures 6, 7 and 9 of D4.2.

Each counts and hashes the rows that it keeps, so no kept value can be left out, and answers can be compared
to the last bit.
"""

from itertools import combinations

from headwater_bench.core.plan import Row
from headwater_bench.data.readings import HEADER, METERS, Readings

SHARES = (0, 20, 40, 60, 80, 90, 95, 99, 99.9, 99.99)
"""The shares of the data in % that are not needed."""

_AT_ZERO = 10
"""The number of turns in a round if nothing is dropped, because the cost is a small difference."""

_KEY = "vid"
"""The predicate's column."""


def rows(readings: Readings) -> list[Row]:
    """A row for each point."""
    shares = widths(readings)
    found = [_point("rows", share, shares, 1 - share / 100) for share in SHARES]
    by_columns = {_nearest(shares, 1 - share / 100, needed=()): share for share in reversed(SHARES)}
    found += [
        _point("columns", by_columns[each], {name: shares[name] for name in each}, None)
        for each in reversed(by_columns)
    ]
    for share in SHARES[1:]:
        chosen = {name: shares[name] for name in _nearest(shares, (1 - share / 100) ** 0.5, needed=(_KEY,))}
        left = (1 - share / 100) / sum(chosen.values())
        found.append(_point("both", share, chosen, min(left, 1.0)))
    return found


def widths(readings: Readings) -> dict[str, float]:
    """Each column's share of the data's bytes, including its separator."""
    sample = b"".join(readings.content(range(min(readings.rows, METERS))))
    columns = zip(*(line.split(b",") for line in sample.splitlines()[1:]), strict=True)
    names = HEADER.decode().strip().split(",")
    lengths = [sum(len(field) + 1 for field in column) for column in columns]
    return {name: length / sum(lengths) for name, length in zip(names, lengths, strict=True)}


def _nearest(shares: dict[str, float], wanted: float, needed: tuple[str, ...]) -> tuple[str, ...]:
    """The columns, including the needed ones, whose share of the bytes is nearest to the wanted one."""
    choices = [
        choice
        for count in range(1, len(shares) + 1)
        for choice in combinations(shares, count)
        if set(needed) <= set(choice)
    ]
    return min(choices, key=lambda choice: abs(sum(shares[name] for name in choice) - wanted))


def _point(kind: str, share: float, columns: dict[str, float], of_rows: float | None) -> Row:
    """A query of `columns` that drops about `share` % of the data's bytes. The exact value is `dropped` %."""
    sql = f"SELECT count(*), bit_xor(xxhash64({', '.join(columns)})) FROM largeMeter"  # noqa: S608
    kept = sum(columns.values())
    if of_rows is not None:
        last = max(1, round(of_rows * METERS))
        sql += f" WHERE {_KEY} <= 'METER{last:06}'"
        kept *= last / METERS
    dropped = round(100 * (1 - kept), 3)
    about = {"kind": kind, "share": share, "dropped": dropped, "sql": sql}
    repeat = 1 if share else _AT_ZERO
    peers = None if kind == "columns" else ("on", "off")
    return Row(f"{kind}-{share}", f"{kind}, {dropped:.2f}% not needed", {"sql": sql}, about, repeat, peers)
