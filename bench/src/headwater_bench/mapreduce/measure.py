"""A connector's turn: it sorts the same rows of each size into an embedded store."""

import tempfile
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from itertools import takewhile
from pathlib import Path
from urllib.parse import unquote

from headwater.embedded.request_log import Kind, Request, count
from headwater.terminal import console
from headwater_bench.core import samples
from headwater_bench.core.configuration import is_ours
from headwater_bench.core.copies import span
from headwater_bench.core.turns import take
from headwater_bench.mapreduce.connectors import Connector, connectors
from headwater_bench.mapreduce.programs import Programs

_PART = "part-r-00000"
_PLAIN = "run/plain"


def generate(sizes: Sequence[int], folder: Path) -> dict[int, Path]:
    """Generate rows to sort in a folder, for each size in bytes."""
    sources = {}
    for size in sizes:
        with console.step(f"{size / 1e6:,.0f} MB of rows"):
            sources[size] = folder / f"rows-{size}"
            Programs(folder / f"generate-{size}", {}).generate(size, sources[size])
    return sources


class Player:
    """A connector. In a turn one reducer sorts each size."""

    def __init__(self, connector: Connector, sources: Mapping[int, Path], store: dict, folder: Path) -> None:
        self.name, self.title = connector.name, connector.title
        self.must_not_fail = is_ours(connector.name)
        self._sources = sources
        self._store = store
        self._folder = folder

    def take_turn(self, document: dict, rows: dict[str, dict]) -> None:
        """Take a sample of each size."""
        (connector,) = (each for each in connectors(document) if each.name == self.name)
        for size in self._sources:
            megabytes = f"{size // 10**6}"
            what = {"title": f"{megabytes} MB of output", "bytes": size}
            take(rows, megabytes, what, self, partial(self._sample, connector, size))

    def _sample(self, connector: Connector, size: int) -> dict:
        """A sort whose output has `size` bytes.

        `calls` are the seconds in calls of the file system, as "reducer.rename", "job.delete" and so on.
        `plain_file_seconds` are those of a plain file of that size. Requests are the sort's at the store, by
        kind. `bytes_copied` is what it copied for them.
        """
        with (
            tempfile.TemporaryDirectory(dir=self._folder) as own,
            samples.watched(self._store) as seen,
            samples.processors(self._store) as used,
        ):
            programs = Programs(Path(own) / "run", connector.values)
            calls, plain = programs.sort(self._sources[size], f"{connector.root}/run", size)
        requests = of_the_sort(seen.requests)
        return {
            "calls": calls,
            "plain_file_seconds": sum(plain.values()),
            **used,
            "requests": {str(kind): number for kind, number in count(requests).items()},
            "bytes_copied": copied(requests, size),
        }


def of_the_sort(requests: Iterable[Request]) -> list[Request]:
    """The requests before the first that names the plain file, which is written after the sort."""
    ordered = sorted(requests, key=lambda each: each.start)
    return list(takewhile(lambda each: _PLAIN not in unquote(unquote(each.path)), ordered))


def copied(requests: Iterable[Request], size: int) -> int:
    """The bytes copied by COPY requests. The job's single part has `size` bytes, and markers are empty."""
    copies = [each.headers for each in requests if each.kind == Kind.COPY]
    return sum(_copied(headers, size) for headers in copies)


def _copied(headers: dict[str, str], size: int) -> int:
    if part := span(headers):
        return part
    source = headers.get("X-Amz-Copy-Source") or headers.get("X-Copy-From", "")
    return size if _PART in source.rpartition("/")[2] else 0
