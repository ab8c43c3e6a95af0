"""Sorts the same rows through each connector, on an embedded store of their own."""

import re
import shutil
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
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
_UPLOAD = ("create", "write", "close")


@dataclass(frozen=True)
class Measured:
    """One sort by one reducer through one connector.

    `size` is the reducer's output in bytes. `calls` are the seconds in calls of the file system, as
    "reducer.rename", "job.delete" and so on; `upload` are the seconds of a plain file of that size. `kinds`
    are the sort's requests at the store, `copied` the bytes that it copied for them.
    """

    connector: str
    size: int
    calls: dict[str, float]
    upload: float
    kinds: Counter[Kind]
    copied: int

    @property
    def reducer(self) -> float:
        """Seconds that the reducer was in calls of the file system."""
        return sum(seconds for call, seconds in self.calls.items() if call.startswith("reducer."))

    @property
    def reducer_upload(self) -> float:
        """Those of them in create, write and close."""
        return sum(self.calls.get(f"reducer.{call}", 0.0) for call in _UPLOAD)

    @property
    def reducer_commit(self) -> float:
        """The rest of them: rename, status and so on."""
        return self.reducer - self.reducer_upload

    @property
    def job(self) -> float:
        """Seconds that the job's set-up and commit were in calls."""
        return sum(seconds for call, seconds in self.calls.items() if call.startswith("job."))

    @property
    def beyond(self) -> float:
        """Seconds of reducer and job beyond the upload of the same bytes; may be negative."""
        return self.reducer + self.job - self.upload


def measure(sizes: Sequence[int], runs: int) -> list[Measured]:
    """Each size (bytes) through each connector, `runs` times in turn. Raises HeadwaterError if one fails."""
    with ui.step("Maven: the timing file system, TeraSort, S3A"):
        prepare()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="headwater-bench-")))
        document = stack.enter_context(store(folder / "store", [BUCKET]))
        return list(_measure_all(sizes, runs, document, folder))


def _measure_all(sizes: Sequence[int], runs: int, document: dict, folder: Path) -> Iterator[Measured]:
    for size in sizes:
        source = folder / f"rows-{size}"
        Programs(folder / f"generate-{size}", {}).generate(size, source)
        for run in range(runs):
            for connector in connectors(document):
                with ui.step(f"{size / 1e6:,.0f} MB, run {run + 1}, {connector.name}"):
                    yield _measure(connector, size, source, document, folder / "run")
        shutil.rmtree(source)


def _measure(connector: Connector, size: int, source: Path, document: dict, folder: Path) -> Measured:
    with watch(Path(document["access_log"]), document["s3"]["endpoint"]) as seen:
        calls, plain = Programs(folder, connector.values).sort(source, f"{connector.root}/run", size)
    shutil.rmtree(folder)
    requests = of_the_sort(seen.requests)
    upload = sum(plain.values())
    return Measured(connector.name, size, calls, upload, count(requests), copied(requests, size))


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
