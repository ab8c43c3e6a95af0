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


def hadoop_version(home: Path) -> str:
    """The version of Hadoop whose client a Spark contains."""
    (client,) = (home / "jars").glob("hadoop-client-api-*.jar")
    return client.stem.removeprefix("hadoop-client-api-")
