"""Hadoop's programs, each in a separate Java process."""

import os
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from xml.sax.saxutils import escape

from headwater.embedded.request_log import Request
from headwater.spark import launcher
from headwater_bench.core import programs, samples
from headwater_bench.core.machine import java
from headwater_bench.core.store import StoreStage
from headwater_bench.peers.definitions import Process
from headwater_bench.peers.software import artifacts, own_jars

_EXAMPLES = "org.apache.hadoop:hadoop-mapreduce-examples:3.4.2"
_LIMIT_S = 1800
"""The time limit of a program in seconds. Hadoop's local runner may die and let its client wait."""


class ProgramStage(StoreStage):
    """A store, and Hadoop's programs on it. `classes` are folders with more."""

    classes: Sequence[Path] = ()

    def run(
        self, of: Process, values: Mapping[str, str], main: str, *arguments: str
    ) -> tuple[dict, list[Request]]:
        """Run a main class of Hadoop's examples, or of `classes`, with a peer's file system and settings.

        Returns the seconds, also those of processors, and the requests. HeadwaterError if it fails or takes
        more than 30 minutes.
        """
        jars = [*self.classes, *own_jars(of), *sorted((launcher.home() / "jars").glob("*.jar"))]
        jars += artifacts("examples", [_EXAMPLES])
        with (
            TemporaryDirectory(prefix="headwater-bench-") as folder,
            samples.watched(self.document) as seen,
            samples.processors(self.document) as used,
        ):
            # MapReduce's defaults override core-site.xml. Only its own site file overrides them.
            for site in ("core-site.xml", "mapred-site.xml"):
                _write_site(Path(folder) / site, {"hadoop.tmp.dir": f"{folder}/work"} | values)
            path = os.pathsep.join([folder, *map(str, jars)])
            command = [java(), "-Xmx1g", "-XX:+UseSerialGC", "-cp", path, main, *arguments]
            failure = f"{main} {' '.join(arguments)} failed"
            begin = time.perf_counter()
            programs.run(command, failure, folder=Path(folder), limit_s=_LIMIT_S)
            seconds = time.perf_counter() - begin
        return {"seconds": seconds, **used}, seen.requests


def _write_site(site: Path, values: Mapping[str, str]) -> None:
    """Write settings as Hadoop's XML."""
    settings = (
        f"<name>{escape(name)}</name><value>{escape(value)}</value>" for name, value in values.items()
    )
    properties = "".join(f"<property>{each}</property>" for each in settings)
    site.write_text(f"<configuration>{properties}</configuration>", encoding="utf-8")
