"""A Spark that reads the data."""

import time

from py4j.java_gateway import JavaObject
from py4j.protocol import Py4JError

from headwater_bench.core.answers import Answer, Row
from headwater_bench.jvm.spark_player import SparkPlayer, failure
from headwater_bench.reads.data import SCHEMA
from headwater_bench.reads.scenario import TEXT_FILE, Scenario
from headwater_bench.reads.sizes import Sizes

_WITHOUT_SCHEMA = ("csv", "json")
"""Formats whose files have no schema. It is specified, because inference is another scan."""


class ReadsPlayer(SparkPlayer):
    """A running Spark with the file system of a peer."""

    def run(self, scenario: Scenario, folder: str, sizes: Sizes) -> tuple[Answer, JavaObject | None]:
        """Run a scenario from naming its data to its last row, and return its result and its plan.

        HeadwaterError if it fails.
        """
        try:
            if scenario.format == TEXT_FILE:
                return self._count(f"{self.root}{folder}/{scenario.views['data']}"), None
            begin = time.perf_counter()
            for view, path in scenario.views.items():
                self._look_at(f"{self.root}{folder}/{path}", scenario.format, view)
            frame, rows = self.query(scenario.statement(sizes))
            seconds = time.perf_counter() - begin
            return Answer(seconds, self.rows(frame, rows)), frame.queryExecution().executedPlan()
        except Py4JError as error:
            raise failure(self.configuration, error) from error

    def _count(self, url: str) -> Answer:
        context = self.session.sparkContext()
        begin = time.perf_counter()
        found: list[Row] = [(context.textFile(url, context.defaultMinPartitions()).count(),)]
        return Answer(time.perf_counter() - begin, found)

    def _look_at(self, url: str, form: str, view: str) -> None:
        reader = self.session.read().format(form)
        if form in _WITHOUT_SCHEMA:
            reader = reader.schema(SCHEMA)
        reader.load(url).createOrReplaceTempView(view)
