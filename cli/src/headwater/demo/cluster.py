"""A Spark cluster on this machine: a master and two workers, at two addresses of the loopback interface.

Spark never runs a speculative copy on the task's own host. It therefore does not speculate in local mode, nor
in `local-cluster`, which has one host.
"""

import re
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from headwater.core.errors import HeadwaterError
from headwater.embedded.files import tail
from headwater.spark import launcher

MASTER_HOST = "127.0.0.1"
WORKER_HOSTS = ("127.0.0.1", "127.0.0.2")

SHORT_LIVED = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xshare:auto"
"""Options for short-lived Java processes: little compilation, no threads for garbage collection."""

_MASTER_URL = re.compile(r"Starting Spark master at (spark://\S+)\n")
_MEMORY = "640m"
_START_LIMIT_S = 60.0
_STOP_LIMIT_S = 10.0


@contextmanager
def cluster(folder: Path) -> Iterator[str]:
    """Start a cluster and yield its master's URL. The cluster ends with the block.

    Logs and scratch files go to `folder`. Raises HeadwaterError if the master does not start.
    """
    with ExitStack() as processes:
        master_log = folder / "master.log"
        master = processes.enter_context(_process("master.Master", MASTER_HOST, ["--port", "0"], master_log))
        url = _await_master(master, master_log)
        for host in WORKER_HOSTS:
            work = str(folder / f"worker-{host}")
            options = ["--cores", "1", "--memory", _MEMORY, "--work-dir", work, url]
            processes.enter_context(_process("worker.Worker", host, options, folder / f"worker-{host}.log"))
        yield url


@contextmanager
def _process(name: str, host: str, options: list[str], log: Path) -> Iterator[subprocess.Popen]:
    program = [str(launcher.home() / "bin" / "spark-class"), f"org.apache.spark.deploy.{name}"]
    environment = launcher.environment(host) | {
        "SPARK_DAEMON_MEMORY": "256m",
        "SPARK_DAEMON_JAVA_OPTS": SHORT_LIVED,
        "SPARK_LOCAL_DIRS": str(log.parent),
    }
    with log.open("wb") as output:
        process = subprocess.Popen(
            [*program, "--host", host, "--webui-port", "0", *options],
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(_STOP_LIMIT_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _await_master(process: subprocess.Popen, log: Path) -> str:
    """The URL that the master logs after it has bound a port."""
    deadline = time.monotonic() + _START_LIMIT_S
    while process.poll() is None and time.monotonic() < deadline:
        if found := _MASTER_URL.search(log.read_text(encoding="utf-8", errors="replace")):
            return found.group(1)
        time.sleep(0.05)
    raise HeadwaterError("Spark's master did not start", detail=f"{log}:\n{tail(log)}")
