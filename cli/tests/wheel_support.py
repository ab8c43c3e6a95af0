"""Shared by the tests of wheels: environments of wheels, and of links to packages of this environment."""

import os
import subprocess
import sys
import venv
from importlib.metadata import Distribution
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[2]
_PIP = [sys.executable, "-m", "pip"]
_OFFLINE = ["--no-deps", "--no-index", "--disable-pip-version-check", "--quiet"]


def required(distribution: Distribution) -> set[str]:
    """The packages that a package needs, directly or not, without extras."""
    found: set[str] = set()
    pending = [distribution]
    while pending:
        for each in map(Requirement, pending.pop().requires or ()):
            if each.name not in found and (not each.marker or each.marker.evaluate({"extra": ""})):
                found.add(each.name)
                pending.append(Distribution.from_name(each.name))
    return found


def link(package: str, site: Path) -> None:
    """Install a package of this environment in another one, by links to its files."""
    source = Distribution.from_name(package)
    for name in {file.parts[0] for file in source.files or ()} - {"..", "__pycache__"}:
        if not (site / name).exists():
            (site / name).symlink_to(Path(source.locate_file(name)))


def install(folder: Path, *projects: Path) -> Path:
    """Make an environment in `folder` with the wheels of projects. Return its site-packages."""
    wheel = ["wheel", *_OFFLINE, "--no-build-isolation", "--wheel-dir", str(folder)]
    subprocess.run([*_PIP, *wheel, *map(str, projects)], check=True)
    venv.create(folder / "venv", with_pip=False)
    python = str(folder / "venv/bin/python")
    wheels = map(str, folder.glob("*.whl"))
    subprocess.run([*_PIP, "--python", python, "install", *_OFFLINE, *wheels], check=True)
    (site,) = (folder / "venv/lib").glob("python*/site-packages")
    return site


def installed(site: Path) -> Distribution:
    """The wheel's own metadata."""
    (info,) = site.glob("headwater-*.dist-info")
    return Distribution.at(info)


def run(program: Path, *arguments: object, **variables: str) -> subprocess.CompletedProcess[str]:
    clean = {
        name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "AWS_", "ST_"))
    }
    return subprocess.run(
        [program, *map(str, arguments)],
        capture_output=True,
        text=True,
        env=clean | variables,
        check=False,
        timeout=600,
    )
