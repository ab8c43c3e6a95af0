"""The command `verify`: whether the store has the objects of the manifests."""

import json
import sys
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import click

from headwater.access import stores
from headwater.commands.options import dataset_data_option, endpoint_option, json_option, uri_argument
from headwater.core.bucket import Bucket
from headwater.core.counts import counted
from headwater.core.leftovers import Leftover, leftovers
from headwater.core.manifest import Entry
from headwater.core.snapshot import Snapshot, require_snapshot, take_snapshot
from headwater.core.state import StoredObject
from headwater.terminal import tables
from headwater.terminal.progress import byte_bar

_SIDE_BY_SIDE = 8


@dataclass(frozen=True)
class Problem:
    """An entry that does not match its manifest, and the difference."""

    entry: Entry
    how: str


@click.command()
@uri_argument
@click.option("--strict", is_flag=True, help="Fail if there are orphans or other leftovers.")
@json_option
@endpoint_option
@dataset_data_option
def verify(uri: str, strict: bool, as_json: bool, endpoint: str | None, data: Path | None) -> None:
    """Compare the dataset at URI with the store. Exit code: 1 if an entry is missing or changed.

    A manifest that cannot be read is also an error. Readers ignore leftovers. With --strict, leftovers fail
    the command.
    """
    bucket, folder = stores.dataset(uri, endpoint, data)
    seen = require_snapshot(bucket, folder)
    problems = _problems(bucket, seen)
    if problems:
        # An overwriter may have deleted them meanwhile. Objects that have left the dataset are no problem.
        current = take_snapshot(bucket, folder).state.entries
        problems = [each for each in problems if _is_same(current.get(each.entry.key), each.entry)]
    left = leftovers(seen)
    if as_json:
        click.echo(json.dumps(_document(uri, seen, problems, left), indent=2))
    else:
        _show(uri, len(seen.state.entries), problems, left)
    sys.exit(1 if problems or (strict and left) else 0)


def _is_same(entry: Entry | None, other: Entry) -> bool:
    """Whether both are the same addition, whichever manifests carry it."""
    return entry is not None and (entry.etag, entry.added) == (other.etag, other.added)


def _problems(bucket: Bucket, seen: Snapshot) -> list[Problem]:
    """Entries that do not match the store's objects.

    A listing may be late. For some large objects of Swift it shows other ETags than the object's own. Entries
    that it does not confirm are therefore checked by HEAD.
    """
    listed = {each.key: each for each in seen.objects}
    doubtful = [each for each in seen.state.entries.values() if _difference(each, listed.get(each.key))]
    total = sum(each.length for each in doubtful)
    with ThreadPoolExecutor(_SIDE_BY_SIDE) as pool, byte_bar("check", total) as advance:
        differences = []
        for entry, stored in zip(
            doubtful, pool.map(bucket.head, [each.key for each in doubtful]), strict=True
        ):
            differences.append(_difference(entry, stored))
            advance(entry.length)
    return [Problem(entry, how) for entry, how in zip(doubtful, differences, strict=True) if how]


def _difference(entry: Entry, stored: StoredObject | None) -> str:
    """The difference between an object and the entry, empty if there is none."""
    if stored is None:
        return "missing"
    if stored.length != entry.length:
        return f"changed: {stored.length:,} bytes instead of {entry.length:,}"
    # Swift's S3 API adds -N to the ETag of a large object that Swift's native API wrote.
    if stored.etag not in (entry.etag, f"{entry.etag}-N"):
        return f"changed: ETag {stored.etag} instead of {entry.etag}"
    return ""


def _document(uri: str, seen: Snapshot, problems: list[Problem], left: list[Leftover]) -> dict:
    """The JSON document: lengths in bytes."""
    return {
        "uri": uri,
        "entries": len(seen.state.entries),
        "problems": [
            {"key": each.entry.key, "problem": each.how, "manifest": each.entry.source} for each in problems
        ],
        "leftovers": [{"key": each.key, "kind": each.kind, "bytes": each.length} for each in left],
    }


def _show(uri: str, entries: int, problems: list[Problem], left: list[Leftover]) -> None:
    if problems:
        problems = sorted(problems, key=lambda each: each.entry.key)
        tables.show(
            ("entry", "problem", "manifest"), ([p.entry.key, p.how, p.entry.source] for p in problems)
        )
        click.echo()
    if left:
        show_leftovers(left)
        click.echo(
            f"\nReaders do not count these. Some may belong to a running job. See: headwater sweep {uri}"
        )
    shown, rest = counted(entries, "entry"), counted(len(left), "leftover")
    click.echo(f"{shown}, {len(problems):,} of them missing or changed. {rest}")


def show_leftovers(left: Iterable[Leftover]) -> None:
    """The number of each kind, and their bytes."""
    left = list(left)
    counts = Counter(each.kind for each in left)
    tables.show(
        ("leftovers", "objects", "size"),
        (
            [kind, count, tables.size(sum(each.length for each in left if each.kind == kind))]
            for kind, count in counts.items()
        ),
    )
