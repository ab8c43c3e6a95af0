"""`headwater bench mapreduce`: how long a reducer waits for the file system as its output grows."""

import json
from collections.abc import Iterable, Sequence
from itertools import takewhile
from urllib.parse import unquote

from headwater.embedded.request_log import Request
from headwater.terminal import console
from headwater_bench.core import samples
from headwater_bench.core.files import CHECKOUT, table
from headwater_bench.core.plan import Plan, Row, Turn, compared
from headwater_bench.jvm.hadoop import ProgramStage
from headwater_bench.peers.definitions import process, titles
from headwater_bench.peers.software import run_maven

PEERS = ("headwater-s3", "headwater-swift", "s3a-1", "s3a-2")
ROW_BYTES = 100
"""The length of TeraGen's rows."""

_SETTINGS = table(__package__, "mapreduce.toml")
_TERAGEN = "org.apache.hadoop.examples.terasort.TeraGen"
_TIMES = "io.headwater.mapreduce.timing.ReducerTimes"
_TIMED = "io.headwater.mapreduce.timing.TimedFileSystem"
_PLAIN = "run/plain"


def plan(*, megabytes: Sequence[int], rounds: int, latency: int) -> Plan:
    """A sort of each size."""
    sizes = sorted(set(megabytes))
    rows = [Row(str(each), f"{each} MB of output", {"x": each}, {"bytes": each * 10**6}) for each in sizes]
    data = {"row_bytes": ROW_BYTES}
    return compared("mapreduce", rows, titles(PEERS), Stage, data, rounds=rounds, latency=latency)


def connector(name: str, document: dict) -> tuple[str, dict[str, str]]:
    """The bucket's URL by a connector, and Hadoop's settings, with the timing file system around it."""
    of = process(name)
    scheme = of.root.partition(":")[0]
    timed = {f"fs.{scheme}.impl": _TIMED, "timed.fs.impl": _SETTINGS["implementations"][scheme]}
    return of.root.rstrip("/"), of.hadoop_values(document) | _SETTINGS["hadoop"] | timed


class Stage(ProgramStage):
    """A store, and rows to sort in local folders."""

    classes = (CHECKOUT / "mapreduce" / "target" / "test-classes",)

    def furnish(self) -> None:
        """Compile the timing file system, and generate the rows."""
        with console.step("Maven: the timing file system"):
            run_maven("-pl", "mapreduce", "-am", "test-compile", folder=CHECKOUT)
        for row in self.rows:
            with console.step(f"{row.name} MB of rows"):
                count = row.kept["bytes"] // ROW_BYTES
                self.run(process(PEERS[0]), {}, _TERAGEN, str(count), self._source(row))

    def turn(self, peer: str, row: Row, document: dict, *, is_warm_up: bool) -> Turn:
        """Run TeraSort, and then write a plain file of the same size.

        `calls` are the seconds in calls of the file system, as "reducer.rename", "job.delete" and so on.
        `plain_file_seconds` are those of the plain file. Requests are the sort's.
        """
        del is_warm_up
        root, values = connector(peer, document)
        report = self.folder / "report.json"
        arguments = (str(report), self._source(row), f"{root}/run", str(row.kept["bytes"]))
        used, requests = self.run(process(peer), values, _TIMES, *arguments)
        calls, plain = map(json.loads, report.read_text(encoding="utf-8").splitlines())
        sample = {"calls": calls, "plain_file_seconds": sum(plain.values())}
        return Turn(used | samples.sent(of_the_sort(requests), 0) | sample | {"seconds": sum(calls.values())})

    def _source(self, row: Row) -> str:
        return (self.folder / f"rows-{row.name}").as_uri()


def of_the_sort(requests: Iterable[Request]) -> list[Request]:
    """The requests before the first that names the plain file, which is written after the sort."""
    ordered = sorted(requests, key=lambda each: each.start)
    return list(takewhile(lambda each: _PLAIN not in unquote(unquote(each.path)), ordered))
