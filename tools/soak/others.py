"""Checks what is no dataset by manifest: a stream's output, and a table of Delta Lake."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from urllib.parse import unquote

from bucket import MissingError, Store
from dataset import rows

Judgement = Iterator[str]
"""A sentence for each problem."""

_TRIES = 5


def check_stream(store: Store, root: str, fed: set[int], is_over: bool) -> Judgement:
    """The output has each row of the feed at most once, and all of them if the query is over."""
    found = Counter(row for name in _sink_files(store, root) for (row,) in _rows(store, f"{root}/{name}"))
    yield from _counted("the stream's output", found, fed, fed if is_over else set())


def check_table(store: Store, root: str, acknowledged: set[str]) -> Judgement:
    """The table has each row at most once, and all that were acknowledged."""
    added: set[str] = set()
    for key, _ in store.list(f"{root}/_delta_log/"):
        if re.search(r"/\d{20}\.json$", key):
            actions = map(json.loads, store.get(key).splitlines())
            added |= {unquote(each["add"]["path"]) for each in actions if "add" in each}
    found = Counter(row for name in added for (row,) in _rows(store, f"{root}/{name}"))
    yield from _counted("the table of Delta Lake", found, None, acknowledged)


def _sink_files(store: Store, root: str) -> set[str]:
    """The files that the log of Spark's file sink names, of the last compacted batch and the later ones."""
    for _ in range(_TRIES):
        try:
            return _sink_files_now(store, root)
        except MissingError:  # Spark deletes compacted logs.
            continue
    raise MissingError(f"{root}/_spark_metadata")


def _sink_files_now(store: Store, root: str) -> set[str]:
    batches: dict[int, str] = {}
    for key, _ in store.list(f"{root}/_spark_metadata/"):
        if named := re.search(r"/(\d+)(\.compact)?$", key):
            if named[2]:
                batches = {number: old for number, old in batches.items() if number > int(named[1])}
            batches[int(named[1])] = key
    compacted = max((number for number, key in batches.items() if key.endswith(".compact")), default=0)
    names = set()
    for number, key in batches.items():
        if number >= compacted:
            names |= {json.loads(line)["path"] for line in store.get(key).decode().splitlines()[1:]}
    return {unquote(name.partition(f"/{root}/")[2]) for name in names}


def _rows(store: Store, key: str) -> list[tuple]:
    try:
        return rows(store.get(key))
    except MissingError:
        print(f"    a log names {key}, which is missing", flush=True)
        return []  # Its rows are then lost, which is reported.


def _counted(title: str, found: Counter, possible: set | None, required: set) -> Judgement:
    doubled = [row for row, number in found.items() if number > 1]
    if doubled:
        yield f"doubled: {title} has {len(doubled)} rows more than once, for example {doubled[0]}"
    if lost := required - found.keys():
        yield f"lost: {title} has not {len(lost)} rows, for example {min(lost)}"
    if possible is not None and (strange := found.keys() - possible):
        yield f"wrong: {title} has {len(strange)} rows of no writer, for example {min(strange)}"
