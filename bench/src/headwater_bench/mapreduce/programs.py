"""Runs Hadoop's programs, each in a Java process of its own, on the Hadoop that Spark brings."""

import json
import os
import shutil
import subprocess
from collections.abc import Mapping
from importlib.resources import as_file, files
from pathlib import Path
from xml.etree import ElementTree as ET

from headwater import spark
from headwater.errors import HeadwaterError

_CHECKOUT = Path(__file__).resolve().parents[4]
_MODULE = _CHECKOUT / "mapreduce" / "target"
_LOG_TAIL_LINES = 20
_LIMIT_S = 1800
"""How long a program may take, in seconds: Hadoop's local runner may die and let its client wait."""
_TERAGEN = "org.apache.hadoop.examples.terasort.TeraGen"
_TIMES = "io.headwater.mapreduce.timing.ReducerTimes"

ROW_BYTES = 100
"""The length of TeraGen's rows."""


def prepare() -> None:
    """Compile the timing file system and fetch TeraSort and S3A; HeadwaterError if Maven fails."""
    _maven("-pl", "connector,mapreduce", "test-compile")
    with as_file(files(__package__).joinpath("jars.xml")) as project:
        _maven(
            *("-f", str(project), "dependency:copy-dependencies", "-DexcludeGroupIds=org.slf4j"),
            f"-DoutputDirectory={_MODULE / 'jars'}",
        )


def _maven(*arguments: str) -> None:
    command = [shutil.which("mvn") or "mvn", "-q", "-B", *arguments]
    done = subprocess.run(command, cwd=_CHECKOUT, capture_output=True, text=True, check=False)
    if done.returncode:
        raise HeadwaterError(f"mvn {' '.join(arguments)} failed", detail=done.stdout)


class Programs:
    """Runs programs with some settings; `folder` gets the settings, the reports and temporary files."""

    def __init__(self, folder: Path, values: Mapping[str, str]) -> None:
        self._folder = folder
        folder.mkdir(parents=True)
        # MapReduce's defaults override core-site.xml, and only its own site file overrides them.
        for site in ("core-site.xml", "mapred-site.xml"):
            _write_site(folder / site, {"hadoop.tmp.dir": str(folder / "tmp")} | values)

    def generate(self, size: int, target: Path) -> None:
        """TeraGen: rows of `size` bytes together, in a local folder."""
        self._run(_TERAGEN, str(size // ROW_BYTES), target.as_uri())

    def sort(self, source: Path, folder: str, size: int) -> list[dict[str, float]]:
        """TeraSort of a local folder, then a plain file of `size` bytes in `folder`/plain.

        The seconds of each in calls of the folder's file system, by who called and what. The folder is then
        deleted.
        """
        report = self._folder / "report.json"
        self._run(_TIMES, str(report), source.as_uri(), folder, str(size))
        return [json.loads(line) for line in report.read_text(encoding="utf-8").splitlines()]

    def _run(self, main: str, *arguments: str) -> None:
        class_path = [self._folder, _MODULE / "test-classes", spark.bundle()]
        class_path += [spark.home() / "jars" / "*", _MODULE / "jars" / "*"]
        java = Path(os.environ["JAVA_HOME"]) / "bin" / "java" if "JAVA_HOME" in os.environ else "java"
        command = [
            str(java),
            "-Xmx1g",
            "-XX:+UseSerialGC",
            "-cp",
            os.pathsep.join(map(str, class_path)),
            main,
            *arguments,
        ]
        done = subprocess.run(
            command,
            cwd=self._folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        if done.returncode:
            tail = "\n".join(done.stdout.splitlines()[-_LOG_TAIL_LINES:])
            raise HeadwaterError(f"{main} {' '.join(arguments)} failed", detail=tail)


def _write_site(site: Path, values: Mapping[str, str]) -> None:
    root = ET.Element("configuration")
    for name, value in values.items():
        setting = ET.SubElement(root, "property")
        ET.SubElement(setting, "name").text = name
        ET.SubElement(setting, "value").text = value
    ET.ElementTree(root).write(site)
