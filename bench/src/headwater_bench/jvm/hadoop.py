"""Hadoop's programs, each in a separate Java process."""

import os
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from xml.etree import ElementTree as ET

from headwater.core.errors import HeadwaterError

_LOG_TAIL_LINES = 20
_LIMIT_S = 1800
"""The time limit of a program in seconds. Hadoop's local runner may die and let its client wait."""


class HadoopPrograms:
    """Runs programs with some settings. `folder` gets the settings and temporary files.

    The folder is created, and comes first on the class path.
    """

    def __init__(self, folder: Path, values: Mapping[str, str], class_path: Sequence[Path]) -> None:
        self._folder = folder
        self._class_path = class_path
        folder.mkdir(parents=True)
        # MapReduce's defaults override core-site.xml. Only its own site file overrides them.
        for site in ("core-site.xml", "mapred-site.xml"):
            write_site(folder / site, {"hadoop.tmp.dir": str(folder / "tmp")} | values)

    def run(self, main: str, *arguments: str) -> None:
        """Run a main class to its end. Raises HeadwaterError if it fails or takes more than 30 minutes."""
        java = Path(os.environ["JAVA_HOME"]) / "bin" / "java" if "JAVA_HOME" in os.environ else "java"
        command = [
            str(java),
            "-Xmx1g",
            "-XX:+UseSerialGC",
            "-cp",
            os.pathsep.join(map(str, [self._folder, *self._class_path])),
            main,
            *arguments,
        ]
        try:
            done = subprocess.run(
                command,
                cwd=self._folder,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                check=False,
                timeout=_LIMIT_S,
            )
        except subprocess.TimeoutExpired as error:
            raise HeadwaterError(f"{main} {' '.join(arguments)} took more than {_LIMIT_S} s") from error
        if done.returncode:
            tail = "\n".join(done.stdout.splitlines()[-_LOG_TAIL_LINES:])
            raise HeadwaterError(f"{main} {' '.join(arguments)} failed", detail=tail)


def write_site(site: Path, values: Mapping[str, str]) -> None:
    """Write settings as Hadoop's XML."""
    root = ET.Element("configuration")
    for name, value in values.items():
        setting = ET.SubElement(root, "property")
        ET.SubElement(setting, "name").text = name
        ET.SubElement(setting, "value").text = value
    ET.ElementTree(root).write(site)
