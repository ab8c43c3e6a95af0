"""A Spark that queries the readings."""

import time

from py4j.java_gateway import JavaObject
from py4j.protocol import Py4JError

from headwater_bench.core.answers import Answer
from headwater_bench.data.readings import SCHEMA
from headwater_bench.jvm.spark_player import SparkPlayer, failure

VIEW = "largeMeter"


class ReadingsPlayer(SparkPlayer):
    """A running Spark. Its configuration is of `headwater_bench.pushdown.configurations`."""

    def look_at(self, path: str) -> JavaObject:
        """Create the view of the data at a path of the bucket, and return its frame."""
        reader = self.session.read().schema(SCHEMA)
        if self.configuration.format == "csv":
            reader = reader.option("header", "true")
        frame = reader.format(self.configuration.format).load(self.root + path)
        frame.createOrReplaceTempView(VIEW)
        return frame

    def infer(self, path: str) -> Answer:
        """Infer the columns at a path. The result is one row with their text. HeadwaterError if it fails."""
        reader = self.session.read().option("header", "true").option("inferSchema", "true")
        begin = time.perf_counter()
        try:
            schema = reader.csv(self.root + path).schema()
            return Answer(time.perf_counter() - begin, [(schema.simpleString(),)])
        except Py4JError as error:
            raise failure(self.configuration, error) from error

    def run(self, sql: str, path: str) -> Answer:
        """Run a query from naming its data to its last row. HeadwaterError if it fails."""
        begin = time.perf_counter()
        try:
            self.look_at(path)
            frame, rows = self.query(sql)
            seconds = time.perf_counter() - begin
            return Answer(seconds, self.rows(frame, rows), self.scan_metrics(frame))
        except Py4JError as error:
            raise failure(self.configuration, error) from error
