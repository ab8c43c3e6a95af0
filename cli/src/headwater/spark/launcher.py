"""Runs Spark programs with Headwater on the class path: the bundle, the settings and the environment.

Spark is the `pyspark` package of this Python. The bundle is the one for this Spark in the package
headwater-spark or in the `dist/` of a checkout, or the file in the variable `HEADWATER_BUNDLE`.
"""

import importlib.util
import os
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import BinaryIO

from headwater.core.errors import HeadwaterError

_CHECKOUT = Path(__file__).resolve().parents[4]

_DEFAULT_LINE = "4.2"
_CORE = re.compile(r"spark-core_(?P<scala>\d+\.\d+)-(?P<spark>\d+\.\d+)\.")

_SUBMIT = Path("bin", "spark-submit")

SHORT_LIVED = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xshare:auto"
"""Options for short-lived Java processes: little compilation, no threads for garbage collection."""

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
"""The options of spark-submit without a value. Every other one has a value."""


def bundle() -> Path:
    """The only jar that Spark needs. HeadwaterError if there is none."""
    named = os.environ.get("HEADWATER_BUNDLE")
    if named:
        path = Path(named).absolute()
        if path.is_dir():
            raise HeadwaterError(
                f"{path} is a folder", advice="Name a jar in it by the variable HEADWATER_BUNDLE."
            )
        name, folders = path.name, [path.parent]
    else:
        name, folders = f"headwater-bundle{_suffix()}.jar", list(_folders())
    for folder in folders:
        if (folder / name).is_file():
            return folder / name
    raise HeadwaterError(
        f"there is no {name}{' in ' if folders else ''}{' or in '.join(map(str, folders))}",
        advice="There are bundles for Spark 3.5 to 4.3. Install them: pip install 'headwater[spark]'. "
        "In a checkout, run `make build bundles`. Or name a jar by the variable HEADWATER_BUNDLE.",
    )


def _folders() -> Iterator[Path]:
    """Where bundles may be: in the package headwater-spark and in a checkout, as far as each exists."""
    package = importlib.util.find_spec("headwater_spark")
    found = list(package.submodule_search_locations or ()) if package else []
    for folder in (*(Path(each) / "jars" for each in found), _CHECKOUT / "dist"):
        if folder.is_dir():
            yield folder


def use(line: str, lines: Path = _CHECKOUT / ".cache" / "sparks") -> None:
    """Let this process import the PySpark of a line such as 3.5 or 3.5_2.13. HeadwaterError if it is missing.

    No PySpark may have been imported before. `make sparks` installs the lines in a checkout.
    """
    found = sorted(lines.glob(f"{line}*/lib/python*/site-packages/pyspark"))
    if not found:
        installed = ", ".join(sorted(each.name for each in lines.glob("*"))) or "none"
        raise HeadwaterError(
            f"no line {line} of Spark is installed; installed are: {installed}",
            advice="`make sparks` installs all lines, and `make bundles` builds their bundles.",
        )
    sys.path.insert(0, str(found[0].parent))


def _suffix() -> str:
    """What the bundle's name has for the line of this Spark: nothing for the default line."""
    found = _core()
    if found is None:
        raise HeadwaterError(
            f"there is no spark-core jar in {home() / 'jars'}, which has Spark's version in its name",
            advice="Name the bundle for your Spark by the variable HEADWATER_BUNDLE.",
        )
    if found["spark"] == _DEFAULT_LINE:
        return ""
    scala = f"_{found['scala']}" if found["spark"] == "3.5" else ""
    return f"-{found['spark']}{scala}"


def _core() -> re.Match[str] | None:
    """The versions in the name of a jar of this Spark."""
    names = (each.name for each in (home() / "jars").glob("spark-core_*.jar"))
    return _CORE.search(" ".join(names))


def home() -> Path:
    """Spark's location. HeadwaterError if this Python has no pyspark, or one without Spark's programs."""
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
    """Spark's possible locations if pyspark is in a zip file, such as SPARK_HOME/python/lib/pyspark.zip."""
    named = os.environ.get("SPARK_HOME")
    if named:
        yield Path(named)
    for archive in package.parents:
        if archive.is_file():
            yield archive.parents[2]


def environment(host: str = "127.0.0.1") -> dict[str, str]:
    """The environment of Spark's processes: this Python, its Spark and the bundle, one address.

    The bundle is on the class path of the driver and of all processes that it starts on this machine, like a
    jar in SPARK_HOME/jars. Spark looks for file systems before it fetches the jars of --jars. A class path in
    the user's own settings is unchanged.
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

    `settings` may contain secrets. They are stored in a file that only this user can read and that exists
    while the block runs, never on a command line. A properties file of the user's follows them in it, and so
    overrides them. Without one, spark-defaults.conf applies as usual, below them.
    """
    options, users, program = _parse(arguments)
    ours = "".join(f"{name}={_escaped(value)}\n" for name, value in settings.items())
    text = f"{_defaults()}{ours}" if users is None else f"{ours}{users.read_text(encoding='utf-8')}"
    text = f"{_extension()}{text}"
    with tempfile.NamedTemporaryFile("w", prefix="headwater-", suffix=".conf", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        yield [str(home() / _SUBMIT), "--properties-file", file.name, *options, *program]


def _extension() -> str:
    """The setting that PySpark 3.5 needs, because it does not look for extensions."""
    core = _core()
    is_old = core is not None and core["spark"] == "3.5"
    return "spark.sql.extensions=io.headwater.spark.HeadwaterExtensions\n" if is_old else ""


def _defaults() -> str:
    """The content of spark-defaults.conf, which Spark 3.5 does not read beside a properties file."""
    file = Path(os.environ.get("SPARK_CONF_DIR") or home() / "conf") / "spark-defaults.conf"
    return f"{file.read_text(encoding='utf-8')}\n" if file.is_file() else ""


def submit(settings: Mapping[str, str], arguments: Sequence[str], log: Path | None = None) -> int:
    """Run a program to its end, with its output to ours or to `log`.

    Returns its exit code. If a signal ended it, that is a shell's (128 and the signal). After Ctrl-C,
    KeyboardInterrupt is raised when the program has ended.
    """
    with command(settings, arguments) as line, log.open("wb") if log else nullcontext() as output:
        code = _run(line, output)
    return code if code >= 0 else 128 - code


def _run(line: Sequence[str], output: BinaryIO | None) -> int:
    """The exit code of Spark, which may end its work after Ctrl-C. A second Ctrl-C kills it."""
    errors = output and subprocess.STDOUT
    with subprocess.Popen(line, env=environment(), stdout=output, stderr=errors) as process:
        try:
            return process.wait()
        except KeyboardInterrupt:
            process.send_signal(signal.SIGINT)  # a terminal sends it to both, `kill` to us alone
            try:
                process.wait()
            except KeyboardInterrupt:
                process.kill()
            raise


def _parse(arguments: Sequence[str]) -> tuple[list[str], Path | None, list[str]]:
    """spark-submit's options without the properties file, that file if one is given, and the rest."""
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
