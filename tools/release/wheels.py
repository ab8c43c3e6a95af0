"""Builds the Python wheels of a release: wheels.py RELEASE GLIBC.

RELEASE has the engines, the storlets and the licences. The wheel `headwater` exists for each engine's platform, with
GLIBC (2.28) as the oldest that it needs. Also writes the versions of all packages with which the tests ran, for pip's
option --constraint.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DIST = ROOT / "dist"


def main(release: Path, glibc: str) -> None:
    """Build each wheel from a copy, next to which is what the wheel contains."""
    wheels = release / "wheels"
    for engine in sorted(release.glob("headwater-engine-*")):
        platform = f"manylinux_{glibc.replace('.', '_')}_{engine.name.removeprefix('headwater-engine-')}"
        files = {engine: "headwater-engine", release / "storlets": "storlets"}
        build(release, wheels, "cli", files, platform)
    build(release, wheels, "nearstore", {})
    build(release, wheels, "spark/python", {each: each.name for each in DIST.glob("headwater-bundle*.jar")})
    own = sorted({"==".join(each.name.split("-")[:2]) for each in wheels.glob("*.whl")})
    lock = (ROOT / "cli/requirements.lock").read_text()
    (release / "constraints.txt").write_text("".join(f"{pin}\n" for pin in [*own, *pins(lock)]))


def build(release: Path, wheels: Path, project: str, files: dict[Path, str], platform: str = "") -> None:
    """Build the wheel of a project. `files` are in the folder `dist` beside it."""
    with tempfile.TemporaryDirectory() as folder:
        copy, dist = Path(folder, project), Path(folder, "dist")
        ignored = shutil.ignore_patterns("tests", "__pycache__", "*.egg-info")
        shutil.copytree(ROOT / project, copy, ignore=ignored)
        dist.mkdir()
        for file, name in files.items():
            (shutil.copytree if file.is_dir() else shutil.copy)(file, dist / name)
        for text in (ROOT / "LICENSE", ROOT / "NOTICE", release / "LICENSES-third-party.txt"):
            shutil.copy(text, copy)
        command = ["-m", "build", "--wheel", "--no-isolation", "--outdir", str(wheels.resolve()), str(copy)]
        environment = os.environ | {"HEADWATER_WHEEL_PLATFORM": platform}
        subprocess.run([sys.executable, *command], env=environment, check=True)


def pins(lock: str) -> list[str]:
    """The pinned versions of a lock file."""
    return re.findall(r"^[\w.-]+==\S+", lock, re.MULTILINE)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
