"""Jars that PySpark does not contain, from Maven's repository."""

import subprocess
from pathlib import Path

_ROOT = Path(__file__).resolve().parents[2]


def fetched(group: str, name: str, version: str) -> Path:
    """A jar without its dependencies, which Spark contains."""
    folder = _ROOT / "spark" / "target" / "jars"
    jar = folder / f"{name}-{version}.jar"
    if not jar.exists():
        options = [f"-Dartifact={group}:{name}:{version}", f"-DoutputDirectory={folder}"]
        subprocess.run(["mvn", "-q", "-N", "dependency:copy", *options], cwd=_ROOT, check=True)
    return jar
