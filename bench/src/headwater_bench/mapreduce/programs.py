"""TeraGen and TeraSort on Spark's Hadoop, with the file system that measures its calls."""

import json
import subprocess
from collections.abc import Mapping
from importlib.resources import as_file, files
from pathlib import Path

from headwater.core.errors import HeadwaterError
from headwater.spark import launcher
from headwater_bench.core.checkout import CHECKOUT
from headwater_bench.jvm.hadoop import HadoopPrograms
from headwater_bench.peers.maven import maven

_MODULE = CHECKOUT / "mapreduce" / "target"
_TERAGEN = "org.apache.hadoop.examples.terasort.TeraGen"
_TIMES = "io.headwater.mapreduce.timing.ReducerTimes"

ROW_BYTES = 100
"""The length of TeraGen's rows."""


def prepare() -> None:
    """Compile the timing file system and fetch TeraSort and S3A. HeadwaterError if Maven fails."""
    _maven("-pl", "mapreduce", "-am", "test-compile")
    with as_file(files(__package__).joinpath("jars.xml")) as project:
        _maven(
            *("-f", str(project), "dependency:copy-dependencies", "-DexcludeGroupIds=org.slf4j"),
            f"-DoutputDirectory={_MODULE / 'jars'}",
        )


def _maven(*arguments: str) -> None:
    command = [maven(), "-q", "-B", *arguments]
    done = subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True, check=False)
    if done.returncode:
        raise HeadwaterError(f"mvn {' '.join(arguments)} failed", detail=done.stdout)


class Programs:
    """Runs programs with some settings. `folder` gets the settings, the reports and temporary files."""

    def __init__(self, folder: Path, values: Mapping[str, str]) -> None:
        self._folder = folder
        class_path = [_MODULE / "test-classes", launcher.bundle()]
        class_path += [launcher.home() / "jars" / "*", _MODULE / "jars" / "*"]
        self._hadoop = HadoopPrograms(folder, values, class_path)

    def generate(self, size: int, target: Path) -> None:
        """Run TeraGen: rows of `size` bytes in total, in a local folder."""
        self._hadoop.run(_TERAGEN, str(size // ROW_BYTES), target.as_uri())

    def sort(self, source: Path, folder: str, size: int) -> list[dict[str, float]]:
        """Run TeraSort on a local folder, then write a plain file of `size` bytes to `folder`/plain.

        Returns for both the seconds in calls of the folder's file system, by caller and call. The folder is
        then deleted.
        """
        report = self._folder / "report.json"
        self._hadoop.run(_TIMES, str(report), source.as_uri(), folder, str(size))
        return [json.loads(line) for line in report.read_text(encoding="utf-8").splitlines()]
