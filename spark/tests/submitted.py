"""Programs that a Spark of some location runs to their ends."""

import os
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

LIMIT_SECONDS = 600
PROGRAMS = Path(__file__).parent / "programs"


def command(home: Path, settings: Mapping[str, str], arguments: Sequence[str], folder: Path) -> list[str]:
    """The command that submits what the arguments name. The folder keeps the settings."""
    properties = folder / "spark.conf"
    properties.write_text("".join(f"{name}={value}\n" for name, value in settings.items()))
    return [f"{home}/bin/spark-submit", "--properties-file", str(properties), *arguments]


def environment(home: Path, python: Path | str, class_path: str = "") -> dict[str, str]:
    """The environment of a Spark's processes, with more on their class path."""
    return os.environ | {
        "SPARK_HOME": str(home),
        "SPARK_DIST_CLASSPATH": class_path,
        "SPARK_LOCAL_IP": "127.0.0.1",
        "PYSPARK_PYTHON": str(python),
        "PYSPARK_DRIVER_PYTHON": str(python),
    }


def run(line: Sequence[str], variables: Mapping[str, str]) -> str:
    """The output of a command, which must not fail."""
    done = subprocess.run(
        line,
        env=variables,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=LIMIT_SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


@contextmanager
def running(line: Sequence[str], variables: Mapping[str, str], log: Path) -> Iterator[subprocess.Popen]:
    """A command that runs during the block, with its output in a file."""
    with log.open("wb") as output:
        process = subprocess.Popen(
            line, env=variables, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT
        )
    try:
        yield process
    finally:
        process.terminate()
        process.wait()
