"""The versions that tests install: this one, also as Debian's packages, and the last one."""

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from headwater.core.artifacts import shipped
from headwater.embedded.engine import PROGRAM

import headwater_swift

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Release:
    """A version: its engine's program, the folder of its Python middleware, and its csv storlet's module."""

    engine: Path
    middleware: Path
    csv: Path

    @classmethod
    def built(cls, folder: Path) -> Self:
        """What `tools/last-version` built there."""
        built = folder.absolute()
        return cls(built / PROGRAM, built / "middleware", built / "csv.wasm")

    def part(self, kind: str) -> Path:
        """What a server of this kind uses of it."""
        return self.engine if kind == "engine" else self.middleware


CURRENT = Release(
    shipped(PROGRAM), Path(headwater_swift.__file__).parents[1], shipped("storlets") / "csv.wasm"
)


def debian_packages(release: Path) -> None:
    """Build the Debian packages 0.2.0 of this checkout's programs into a folder, as `make dist` does."""
    shutil.copytree(shipped("storlets"), release / "storlets")
    shutil.copy(shipped(PROGRAM), release / f"headwater-engine-{os.uname().machine}")
    (release / "LICENSES-third-party.txt").touch()
    wheel = ["-m", "build", "--wheel", "--no-isolation", "--outdir", release / "wheels", ROOT / "nearstore"]
    packages = [ROOT / "tools/release/debian.py", release, "0.2.0", "2.28"]
    for command in (wheel, packages):
        subprocess.run([sys.executable, *command], check=True, env=os.environ | {"SOURCE_DATE_EPOCH": "0"})
