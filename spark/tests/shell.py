"""Scala programs in a separate Spark shell."""

import subprocess
from pathlib import Path

from headwater.spark import launcher

import store

_LIMIT_SECONDS = 180


def scala(script: Path, class_path: str, folder: Path) -> str:
    """The output of a Scala program that uses the stores of the tests. `folder` keeps their settings."""
    settings = store.spark_settings(folder) | {
        "spark.driver.extraClassPath": class_path,
        "spark.driver.extraJavaOptions": launcher.SHORT_LIVED,
        "spark.ui.enabled": "false",
    }
    options = [part for name, value in settings.items() for part in ("--conf", f"{name}={value}")]
    shell = [str(launcher.home() / "bin/spark-shell"), "--master", "local[1]", *options, "-i", str(script)]
    quiet = {"stdin": subprocess.DEVNULL, "capture_output": True, "text": True}
    return subprocess.run(
        shell, env=launcher.environment(), timeout=_LIMIT_SECONDS, check=False, **quiet
    ).stdout
