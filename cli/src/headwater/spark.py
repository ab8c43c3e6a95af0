"""Runs Spark programs with Headwater on the class path: the bundle, the settings and the environment.

Spark is the `pyspark` package of this Python; the bundle is what `make build` leaves in `dist/`, or the file
that the variable `HEADWATER_BUNDLE` names.
"""

import importlib.util
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from headwater.errors import HeadwaterError

_CHECKOUT = Path(__file__).resolve().parents[3]


def bundle() -> Path:
    """The one jar that Spark needs; HeadwaterError if there is none."""
    named = os.environ.get("HEADWATER_BUNDLE")
    jar = Path(named) if named else _CHECKOUT / "dist" / "headwater-bundle.jar"
    if not jar.is_file():
        raise HeadwaterError(
            f"there is no bundle at {jar}",
            advice="Run `make build`, or name the jar by the variable HEADWATER_BUNDLE.",
        )
    return jar


def home() -> Path:
    """Where Spark is; HeadwaterError if this Python has no pyspark."""
    found = importlib.util.find_spec("pyspark")
    if found is None or found.origin is None:
        raise HeadwaterError(
            "this Python has no pyspark", advice="Install it: pip install 'headwater[spark]'"
        )
    return Path(found.origin).parent


def environment() -> dict[str, str]:
    """What Spark's programs need in their environment: this Python and its Spark, loopback alone."""
    return os.environ | {
        "SPARK_HOME": str(home()),
        "SPARK_LOCAL_IP": "127.0.0.1",
        "PYSPARK_PYTHON": sys.executable,
        "PYSPARK_DRIVER_PYTHON": sys.executable,
    }


def command(settings: Mapping[str, str], program: Sequence[str]) -> list[str]:
    """The spark-submit command of a program and its arguments, the bundle in place, with more settings."""
    jar = str(bundle())
    # On the class path of driver and executors, as a jar in SPARK_HOME/jars would be: file systems are
    # looked for before Spark fetches what --jars names.
    all_settings = {
        "spark.driver.extraClassPath": jar,
        "spark.executor.extraClassPath": jar,
        **settings,
    }
    options = [part for name, value in all_settings.items() for part in ("--conf", f"{name}={value}")]
    return [str(home() / "bin" / "spark-submit"), *options, *program]


def submit(settings: Mapping[str, str], program: Sequence[str]) -> int:
    """Run a program to its end, its output where ours goes; its exit code."""
    return subprocess.run(command(settings, program), env=environment(), check=False).returncode
