"""`headwater bench mapreduce`: how long a reducer waits for the file system as its output grows."""

import json
import tempfile
from collections.abc import Iterable, Sequence
from importlib.resources import as_file, files
from itertools import takewhile
from pathlib import Path
from urllib.parse import unquote

from headwater.core import connection
from headwater.embedded.request_log import Kind, Request
from headwater.spark import launcher
from headwater.terminal import console
from headwater_bench.core import samples
from headwater_bench.core.copies import span
from headwater_bench.core.files import CHECKOUT
from headwater_bench.core.objects import BUCKET
from headwater_bench.core.plan import Plan, Row, Section, Turn, plain_and_delayed
from headwater_bench.core.store import StoreStage
from headwater_bench.jvm.hadoop import HadoopPrograms
from headwater_bench.peers.definitions import ours, peer
from headwater_bench.peers.jars import run_maven

PEERS = {
    "headwater-s3": "Headwater, `s3://`",
    "headwater-swift": "Headwater, `swift://`",
    "s3a-1": "S3A 3.5.0, algorithm 1",
    "s3a-2": "S3A 3.5.0, algorithm 2",
}
ROW_BYTES = 100
"""The length of TeraGen's rows."""

_IMPLEMENTATIONS = {
    "s3": "io.headwater.fs.HeadwaterFileSystem",
    "swift": "io.headwater.fs.SwiftFileSystem",
    "s3a": "org.apache.hadoop.fs.s3a.S3AFileSystem",
}
_COMMITTER = {
    # hadoop-aws names its own for s3a://, which supports no file system that wraps S3A's.
    "mapreduce.outputcommitter.factory.class": (
        "org.apache.hadoop.mapreduce.lib.output.FileOutputCommitterFactory"
    )
}
_MODULE = CHECKOUT / "mapreduce" / "target"
_TERAGEN = "org.apache.hadoop.examples.terasort.TeraGen"
_TIMES = "io.headwater.mapreduce.timing.ReducerTimes"
_PART = "part-r-00000"
_PLAIN = "run/plain"


def plan(command: str, _: Sequence[str], *, megabytes: Sequence[int], rounds: int, latency: int) -> Plan:
    """A sort of each size."""
    rows = [
        Row(str(each), f"{each} MB of output", {"x": each}, {"bytes": each * 10**6})
        for each in sorted(set(megabytes))
    ]
    return Plan(
        "mapreduce",
        command,
        {"row_bytes": ROW_BYTES},
        PEERS,
        ours(PEERS),
        plain_and_delayed(Section("plain", rows, list(PEERS), rounds), latency),
        lambda folder, sections: Stage(folder, sections[0].rows),
    )


def connector(name: str, document: dict) -> tuple[str, dict[str, str]]:
    """The bucket's URL by a connector, and Hadoop's settings, with the timing file system around it."""
    if name == "headwater-s3":
        scheme, values = "s3", _plain(connection.spark_values(document))
    elif name == "headwater-swift":
        scheme, values = "swift", peer("headwater-swift").values(document)
    else:
        scheme = "s3a"
        values = peer("s3a").values(document) | {
            "fs.s3a.change.detection.mode": "none",  # Swift's S3 API does not support If-Match on a copy.
            "mapreduce.fileoutputcommitter.algorithm.version": name.rpartition("-")[2],
        }
    host = f"{BUCKET}.embedded" if scheme == "swift" else BUCKET
    timed = {f"fs.{scheme}.impl": "io.headwater.mapreduce.timing.TimedFileSystem"}
    timed["timed.fs.impl"] = _IMPLEMENTATIONS[scheme]
    return f"{scheme}://{host}", _COMMITTER | values | timed


def _plain(values: dict[str, str]) -> dict[str, str]:
    return {name.removeprefix("spark.hadoop."): value for name, value in values.items()}


class Stage(StoreStage):
    """A store, and rows to sort in local folders."""

    def __init__(self, folder: Path, rows: Sequence[Row]) -> None:
        super().__init__(folder)
        self._rows = rows

    def furnish(self) -> None:
        """Compile and fetch the programs, and generate the rows."""
        with console.step("Maven: the timing file system, TeraSort, S3A"):
            prepare()
        for row in self._rows:
            with console.step(f"{row.name} MB of rows"):
                count = row.kept["bytes"] // ROW_BYTES
                generate = programs(self.folder / f"generate-{row.name}", {})
                generate.run(_TERAGEN, str(count), self._source(row).as_uri())

    def turn(self, peer: str, row: Row, document: dict, *, is_warm_up: bool) -> Turn:
        """Run TeraSort, and then write a plain file of the same size.

        `calls` are the seconds in calls of the file system, as "reducer.rename", "job.delete" and so on.
        `plain_file_seconds` are those of the plain file. Requests are the sort's.
        """
        del is_warm_up
        root, values = connector(peer, document)
        size = row.kept["bytes"]
        with (
            tempfile.TemporaryDirectory(dir=self.folder) as own,
            samples.watched(self.document) as seen,
            samples.processors(self.document) as used,
        ):
            folder = Path(own) / "run"
            report = folder / "report.json"
            sort = programs(folder, values)
            sort.run(_TIMES, str(report), self._source(row).as_uri(), f"{root}/run", str(size))
            calls, plain = map(json.loads, report.read_text(encoding="utf-8").splitlines())
        requests = of_the_sort(seen.requests)
        seconds = sum(calls.values())
        sample = {"seconds": seconds, "calls": calls, "plain_file_seconds": sum(plain.values()), **used}
        return Turn(sample | samples.sent(requests, 0) | {"bytes_copied": copied(requests, size)})

    def _source(self, row: Row) -> Path:
        return self.folder / f"rows-{row.name}"


def prepare() -> None:
    """Compile the timing file system and fetch TeraSort and S3A. HeadwaterError if Maven fails."""
    run_maven("-pl", "mapreduce", "-am", "test-compile", folder=CHECKOUT)
    with as_file(files(__package__).joinpath("jars.xml")) as project:
        run_maven(
            *("-f", str(project), "dependency:copy-dependencies", "-DexcludeGroupIds=org.slf4j"),
            f"-DoutputDirectory={_MODULE / 'jars'}",
            folder=CHECKOUT,
        )


def programs(folder: Path, values: dict[str, str]) -> HadoopPrograms:
    """Runs TeraGen and TeraSort on Spark's Hadoop, with some settings."""
    class_path = [_MODULE / "test-classes", launcher.bundle()]
    class_path += [launcher.home() / "jars" / "*", _MODULE / "jars" / "*"]
    return HadoopPrograms(folder, values, class_path)


def of_the_sort(requests: Iterable[Request]) -> list[Request]:
    """The requests before the first that names the plain file, which is written after the sort."""
    ordered = sorted(requests, key=lambda each: each.start)
    return list(takewhile(lambda each: _PLAIN not in unquote(unquote(each.path)), ordered))


def copied(requests: Iterable[Request], size: int) -> int:
    """The bytes copied by COPY requests. The job's single part has `size` bytes, and markers are empty."""
    return sum(_copied(each.headers, size) for each in requests if each.kind == Kind.COPY)


def _copied(headers: dict[str, str], size: int) -> int:
    if part := span(headers):
        return part
    source = headers.get("X-Amz-Copy-Source") or headers.get("X-Copy-From", "")
    return size if _PART in source.rpartition("/")[2] else 0
