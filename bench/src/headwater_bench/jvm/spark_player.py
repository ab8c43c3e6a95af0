"""A Spark of one configuration in a separate JVM, driven from here."""

import json
import os
import shlex
import signal
import warnings
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path

import psutil
from py4j.java_gateway import JavaGateway, JavaObject
from py4j.protocol import Py4JError
from pyspark.errors import PySparkException
from pyspark.java_gateway import launch_gateway

from headwater.core.errors import HeadwaterError
from headwater.embedded.files import tail
from headwater.spark import launcher
from headwater_bench.core.answers import Row
from headwater_bench.peers.definitions import Process
from headwater_bench.peers.software import artifacts, own_jars

_MEMORY = "2g"
_EXIT_LIMIT_S = 60
"""The time limit for a JVM's shutdown, in seconds."""


class SparkPlayer:
    """A running Spark with the file system of a peer.

    `root` is the bucket's URL, `process` is the JVM's, `java` are its classes.
    """

    def __init__(self, gateway: JavaGateway, configuration: Process) -> None:
        self._gateway, self.java = gateway, gateway.jvm
        self.configuration = configuration
        self.root = configuration.root
        self.process = psutil.Process(gateway.proc.pid)
        self.session = self.java.org.apache.spark.sql.SparkSession.builder().getOrCreate()

    @property
    def hadoop(self) -> JavaObject:
        """Hadoop's settings."""
        return self.session.sparkContext().hadoopConfiguration()

    def connect(self, document: dict) -> None:
        """Connect to the store by the addresses of a document, with a new file system without caches.

        It sends nothing except the requests of a file system's creation.
        """
        files = self.java.org.apache.hadoop.fs
        files.FileSystem.closeAll()
        for name, value in self.configuration.values(document).items():
            self.hadoop.set(name, value)
        files.FileSystem.get(files.Path(self.root).toUri(), self.session.sessionState().newHadoopConf())

    def query(self, sql: str) -> tuple[JavaObject, JavaObject]:
        """A query's frame and its rows, which stay in the JVM."""
        frame = self.session.sql(sql)
        return frame, frame.collectAsList()

    def rows(self, frame: JavaObject, rows: JavaObject) -> list[Row]:
        """Fetch rows from the JVM, with bit-exact doubles."""
        texts = self.session.createDataFrame(rows, frame.schema()).toJSON().collectAsList()
        names = list(frame.columns())
        lines = self.java.java.lang.String.join("\n", texts).splitlines()
        return [tuple(map(json.loads(line).get, names)) for line in lines]

    def scan_metrics(self, frame: JavaObject) -> dict[str, int]:
        """The summed metrics of a query's scans that are not 0."""
        found: Counter[str] = Counter()
        as_java = self.java.scala.jdk.javaapi.CollectionConverters.asJava
        for scan in scans(frame.queryExecution().executedPlan()):
            found.update({name: metric.value() for name, metric in as_java(scan.metrics()).items()})
        return {name: value for name, value in found.items() if value}

    def path(self, key: str) -> JavaObject:
        """Hadoop's Path of a key of the bucket."""
        return self.java.org.apache.hadoop.fs.Path(self.root + key)

    def java_class(self, name: str) -> JavaObject:
        """The class with a full name."""
        return self.java.java.lang.Class.forName(name)

    def array(self, *texts: str) -> JavaObject:
        """A Java array of strings."""
        found = self._gateway.new_array(self.java.java.lang.String, len(texts))
        for place, each in enumerate(texts):
            found[place] = each
        return found


@contextmanager
def java_errors(configuration: Process) -> Iterator[None]:
    """Raise what Java throws in the block as a HeadwaterError."""
    try:
        yield
    except Py4JError as error:
        detail = str(getattr(error, "java_exception", error))
        raise HeadwaterError(f"{configuration.title} failed", detail=detail) from error


def scans(plan: JavaObject) -> Iterator[JavaObject]:
    """The nodes of a plan that read, or that report what the store read for them."""
    kind = plan.getClass().getSimpleName()
    if kind == "AdaptiveSparkPlanExec":
        yield from scans(plan.executedPlan())
    elif kind.endswith("QueryStageExec"):
        yield from scans(plan.plan())
    elif kind in ("FileSourceScanExec", "StoreReadExec"):
        yield plan
    for below in (plan.children(), plan.subqueries()):
        for number in range(below.size()):
            yield from scans(below.apply(number))


@contextmanager
def started(
    configuration: Process, document: dict, folder: Path, settings: Mapping[str, str]
) -> Iterator[SparkPlayer]:
    """A Spark on the store of `document` (see `Status.as_dict`), during the block.

    `settings` are additional Spark settings. `folder` gets its output.
    """
    jars = [*own_jars(configuration), *artifacts(configuration.name, configuration.jars)]
    values = {
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.driver.memory": _MEMORY,
        **configuration.spark_values(document),
        **settings,
    }
    environment = launcher.environment() | {"SPARK_DIST_CLASSPATH": os.pathsep.join(map(str, jars))}
    with launched(values, environment, folder / f"{configuration.name}.log") as gateway:
        yield SparkPlayer(gateway, configuration)


@contextmanager
def launched(values: Mapping[str, str], environment: Mapping[str, str], log: Path) -> Iterator[JavaGateway]:
    """Spark's JVM with these settings and this environment, during the block. `log` gets its output."""
    _import_converters()
    before = dict(os.environ)
    with log.open("w", encoding="utf-8") as output, launcher.command(values, ["pyspark-shell"]) as command:
        # pyspark reads both from its environment only.
        os.environ |= environment | {"PYSPARK_SUBMIT_ARGS": shlex.join(command[1:])}
        try:
            gateway = launch_gateway(popen_kwargs={"stdout": output, "stderr": output})
        except PySparkException as error:
            raise HeadwaterError("Spark did not start", detail=tail(log)) from error
        finally:
            os.environ.clear()
            os.environ |= before
    try:
        yield gateway
    finally:
        gateway.close()  # sends nothing: after an interrupt the JVM may still be in its last call
        gateway.proc.stdin.close()  # the JVM ends with its standard input
        gateway.proc.wait(_EXIT_LIMIT_S)


def _import_converters() -> None:
    """Import what pyspark imports in its first call, pandas too. An interrupt of an import can be lost."""
    warnings.filterwarnings("ignore", "PySpark does not yet fully support pandas", FutureWarning)
    others = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT, signal.SIGTERM))
    with suppress(ImportError):  # PySpark 3.5 does not support pandas 3, and does without
        import_module("pyspark.testing.utils")
    signal.pthread_sigmask(signal.SIG_SETMASK, others)
