"""Runs Spark programs with Headwater on the class path: the bundle, the settings and the environment.

Spark is the `pyspark` package of this Python; the bundle is what `make build` leaves in `dist/`, or the file
that the variable `HEADWATER_BUNDLE` names.
"""

import importlib.util
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from headwater.errors import HeadwaterError

_CHECKOUT = Path(__file__).resolve().parents[3]

_SUBMIT = Path("bin", "spark-submit")

_FLAGS = {
    "--help",
    "-h",
    "--load-spark-defaults",
    "--supervise",
    "--usage-error",
    "--verbose",
    "-v",
    "--version",
}
"""The options of spark-submit that take no value; every other one takes one."""


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
    """Where Spark is; HeadwaterError if this Python has no pyspark, or one without Spark's programs."""
    found = importlib.util.find_spec("pyspark")
    if found is None or found.origin is None:
        raise HeadwaterError(
            "this Python has no pyspark", advice="Install it: pip install 'headwater[spark]'"
        )
    package = Path(found.origin).parent
    folders = [package, *_homes_of_archive(package)]
    for folder in folders:
        if (folder / _SUBMIT).is_file():
            return folder
    raise HeadwaterError(
        f"there is no {_SUBMIT} in {' or in '.join(map(str, folders))}",
        advice="Set SPARK_HOME to the folder of your Spark.",
    )


def _homes_of_archive(package: Path) -> Iterator[Path]:
    """Where Spark may be if pyspark comes from a zip file, such as SPARK_HOME/python/lib/pyspark.zip."""
    named = os.environ.get("SPARK_HOME")
    if named:
        yield Path(named)
    for archive in package.parents:
        if archive.is_file():
            yield archive.parents[2]


def environment(host: str = "127.0.0.1") -> dict[str, str]:
    """What Spark's processes need in their environment: this Python, its Spark and the bundle, one address.

    The bundle is on the class path of the driver and of all that it starts on this machine, as a jar in
    SPARK_HOME/jars would be: file systems are looked for before Spark fetches what --jars names. Whatever
    class path the user's own settings name stays as it is.
    """
    class_path = [os.environ.get("SPARK_DIST_CLASSPATH", ""), str(bundle())]
    return os.environ | {
        "SPARK_HOME": str(home()),
        "SPARK_DIST_CLASSPATH": os.pathsep.join(filter(None, class_path)),
        "SPARK_LOCAL_IP": host,
        "PYSPARK_PYTHON": sys.executable,
        "PYSPARK_DRIVER_PYTHON": sys.executable,
    }


@contextmanager
def command(settings: Mapping[str, str], arguments: Sequence[str]) -> Iterator[list[str]]:
    """The spark-submit command for `arguments` (its own options, the program, the program's arguments).

    `settings` may hold secrets: they stand in a file that only this user can read and that is there while
    the block runs, never on a command line. A properties file of the user's follows them in it, and so
    overrides them; without one spark-defaults.conf applies as usual, below them.
    """
    options, users, program = _parse(arguments)
    text = "".join(f"{name}={_escaped(value)}\n" for name, value in settings.items())
    if users is None:
        options = [*options, "--load-spark-defaults"]
    else:
        text += users.read_text(encoding="utf-8")
    with tempfile.NamedTemporaryFile("w", prefix="headwater-", suffix=".conf", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        yield [str(home() / _SUBMIT), "--properties-file", file.name, *options, *program]


def submit(settings: Mapping[str, str], arguments: Sequence[str], log: Path | None = None) -> int:
    """Run a program to its end, its output where ours goes or to `log`.

    Returns its exit code, that of a shell (128 and the signal) if a signal ended it.
    """
    with command(settings, arguments) as line:
        if log is None:
            code = subprocess.run(line, env=environment(), check=False).returncode
        else:
            with log.open("wb") as output:
                code = subprocess.run(
                    line, env=environment(), stdout=output, stderr=subprocess.STDOUT, check=False
                ).returncode
    return code if code >= 0 else 128 - code


def _parse(arguments: Sequence[str]) -> tuple[list[str], Path | None, list[str]]:
    """spark-submit's options without the properties file, that file if one is named, and the rest."""
    options: list[str] = []
    properties = None
    rest = list(arguments)
    while rest and rest[0].startswith("-"):
        option, inline, value = rest.pop(0).partition("=")
        if option in _FLAGS:
            options.append(option)
            continue
        if not inline and rest:
            value = rest.pop(0)
        if option == "--properties-file":
            properties = Path(value)
        else:
            options += [option, value]
    return options, properties, rest


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace("\n", "\\n")
