"""The lines of Spark in .cache/sparks, each with its bundle in dist, that `make sparks bundles` installs."""

import os
from collections.abc import Sequence
from pathlib import Path

import submitted

ROOT = Path(__file__).resolve().parents[2]
SPARKS = ROOT / ".cache" / "sparks"


def home(line: str) -> Path:
    """The location of a line's Spark."""
    (found,) = (SPARKS / line).glob("lib/python*/site-packages/pyspark")
    return found


def bundle_of(line: str) -> Path:
    """The bundle of a line."""
    jar = ROOT / "dist" / f"headwater-bundle-{line}.jar"
    assert jar.is_file(), f"make {jar.relative_to(ROOT)}"
    return jar


def environment(line: str, jars: Sequence[Path]) -> dict[str, str]:
    """The environment of a line's processes, with jars on the class path."""
    class_path = os.pathsep.join(map(str, jars))
    return submitted.environment(home(line), SPARKS / line / "bin/python", class_path)
