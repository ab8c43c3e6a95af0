"""The conditions after a run. Each check returns its problems as sentences, none if all is well."""

from collections import Counter
from collections.abc import Iterable

from headwater.demo.data import ROWS, SUMMED, Totals
from headwater.demo.event_log import Attempts
from headwater.embedded.request_log import Kind

FORBIDDEN = (Kind.COPY, Kind.DELETE, Kind.POST_DELETE)
"""The kinds of requests that Headwater needs neither to write nor to read."""


def source_problems(truth: Totals) -> list[str]:
    """Checks that the source is the expected file."""
    rows = sum(month["rows"] for month in truth.values())
    return [] if rows == ROWS else [f"The source has {rows:,} rows, not {ROWS:,}: it may be another version."]


def data_problems(name: str, truth: Totals, found: Totals) -> list[str]:
    """Checks that a dataset has exactly the source's rows: none missing, duplicated or changed."""
    problems = [
        f"{name}: there is a month {month!r}, which the source does not have"
        for month in found.keys() - truth
    ]
    for month, expected in truth.items():
        problems += _month_problems(f"{name}, month {month}", expected, found.get(month, {}))
    return problems


def _month_problems(where: str, expected: dict[str, int], found: dict[str, int]) -> list[str]:
    rows = found.get("rows", 0)
    if missing := expected["rows"] - rows:
        how = f"{missing:,} rows are missing" if missing > 0 else f"{-missing:,} rows too many"
        return [f"{where}: {how} ({rows:,} read, the source has {expected['rows']:,})"]
    names = [*SUMMED, *(f"{name}_known" for name in SUMMED), "digest"]
    return [
        f"{where}: {name} adds up to {found.get(name, 0):,}, in the source to {expected.get(name, 0):,}"
        for name in names
        if found.get(name, 0) != expected.get(name, 0)
    ]


def attempt_problems(name: str, attempts: Attempts | None) -> list[str]:
    """Checks that the injected failures happened. A run without them proves nothing."""
    if attempts is None:
        return [f"{name}: Spark's event log knows no task of this write"]
    problems = [f"{name}: an unexpected task attempt failed: {failure}" for failure in attempts.failures]
    if not attempts.injected:
        problems.append(f"{name}: the injected failure did not happen, so the run proves nothing")
    if not attempts.speculative:
        problems.append(f"{name}: Spark launched no speculative copy, so the run proves nothing")
    elif not attempts.copies_won:
        problems.append(f"{name}: no speculative copy was faster than the straggler")
    return problems


def request_problems(name: str, counts: Counter[Kind]) -> list[str]:
    """Checks that the store received no request that copies or deletes."""
    return [
        f"{name}: the store received {counts[kind]} {kind} requests" for kind in FORBIDDEN if counts[kind]
    ]


def object_problems(names: Iterable[str]) -> list[str]:
    """Checks that no temporary object or directory marker is left."""
    listed = list(names)
    temporary = [name for name in listed if "_temporary" in name.split("/")]
    markers = [name for name in listed if name.endswith("/")]
    return [f"The store has the temporary object {name}" for name in temporary] + [
        f"The store has the directory marker {name}" for name in markers
    ]
