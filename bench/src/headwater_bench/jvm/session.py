"""Spark programs against a store: one JVM for all Spark programs, and a separate one for `hadoop fs`."""

import os
import shlex
import subprocess
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from py4j.java_gateway import JavaGateway, JavaObject
from py4j.protocol import Py4JError
from pyspark import SparkContext
from pyspark.errors import PySparkException
from pyspark.java_gateway import launch_gateway
from pyspark.sql import SparkSession, functions

from headwater.core import connection
from headwater.core.errors import HeadwaterError
from headwater.spark import launcher
from headwater_bench.core.interrupts import own_handler, unless_interrupted
from headwater_bench.jvm.gateways import ended
from headwater_bench.jvm.hadoop import write_site

_SPARK = {
    "spark.master": "local[2]",
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
}
_LOG_TAIL_LINES = 20


class Session:
    """A running Spark. `log` is its JVM's output."""

    def __init__(self, session: SparkSession, log: Path) -> None:
        self._session = session
        self._log = log

    def run(self, program: str, urls: Mapping[str, str], hadoop: Mapping[str, str]) -> None:
        """Run a program with more Hadoop settings, as if it were the first in its JVM.

        Raises HeadwaterError if it fails.
        """
        context = self._session.sparkContext
        # A file system's cache of an earlier program must not save this one a request.
        context._jvm.org.apache.hadoop.fs.FileSystem.closeAll()  # noqa: SLF001 (pyspark's only way to the JVM)
        configuration = context._jsc.hadoopConfiguration()  # noqa: SLF001
        names = {"sc": context, "spark": self._session, "F": functions, **urls}
        before = {name: configuration.get(name) for name in hadoop}
        _set(configuration, hadoop)
        try:
            exec(program, names)  # noqa: S102 (the programs are files of this package)
        except (PySparkException, Py4JError) as error:
            raise HeadwaterError(
                f"the program {program!r} failed", detail=f"{error}\n{_tail(self._log)}"
            ) from error
        finally:
            _set(configuration, before)


def _set(configuration: JavaObject, values: Mapping[str, str | None]) -> None:
    for name, value in values.items():
        if value is None:
            configuration.unset(name)
        else:
            configuration.set(name, value)


def _tail(log: Path) -> str:
    return "\n".join(log.read_text(encoding="utf-8", errors="replace").splitlines()[-_LOG_TAIL_LINES:])


@contextmanager
def started(values: Mapping[str, str], environment: Mapping[str, str], folder: Path) -> Iterator[Session]:
    """A Spark with these settings and environment, during the block. One per Python process.

    `folder` gets its files. Raises HeadwaterError if it does not start.
    """
    log = folder / "spark.log"
    gateway = launch(_SPARK | values, environment, log)
    with ended(gateway, gateway.proc):
        with own_handler():
            session = SparkSession(SparkContext(gateway=gateway))
        with unless_interrupted(lambda: _stop(session)):
            yield Session(session, log)


def _stop(session: SparkSession) -> None:
    with suppress(Py4JError, OSError):  # a JVM that has died cannot be stopped
        session.stop()


def launch(values: Mapping[str, str], environment: Mapping[str, str], log: Path) -> JavaGateway:
    """Start Spark's JVM with spark-submit as pyspark does, with these settings and this environment.

    It ends with its `gateway.proc.stdin`. `log` gets its output. Raises HeadwaterError.
    """
    # pyspark imports pandas if it is installed. No program here uses it.
    warnings.filterwarnings("ignore", "PySpark does not yet fully support pandas", FutureWarning)
    before = dict(os.environ)
    with log.open("w", encoding="utf-8") as output, launcher.command(values, ["pyspark-shell"]) as command:
        # pyspark reads both from its environment only.
        os.environ |= environment | {"PYSPARK_SUBMIT_ARGS": shlex.join(command[1:])}
        try:
            return launch_gateway(popen_kwargs={"stdout": output, "stderr": output})
        except PySparkException as error:
            raise HeadwaterError("Spark did not start", detail=_tail(log)) from error
        finally:
            os.environ.clear()
            os.environ |= before


def hadoop_fs(arguments: Sequence[str], document: dict, folder: Path) -> None:
    """Run `hadoop fs` with these arguments on the store of `document`, from Spark's Hadoop.

    `folder` gets its files. Raises HeadwaterError if it fails.
    """
    configuration = folder / "hadoop"
    configuration.mkdir(exist_ok=True)
    values = connection.spark_values(document).items()
    write_site(
        configuration / "core-site.xml", {name.removeprefix("spark.hadoop."): value for name, value in values}
    )
    program = ["--class", "org.apache.hadoop.fs.FsShell", str(launcher.bundle()), *arguments]
    environment = launcher.environment() | {"HADOOP_CONF_DIR": str(configuration)}
    log = folder / "hadoop-fs.log"
    with launcher.command({}, program) as command, log.open("w", encoding="utf-8") as output:
        done = subprocess.run(command, env=environment, stdout=output, stderr=output, check=False)
    if done.returncode:
        raise HeadwaterError(f"hadoop fs {shlex.join(arguments)} failed", detail=_tail(log))
