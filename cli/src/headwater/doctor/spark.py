"""Which Spark, bundle and Java this machine has."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from headwater.core.errors import HeadwaterError
from headwater.doctor.finding import Finding, Grade
from headwater.spark import launcher

_VERSION = re.compile(r'version "(?:1\.)?(\d+)')
_OLDEST_JAVA = 17
_ADVICE = f"Install Java {_OLDEST_JAVA} or later, and set JAVA_HOME."


def spark() -> Iterator[Finding]:
    """The findings of this machine."""
    try:
        release = version("pyspark")
    except PackageNotFoundError:
        yield Finding(
            "spark",
            Grade.NOTE,
            "This Python has no Spark. Datasets can be read without it.",
            "To use Spark: pip install 'headwater[spark]'",
        )
        return
    try:
        jar = launcher.bundle()
    except HeadwaterError as error:
        yield Finding("spark", Grade.WARNING, f"Spark {release} has no bundle: {error}.", error.advice)
        return
    figures = {"spark": release, "bundle": str(jar)}
    yield Finding("spark", Grade.OK, f"Spark {release} is used with {jar.name}.", "", figures)
    yield _java()


def _java() -> Finding:
    home = os.environ.get("JAVA_HOME")
    program = str(Path(home) / "bin" / "java") if home else shutil.which("java")
    if not program or not shutil.which(program):
        return Finding("java", Grade.WARNING, "There is no Java. Spark does not start.", _ADVICE)
    shown = subprocess.run([program, "-version"], capture_output=True, text=True, check=False).stderr
    found = _VERSION.search(shown)
    if not found or int(found[1]) < _OLDEST_JAVA:
        what = f"Java {found[1]}" if found else "of an unknown version"
        return Finding("java", Grade.WARNING, f"{program} is {what}. Spark does not start.", _ADVICE)
    return Finding("java", Grade.OK, f"Java {found[1]} runs Spark.", "", {"java": int(found[1])})
