"""Polars in a separate process, driven from here."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil

from headwater.core.errors import HeadwaterError
from headwater_bench.core.answers import Answer
from headwater_bench.data.readings import SCHEMA
from headwater_bench.peers.jars import CACHE
from headwater_bench.peers.pip import fetched
from headwater_bench.pushdown.configurations import Configuration
from headwater_bench.pushdown.readings_player import VIEW

_VERSION = "2.1.0"
_WORKER = Path(__file__).with_name("polars_worker.py")
_EXIT_LIMIT_S = 60
_LOG_TAIL = -2000


class PolarsPlayer:
    """A running Polars. `root` is the bucket's URL."""

    def __init__(self, worker: subprocess.Popen, configuration: Configuration, log: Path) -> None:
        self._worker = worker
        self._log = log
        self.configuration = configuration
        self.root = "s3://bench/"
        self.process = psutil.Process(worker.pid)

    def run(self, sql: str, path: str) -> Answer:
        """Run a query from naming its data to its last row. HeadwaterError if it fails."""
        schema = [column.split() for column in SCHEMA.split(", ")]
        self.send({"sql": sql, "url": f"{self.root}{path}/*.csv", "schema": schema, "view": VIEW})
        answer = self._worker.stdout.readline()
        if not answer:
            raise HeadwaterError("Polars failed", detail=self._log.read_text(encoding="utf-8")[_LOG_TAIL:])
        reply = json.loads(answer)
        return Answer(reply["seconds"], [tuple(row) for row in reply["rows"]])

    def send(self, document: dict) -> None:
        """Send a line to the worker."""
        self._worker.stdin.write(json.dumps(document) + "\n")
        self._worker.stdin.flush()


@contextmanager
def started(configuration: Configuration, document: dict, folder: Path) -> Iterator[PolarsPlayer]:
    """A Polars that reads from the store of `document` (see `Status.as_dict`), during the block.

    `folder` gets its stderr.
    """
    log = folder / f"{configuration.name}.log"
    environment = os.environ | {"PYTHONPATH": str(fetched(CACHE, "polars", _VERSION))}
    with log.open("w", encoding="utf-8") as output:
        worker = subprocess.Popen(
            [sys.executable, "-P", str(_WORKER)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=output,
            env=environment,
            text=True,
        )
    player = PolarsPlayer(worker, configuration, log)
    s3 = document["s3"]
    try:
        # The keys are sent on standard input, because arguments and environments are visible.
        player.send(
            {
                "aws_endpoint_url": s3["endpoint"],
                "aws_region": s3["region"],
                "aws_access_key_id": s3["access_key"],
                "aws_secret_access_key": s3["secret_key"],
                "aws_allow_http": "true",
            }
        )
        yield player
    finally:
        worker.stdin.close()
        worker.wait(_EXIT_LIMIT_S)
