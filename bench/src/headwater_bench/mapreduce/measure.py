"""Sorts the same rows through each connector, on an embedded store of their own."""

import re
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from itertools import takewhile
from pathlib import Path
from urllib.parse import unquote

from headwater import ui
from headwater.requests import Kind, Request, count, watch
from headwater_bench.mapreduce.connectors import BUCKET, Connector, connectors
from headwater_bench.mapreduce.programs import Programs, prepare
from headwater_bench.store import store

_RANGE = re.compile(r"bytes=(\d+)-(\d+)")
_PART = "part-r-00000"
_PLAIN = "run/plain"


def measure(sizes: Sequence[int], runs: int) -> Iterator[dict]:
    """Each size (bytes) through each connector, `runs` times in turn. Raises HeadwaterError if one fails.

    Yields, after each turn of all of them, what is known: titles by names, and of each size the samples by
    names.
    """
    with ui.step("Maven: the timing file system, TeraSort, S3A"):
        prepare()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="headwater-bench-")))
        document = stack.enter_context(store(folder / "store", [BUCKET]))
        compared = connectors(document)
        known = {"peers": {each.name: each.title for each in compared}, "sizes": []}
        for size in sizes:
            samples = {each.name: [] for each in compared}
            known["sizes"].append({"bytes": size, "peers": samples})
            source = folder / f"rows-{size}"
            Programs(folder / f"generate-{size}", {}).generate(size, source)
            for run in range(runs):
                for each in compared:
                    with ui.step(f"{size / 1e6:,.0f} MB, run {run + 1}, {each.title}"):
                        samples[each.name].append(_sample(each, size, source, document, folder / "run"))
                yield known
            shutil.rmtree(source)


def _sample(connector: Connector, size: int, source: Path, document: dict, folder: Path) -> dict:
    """A sort by one reducer, whose output has `size` bytes.

    `calls` are the seconds in calls of the file system, as "reducer.rename", "job.delete" and so on;
    `plain_file_seconds` are those of a plain file of that size. Requests are the sort's at the store, by
    kind, and `bytes_copied` what it copied for them.
    """
    with watch(Path(document["access_log"]), document["s3"]["endpoint"]) as seen:
        calls, plain = Programs(folder, connector.values).sort(source, f"{connector.root}/run", size)
    shutil.rmtree(folder)
    requests = of_the_sort(seen.requests)
    return {
        "calls": calls,
        "plain_file_seconds": sum(plain.values()),
        "requests": {str(kind): number for kind, number in count(requests).items()},
        "bytes_copied": copied(requests, size),
    }


def of_the_sort(requests: Iterable[Request]) -> list[Request]:
    """The requests before the first that names the plain file, which is written after the sort."""
    ordered = sorted(requests, key=lambda each: each.start)
    return list(takewhile(lambda each: _PLAIN not in unquote(unquote(each.path)), ordered))


def copied(requests: Iterable[Request], size: int) -> int:
    """The bytes that COPY requests copied, where the job's one part has `size` bytes and markers none."""
    copies = [each.headers for each in requests if each.kind == Kind.COPY]
    return sum(_copied(headers, size) for headers in copies)


def _copied(headers: dict[str, str], size: int) -> int:
    if span := _RANGE.fullmatch(headers.get("Range", "")):
        return int(span[2]) - int(span[1]) + 1
    source = headers.get("X-Amz-Copy-Source") or headers.get("X-Copy-From", "")
    return size if _PART in source.rpartition("/")[2] else 0
