"""The document `docs/operations.md`: a table for each call."""

import os
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from itertools import groupby
from statistics import median

from headwater.requests import Kind, Request, count
from headwater_bench.operations.measure import Report, Result, Sample

_HEAD = """\
# Creating, reading, listing, renaming and deleting side by side

<!-- Written by `headwater bench operations`: do not edit. -->

Hadoop's FileSystem calls on a folder of {objects:,} objects of 1,000 bytes in ten folders, with Headwater and
others on one embedded OpenStack Swift. Each peer has a JVM that is warm, its own defaults but for the store's
address and keys, and objects of its own, which are made by Swift's API and are not in the figures. The peers
take turns, {rounds} rounds of them, and every call gets a new file system, which remembers nothing. `FILES`
are {files:,} more of 1,000 bytes, in a folder `NEW`. The calls come from another process, which adds some
tenths of a millisecond to the time of each file that is created or opened.
{beside}
**ms** is the time from the making of that file system to the call's answer: median, least and most. **store
s** is the median of what the store's four servers used of the processors; other work on the machine hardly
changes it, while it does change the time. The requests are those that reached Swift's proxy in the round with
the median time, without the **auth** requests for a token, which a file system makes once. **KB** are the
bodies' bytes, to and from the store. What each call answered, and where the objects were after it, was
checked.

{date}, {cores} cores, with a load average of {load:.0f} over the last 15 minutes: differences within the
spread say nothing. {versions}. Made by `headwater bench operations{options}`.
"""

_BESIDE = """
{titles} is not on the store. It is what Hadoop's programs were written for, and what figure 1a of "Big Data
Analytics on Object Stores: A Performance Study" (Rupprecht, Zhang and Hildebrand) compares with: create,
glob, ls and open. Here it is as small as it can be: a name node, which has all names in its memory and its
journal on the disk, and one data node, both in one process on this machine. Nothing is replicated, nothing
goes over a network, and a client that closes a file before the name node has heard of its block asks again
after 5 ms instead of 400. Its files are made by its own FileSystem, and its **store s** is what that process
used. It sends no request to the store: where there is nothing to count stands {dash}.
"""

_TABLE = """\
| peer | ms | store s | requests | of these | auth | KB to | KB from |
|---|--:|--:|--:|---|--:|--:|--:|
"""

_DASH = "–"  # noqa: RUF001


def render(report: Report, options: str) -> str:
    """The whole document, in Markdown; `options` are those that the command was given."""
    head = _HEAD.format(
        objects=report.objects,
        rounds=report.rounds,
        files=report.files,
        beside=_beside(report.results),
        date=datetime.now(UTC).date().isoformat(),
        cores=os.cpu_count(),
        load=os.getloadavg()[2],
        versions=", ".join(f"{name} {version}" for name, version in report.versions.items()),
        options=options,
    )
    return "\n".join([head, *_sections(report.results)])


def _beside(results: Sequence[Result]) -> str:
    """What those are that are not on the store; nothing if there are none."""
    titles = dict.fromkeys(each.peer.title for each in results if not each.peer.on_store)
    return _BESIDE.format(titles=", ".join(titles), dash=_DASH) if titles else ""


def _sections(results: Sequence[Result]) -> Iterator[str]:
    for call, group in groupby(results, key=lambda each: each.call):
        of_call = list(group)
        rows = "".join(_row(each) for each in of_call)
        failures = [f"{each.peer.title}: `{each.failure}`\n" for each in of_call if each.failure]
        yield "\n".join([f"## {call.title}\n", f"`{call.call}`\n", _TABLE + rows, call.note, *failures])


def _row(result: Result) -> str:
    times = _times(result.samples) if result.samples else [_DASH] * 2
    requests = _requests(result.samples) if result.samples and result.peer.on_store else [_DASH] * 5
    return f"| {' | '.join([result.peer.title, *times, *requests])} |\n"


def _times(samples: Sequence[Sample]) -> list[str]:
    times = [1000 * each.seconds for each in samples]
    return [
        f"{median(times):,.0f} [{min(times):,.0f}–{max(times):,.0f}]",  # noqa: RUF001 (a dash)
        f"{median(each.store_seconds for each in samples):.1f}",
    ]


def _requests(samples: Sequence[Sample]) -> list[str]:
    typical = sorted(samples, key=lambda each: each.seconds)[len(samples) // 2]
    kinds = count(typical.requests)
    auth = kinds.pop(Kind.AUTH, 0)
    return [
        f"{kinds.total():,}",
        ", ".join(f"{number:,} {kind}" for kind, number in kinds.most_common()),
        f"{auth}",
        _kilobytes(typical.requests, "bytes_in"),
        _kilobytes(typical.requests, "bytes_out"),
    ]


def _kilobytes(requests: Sequence[Request], direction: str) -> str:
    return f"{sum(getattr(each, direction) for each in requests) / 1000:,.0f}"
