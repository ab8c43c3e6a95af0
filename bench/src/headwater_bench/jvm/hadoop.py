"""Hadoop's programs, each in a separate Java process."""

import os
import subprocess
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from xml.etree import ElementTree as ET

from headwater.core.errors import HeadwaterError
from headwater.embedded.request_log import Request
from headwater_bench.core import samples
from headwater_bench.core.store import StoreStage
from headwater_bench.peers.definitions import Process
from headwater_bench.peers.jars import artifacts, class_path

_EXAMPLES = "org.apache.hadoop:hadoop-mapreduce-examples:3.4.2"
_LOG_TAIL_LINES = 20
_LIMIT_S = 1800
"""The time limit of a program in seconds. Hadoop's local runner may die and let its client wait."""


class ProgramStage(StoreStage):
    """A store, and Hadoop's programs on it. `classes` are folders with more."""

    classes: Sequence[Path] = ()

    def run(
        self, of: Process, values: Mapping[str, str], main: str, *arguments: str
    ) -> tuple[dict, list[Request]]:
        """Run a main class of Hadoop's examples, or of `classes`, with a peer's file system. See `_run`."""
        jars = [*self.classes, *class_path(of), *artifacts("examples", [_EXAMPLES])]
        return _run(self.document, values, jars, main, *arguments)


def _run(
    document: dict, values: Mapping[str, str], class_path: Sequence[Path], main: str, *arguments: str
) -> tuple[dict, list[Request]]:
    """Run a main class to its end with some settings, on the store of `document`.

    Returns the seconds, also those of processors, and the requests. HeadwaterError if it fails or takes more
    than 30 minutes.
    """
    with (
        TemporaryDirectory(prefix="headwater-bench-") as folder,
        samples.watched(document) as seen,
        samples.processors(document) as used,
    ):
        # MapReduce's defaults override core-site.xml. Only its own site file overrides them.
        for site in ("core-site.xml", "mapred-site.xml"):
            _write_site(Path(folder) / site, {"hadoop.tmp.dir": f"{folder}/work"} | values)
        begin = time.perf_counter()
        _java(folder, os.pathsep.join([folder, *map(str, class_path)]), main, *arguments)
        seconds = time.perf_counter() - begin
    return {"seconds": seconds, **used}, seen.requests


def _java(folder: str, class_path: str, main: str, *arguments: str) -> None:
    java = str(Path(os.environ["JAVA_HOME"]) / "bin" / "java") if "JAVA_HOME" in os.environ else "java"
    command = [java, "-Xmx1g", "-XX:+UseSerialGC", "-cp", class_path, main, *arguments]
    output = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
    what = f"{main} {' '.join(arguments)}"
    try:
        done = subprocess.run(command, cwd=folder, check=False, timeout=_LIMIT_S, **output)
    except subprocess.TimeoutExpired as error:
        raise HeadwaterError(f"{what} took more than {_LIMIT_S} s") from error
    if done.returncode:
        tail = "\n".join(done.stdout.splitlines()[-_LOG_TAIL_LINES:])
        raise HeadwaterError(f"{what} failed", detail=tail)


def _write_site(site: Path, values: Mapping[str, str]) -> None:
    """Write settings as Hadoop's XML."""
    root = ET.Element("configuration")
    for name, value in values.items():
        setting = ET.SubElement(root, "property")
        ET.SubElement(setting, "name").text = name
        ET.SubElement(setting, "value").text = value
    ET.ElementTree(root).write(site)
