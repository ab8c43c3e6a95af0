"""Measures the driver's cost of a job by manifest: the real commit protocol in a Spark, on a real store."""

import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from importlib.resources import as_file, files
from pathlib import Path

from py4j.protocol import Py4JError

from headwater.core.errors import HeadwaterError
from headwater.spark import launcher
from headwater.terminal import console
from headwater_bench.core.store import store
from headwater_bench.core.tree import BUCKET, Trees
from headwater_bench.jvm import spark_player
from headwater_bench.jvm.spark_player import SparkPlayer
from headwater_bench.writes.configurations import HEADWATER

_PROGRAM = "DriverCost.java"
_WARM_UP = 1000
_LOG_TAIL = 2000


def measure(sizes: Sequence[int]) -> Iterator[dict]:
    """Yield DriverCost.java's measurements for jobs with these task counts, and the manifest's length."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="headwater-bench-")))
        document = stack.enter_context(store(folder / "store", [BUCKET]))
        trees = stack.enter_context(Trees(document))
        settings = {"spark.master": "local[1]", "spark.driver.extraClassPath": str(_compiled(folder))}
        with console.step("a Spark"):
            started = spark_player.started(SparkPlayer, HEADWATER, document, folder, settings)
            player = stack.enter_context(started)
        with console.step("warm-up"):
            _commit(player, _WARM_UP, "warm-up")
        for tasks in sizes:
            with console.step(f"a commit of {tasks:,} tasks"):
                found = _commit(player, tasks, f"tasks-{tasks}")
            lengths = dict(trees.under(f"tasks-{tasks}"))
            yield {"tasks": tasks, **found, "manifest_bytes": lengths[f"tasks-{tasks}/_SUCCESS"]}


def _commit(player: SparkPlayer, tasks: int, folder: str) -> dict:
    try:
        return dict(player.java.io.headwater.bench.DriverCost.measure(tasks, player.root + folder))
    except Py4JError as error:
        raise spark_player.failure(player.configuration, error) from error


def _compiled(folder: Path) -> Path:
    """The folder with the program's classes. Raises HeadwaterError."""
    classes = folder / "classes"
    jars = f"{launcher.bundle()}:{launcher.home() / 'jars'}/*"
    with as_file(files(__package__).joinpath(_PROGRAM)) as program:
        command = ["javac", "-cp", jars, "-d", str(classes), str(program)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise HeadwaterError(f"{_PROGRAM} could not be compiled", detail=done.stderr[-_LOG_TAIL:])
    return classes
