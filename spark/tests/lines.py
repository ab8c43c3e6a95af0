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


def environment(line: str, bundle: str, jars: Sequence[Path] = ()) -> dict[str, str]:
    """The environment of a line's processes, with the bundle of a line, and jars next to it."""
    own = ROOT / "dist" / f"headwater-bundle-{bundle}.jar"
    assert own.is_file(), f"make {own.relative_to(ROOT)}"
    class_path = os.pathsep.join(map(str, (own, *jars)))
    return submitted.environment(home(line), SPARKS / line / "bin/python", class_path)
