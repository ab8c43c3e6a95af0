"""`headwater bench scale`: a job of many tasks on public clouds, predicted from measured unit costs.

The driver's cost of a commit by manifest is measured: the real commit protocol in a Spark, on a real store.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from importlib.resources import as_file, files
from pathlib import Path
from tempfile import TemporaryDirectory

from headwater.core.errors import HeadwaterError
from headwater.spark import launcher
from headwater.terminal import console
from headwater_bench.core import machine, objects, programs
from headwater_bench.core.files import RESULTS, table
from headwater_bench.core.plan import Plan
from headwater_bench.core.results import keep_json, of_this_version, read
from headwater_bench.jvm.spark_player import java_errors
from headwater_bench.jvm.stage import SparkStage
from headwater_bench.peers.definitions import titles
from headwater_bench.scale.model import Job
from headwater_bench.scale.predict import checks, fit, of_a_task, points, predict

CORES = 8
"""Per node. Each runs one task at a time."""

SIZES = (1000, 10_000, 100_000)
"""The job sizes whose commit is measured here."""


def write(folder: Path, command: str, *, tasks: int, nodes: int, seed: int, quick: bool) -> None:
    """Predict with the growth.json of a folder, and write its scale.json. A quick job is a hundredth."""
    if quick:
        tasks, nodes = max(10, tasks // 100), max(1, nodes // 100)
    source = folder if (folder / "growth.json").exists() else RESULTS
    growth = read(source / "growth.json")
    with of_this_version("growth"):
        keep_json(folder / "scale.json", run(tasks, nodes, seed, growth, command))


def run(tasks: int, nodes: int, seed: int, growth: Mapping, command: str) -> dict:
    """The result. `growth` is that of `headwater bench growth`."""
    committers = table("headwater_bench.scale", "committers.toml")["committer"]
    clouds = table("headwater_bench.scale", "clouds.toml")["cloud"]
    costs = {each["name"]: fit(points(growth, each)) for each in committers}
    made = machine.describe(command)
    commits = list(measure([size for size in SIZES if size <= max(tasks, SIZES[1])]))
    job, a_task = Job(tasks, nodes * CORES, seed=seed), of_a_task(commits)
    with console.step(f"a job of {tasks:,} tasks, on {len(clouds)} clouds"):
        predictions = [
            predict(job, place, each, costs[each["name"]], a_task) for place in clouds for each in committers
        ]
    inputs = {
        "job": asdict(job) | {"nodes": nodes, "cores": CORES},
        "growth": {name: growth["made"][name] for name in ("date", "command", "versions")},
        "committers": {each["name"]: each["title"] for each in committers},
        "driver": commits,
        "driver_of_a_task": a_task,
        "clouds": [{name: each[name] for name in ("name", "title")} for each in clouds],
    }
    found = {"checks": checks(growth, committers, commits), "predictions": predictions}
    return {"made": made | {"load_after": machine.load()}, "inputs": inputs, **found}


def measure(sizes: Sequence[int]) -> Iterator[dict]:
    """Yield DriverCost.java's measurements for jobs with these task counts, and the manifest's length."""
    with TemporaryDirectory(prefix="headwater-bench-") as name:
        stage = SparkStage(Path(name), Plan("scale", {}, titles(["headwater-s3"]), (), SparkStage), ())
        classes = str(_compiled(Path(name)))
        stage.settings = {"spark.master": "local[1]", "spark.driver.extraClassPath": classes}
        with stage:
            player = stage.player("headwater-s3")
            for number, tasks in enumerate((sizes[0], *sizes)):
                folder = f"tasks-{number}"
                with console.step(f"a commit of {tasks:,} tasks"), java_errors(player.configuration):
                    output = player.path(folder)
                    if output.getFileSystem(player.hadoop).exists(output):  # Spark checks it before a job
                        raise HeadwaterError(f"{output} is there already")
                    driver = player.java.io.headwater.bench.DriverCost
                    found = dict(driver.measure(tasks, player.root + folder))
                lengths = dict(objects.under(stage.account, f"{folder}/"))
                commit = {"tasks": tasks, **found, "manifest_bytes": lengths[f"{folder}/_SUCCESS"]}
                if number:  # the first warms up
                    yield commit


def _compiled(folder: Path) -> Path:
    """The folder with the program's classes. Raises HeadwaterError."""
    classes = folder / "classes"
    jars = f"{launcher.bundle()}:{launcher.home() / 'jars'}/*"
    with as_file(files(__package__).joinpath("DriverCost.java")) as program:
        command = ["javac", "-cp", jars, "-d", classes, program]
        programs.run(command, "DriverCost.java could not be compiled")
    return classes
