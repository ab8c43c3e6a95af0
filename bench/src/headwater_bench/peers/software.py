"""The peers' jars and packages, fetched into the checkout's `.cache/peers`. Headwater has none of them."""

import shutil
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from jinja2 import Environment, PackageLoader

from headwater.spark import launcher
from headwater_bench.core import programs
from headwater_bench.core.files import CACHE
from headwater_bench.peers.definitions import Process

_TEMPLATES = Environment(loader=PackageLoader(__package__, ""), autoescape=True, keep_trailing_newline=True)
_COPY = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies"


def own_jars(process: Process) -> list[Path]:
    """The jars of a process's file system. Fetched if they are missing. Raises HeadwaterError."""
    if not process.artifacts:
        return [launcher.bundle()]
    return _jars(process.peer, process.artifacts, process.exclusions)


def artifacts(name: str, coordinates: Iterable[str]) -> list[Path]:
    """Jars without their dependencies, as Maven's GROUP:ARTIFACT:VERSION. Fetched as `own_jars` are."""
    return _jars(f"jars-of-{name}", coordinates, ("*:*",)) if coordinates else []


def packages(names: Sequence[str]) -> Path:
    """The folder with PyPI's packages such as polars==2.1.0. Fetched if missing. Raises HeadwaterError."""
    folder = CACHE / "_".join(names).replace("==", "-")
    if not folder.is_dir():
        part = folder.with_name(f"{folder.name}.part")
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--target", str(part), *names]
        programs.run(command, f"{', '.join(names)} could not be fetched")
        part.rename(folder)
    return folder


def run_maven(*arguments: str, folder: Path | None = None) -> None:
    """Run Maven with some arguments in a folder. HeadwaterError if it is missing or fails."""
    command = ["mvn", "-q", "--batch-mode", *arguments]
    programs.run(command, f"mvn {' '.join(arguments)} failed", folder=folder)


def _jars(name: str, coordinates: Iterable[str], exclusions: Iterable[str]) -> list[Path]:
    """The jars in a folder. The project file next to it records the artifacts they were fetched for."""
    project, jars = CACHE / f"{name}.xml", CACHE / name
    values = {"name": name, "artifacts": coordinates, "exclusions": exclusions}
    wanted = _TEMPLATES.get_template("project.xml").render(values)
    if not (jars.is_dir() and project.is_file() and project.read_text(encoding="utf-8") == wanted):
        shutil.rmtree(jars, ignore_errors=True)
        CACHE.mkdir(parents=True, exist_ok=True)
        project.write_text(wanted, encoding="utf-8")
        part = jars.with_suffix(".part")
        run_maven("-f", str(project), _COPY, f"-DoutputDirectory={part}")
        part.rename(jars)
    return sorted(jars.glob("*.jar"))
