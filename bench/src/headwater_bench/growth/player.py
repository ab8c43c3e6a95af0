"""A Spark that writes the rows of a series and reads what was written."""

import time
from dataclasses import dataclass

from py4j.java_gateway import JavaObject
from py4j.protocol import Py4JError

from headwater.core.errors import HeadwaterError
from headwater_bench.growth.series import WRITES, Series
from headwater_bench.jvm.spark_player import SparkPlayer, failure

_MS = 1000


@dataclass(frozen=True)
class Run:
    """A run's times in seconds since 1970: the run's, and those of its writing Spark job, if any."""

    start: float
    ended: float
    job: tuple[float, float] | None = None

    @property
    def seconds(self) -> float:
        """The duration of the run."""
        return self.ended - self.start

    @property
    def commit_seconds(self) -> float:
        """The time after the end of the last task, 0 without tasks."""
        return self.ended - self.job[1] if self.job else 0.0


class GrowthPlayer(SparkPlayer):
    """A running Spark with the file system of a peer."""

    def run(self, series: Series, x: int, folder: str) -> Run:
        """Run a point of a series on a folder of the bucket. HeadwaterError if it fails."""
        url = self.root + folder
        action = getattr(self, f"_{series.action}")
        start = time.time()
        try:
            action(series, x, url)
            ended = time.time()
            return Run(start, ended, self._last_job() if series.action in WRITES else None)
        except Py4JError as error:
            raise failure(self.configuration, error) from error

    def _rdd(self, series: Series, x: int, url: str) -> None:
        """Uses Hadoop's new API, whose committers can be configured.

        The keys are rows, the values numbers.
        """
        forms = ("org.apache.spark.sql.Row", "java.lang.Long")
        output = "org.apache.hadoop.mapreduce.lib.output.TextOutputFormat"
        classes = [self.java.java.lang.Class.forName(name) for name in (*forms, output)]
        pairs = self.session.sql(series.sql(x)).javaRDD().zipWithUniqueId()
        pairs.saveAsNewAPIHadoopFile(url, *classes, self._configuration())

    def _frame(self, series: Series, x: int, url: str) -> None:
        writer = self.session.sql(series.sql(x)).write()
        for name, value in (series.options or {}).items():
            writer.option(name, value)
        if series.partition_by:
            columns = self.java.java.util.List.of(series.partition_by)
            writer.partitionBy(self.java.scala.jdk.javaapi.CollectionConverters.asScala(columns).toSeq())
        writer.text(url)

    def _list(self, _: Series, x: int, url: str) -> None:
        path = self.java.org.apache.hadoop.fs.Path(url)
        found = path.getFileSystem(self._configuration()).listStatus(path)
        self._require_all(len(found) >= x, x, url)

    def _read(self, _: Series, x: int, url: str) -> None:
        self._require_all(len(self.session.read().text(url).inputFiles()) == x, x, url)

    def _require_all(self, holds: bool, x: int, url: str) -> None:
        if not holds:
            raise HeadwaterError(f"{self.configuration.title} does not see the {x:,} objects of {url}")

    def _configuration(self) -> JavaObject:
        return self.session.sparkContext().hadoopConfiguration()

    def _last_job(self) -> tuple[float, float]:
        """The submission time of the last job, and the end of its last task."""
        context = self.session.sparkContext()
        context.listenerBus().waitUntilEmpty()
        job = context.statusStore().jobsList(None).head()
        times = (job.submissionTime(), job.completionTime())
        return tuple(each.get().getTime() / _MS for each in times)
