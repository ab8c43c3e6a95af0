"""Python programs of peers, each in a separate process with its packages, driven from here.

A peer is a module `NAME_sql` in this folder with a function `run`, which `worker.py` calls.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil

from headwater.core.errors import HeadwaterError
from headwater.embedded.files import tail
from headwater_bench.core.answers import Answer
from headwater_bench.peers.definitions import Process
from headwater_bench.peers.software import packages

_EXIT_LIMIT_S = 60


class PythonPlayer:
    """A running program."""

    def __init__(self, worker: subprocess.Popen, configuration: Process, log: Path) -> None:
        self._worker, self._log, self._title = worker, log, configuration.title
        self.process = psutil.Process(worker.pid)

    def run(self, request: dict, schema: str, document: dict) -> Answer:
        """Run a query from naming its data to its last row. HeadwaterError if it fails.

        A request has the `sql`, the `url` of the data, its `form` (csv, json), and the `view` of it. The keys
        are sent on standard input, because arguments and environments are visible. Characters count from 1.
        """
        columns = [column.split() for column in schema.split(", ")]
        answer = ""
        with suppress(BrokenPipeError):
            self._worker.stdin.write(json.dumps(request | {"schema": columns, "s3": document["s3"]}) + "\n")
            self._worker.stdin.flush()
            answer = self._worker.stdout.readline()
        reply = json.loads(answer) if answer else {"failure": tail(self._log)}
        if "failure" in reply:
            raise HeadwaterError(f"{self._title} failed", detail=reply["failure"])
        return Answer(reply["seconds"], [tuple(row) for row in reply["rows"]])


@contextmanager
def python_player(configuration: Process, folder: Path) -> Iterator[PythonPlayer]:
    """The program of a configuration, during the block. `folder` gets its stderr."""
    log = folder / f"{configuration.name}.log"
    here = Path(__file__).parent
    path = os.pathsep.join(map(str, (packages(configuration.packages), here)))
    with log.open("w", encoding="utf-8") as output:
        worker = subprocess.Popen(
            [sys.executable, "-P", str(here / "worker.py"), f"{configuration.name}_sql"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=output,
            env=os.environ | {"PYTHONPATH": path},
            text=True,
        )
    try:
        yield PythonPlayer(worker, configuration, log)
    finally:
        with suppress(BrokenPipeError):
            worker.stdin.close()
        worker.wait(_EXIT_LIMIT_S)
