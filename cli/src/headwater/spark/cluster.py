"""A Spark standalone cluster of processes on loopback: a master, and two workers of one core each.

Spark runs a task's speculative copy only on another host. It therefore does not speculate in local mode, nor
in `local-cluster`, which has one host. Here each worker has a separate address.
"""

import os
import re
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import psutil

from headwater.core.errors import HeadwaterError
from headwater.embedded.files import tail
from headwater.spark import launcher

_WORKER_HOSTS = ("127.0.0.1", "127.0.0.2")
_START_LIMIT_S = 60.0
_STOP_LIMIT_S = 10.0
_POLL_S = 0.05
_MASTER_AT = re.compile(r"Starting Spark master at (spark://\S+)")
_REGISTERED = re.compile("Successfully registered with master")


@contextmanager
def cluster(folder: Path, home: Path | None = None) -> Iterator[str]:
    """Start a cluster and yield its master's URL. The cluster ends with the block.

    Logs and scratch files go to `folder`. `home` is the location of a Spark, by default this Python's. The
    class path is Spark's own: a program adds the bundle for its executors. Raises HeadwaterError if a daemon
    does not start.
    """
    home = home or launcher.home()
    with ExitStack() as stack:
        # A killed executor must be replaced, however many were killed before.
        master = stack.enter_context(
            _daemon(home, folder / "master", "master.Master", "-Dspark.deploy.maxExecutorRetries=-1")
        )
        url = _await_line(master, _MASTER_AT).group(1)
        workers = [
            stack.enter_context(_worker(home, folder / f"worker{number}", host, url))
            for number, host in enumerate(_WORKER_HOSTS)
        ]
        for worker in workers:
            _await_line(worker, _REGISTERED)
        yield url


def _worker(home: Path, folder: Path, host: str, master: str):
    arguments = ("--cores", "1", "--memory", "1g", "--work-dir", str(folder), master)
    return _daemon(home, folder, "worker.Worker", "", *arguments, host=host)


@contextmanager
def _daemon(
    home: Path, folder: Path, name: str, options: str, *arguments: str, host: str = "127.0.0.1"
) -> Iterator[tuple[subprocess.Popen, Path]]:
    """Start one of Spark's daemons on free ports and yield it with its log.

    At the end, kill it and its children.
    """
    folder.mkdir(parents=True)
    log = folder / "log"
    command = [str(home / "bin" / "spark-class"), f"org.apache.spark.deploy.{name}"]
    command += ["--host", host, "--port", "0", "--webui-port", "0", *arguments]
    variables = {
        "SPARK_HOME": str(home),
        "SPARK_LOCAL_IP": host,  # Also for the web pages.
        "SPARK_LOCAL_DIRS": str(folder),
        "SPARK_DAEMON_MEMORY": "256m",
        "SPARK_DAEMON_JAVA_OPTS": f"{launcher.SHORT_LIVED} {options}",
    }
    with log.open("wb") as output:
        process = subprocess.Popen(
            command,
            env=os.environ | variables,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            cwd=folder,
            start_new_session=True,
        )
    try:
        yield process, log
    finally:
        _end(process)


def _await_line(daemon: tuple[subprocess.Popen, Path], pattern: re.Pattern) -> re.Match:
    """The first match in the log."""
    process, log = daemon
    deadline = time.monotonic() + _START_LIMIT_S
    while time.monotonic() < deadline and process.poll() is None:
        if found := pattern.search(log.read_text(encoding="utf-8", errors="replace")):
            return found
        time.sleep(_POLL_S)
    raise HeadwaterError(f"Spark's {log.parent.name} did not start", detail=f"{log}:\n{tail(log)}")


def _end(process: subprocess.Popen) -> None:
    """Kill a daemon and its executors, which are looked up while their parent still exists."""
    try:
        family = psutil.Process(process.pid).children(recursive=True)
    except psutil.NoSuchProcess:
        family = []
    process.terminate()
    try:
        process.wait(_STOP_LIMIT_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    _, alive = psutil.wait_procs(family, timeout=_STOP_LIMIT_S)
    for each in alive:
        each.kill()
    psutil.wait_procs(alive, timeout=_STOP_LIMIT_S)
