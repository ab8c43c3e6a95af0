"""A Spark that writes."""

import time
from pathlib import Path

from py4j.java_gateway import JavaObject
from py4j.protocol import Py4JError

from headwater_bench.core.answers import Answer, Row
from headwater_bench.jvm.spark_player import SparkPlayer, failure
from headwater_bench.writes.scenario import DATA, MADE, Scenario
from headwater_bench.writes.sizes import Sizes

_SUMMED = "summed"


class WritesPlayer(SparkPlayer):
    """A running Spark with the file system of a peer."""

    def write(self, scenario: Scenario, source: str, target: str, sizes: Sizes) -> Answer:
        """Run a scenario from naming its data to the end of its job. It returns no rows.

        It reads below the URL `source`, and writes into the folder `target`. HeadwaterError if it fails.
        """
        try:
            begin = time.perf_counter()
            frame = self._frame(scenario, source, sizes)
            if scenario.save == "saveAsTextFile":
                self._typed(frame, self._strings).saveAsTextFile(target)
            elif scenario.save == "saveAsNewAPIHadoopFile":
                self._save_by_new_api(frame, target)
            else:
                columns = self._sequence([scenario.folders] if scenario.folders else [])
                frame.write().format(scenario.save).partitionBy(columns).save(target)
            return Answer(time.perf_counter() - begin, [])
        except Py4JError as error:
            raise failure(self.configuration, error) from error

    def expected(self, scenario: Scenario, source: str, sizes: Sizes) -> Row:
        """Number and checksum of the rows that it should write. HeadwaterError if it fails."""
        try:
            return self._summary(self._frame(scenario, source, sizes))
        except Py4JError as error:
            raise failure(self.configuration, error) from error

    def written(self, scenario: Scenario, folder: Path) -> Row:
        """The same for the content of a local folder. HeadwaterError if it cannot be read."""
        form = "text" if scenario.save.startswith("saveAs") else scenario.save
        try:
            return self._summary(self.session.read().format(form).load(folder.as_uri()))
        except Py4JError as error:
            raise failure(self.configuration, error) from error

    def _frame(self, scenario: Scenario, source: str, sizes: Sizes) -> JavaObject:
        self.session.conf().set("spark.sql.shuffle.partitions", str(sizes.parts))
        if scenario.read:
            context = self.session.sparkContext()
            lines = context.textFile(f"{source}{scenario.read}", context.defaultMinPartitions())
            data = self.session.createDataset(lines, self._strings)
        else:
            data = self.session.sql(scenario.of_size(MADE[scenario.make], sizes))
        data.createOrReplaceTempView(DATA)
        frame = self.session.sql(scenario.of_size(scenario.sql, sizes))
        if not scenario.part:
            return frame
        part = self._functions.expr(scenario.of_size(scenario.part, sizes))
        sorted_by = self._sequence([self._functions.col("value")])
        return frame.repartitionById(sizes.parts, part).sortWithinPartitions(sorted_by)

    def _save_by_new_api(self, frame: JavaObject, target: str) -> None:
        """Save pairs of a line and null. Hadoop's TextOutputFormat then writes only the line."""
        nothing = self._functions.expr("CAST(NULL AS STRING)")
        pairs = frame.withColumnRenamed("value", "_1").withColumn("_2", nothing)
        of_strings = self.java.org.apache.spark.sql.Encoders.tuple(self._strings, self._strings)
        rdd = self.java.org.apache.spark.api.java.JavaPairRDD.fromJavaRDD(self._typed(pairs, of_strings))
        named = self.java.java.lang.Class.forName
        text = named("org.apache.hadoop.io.Text")
        to_text = named("org.apache.hadoop.mapreduce.lib.output.TextOutputFormat")
        rdd.saveAsNewAPIHadoopFile(target, text, text, to_text)

    def _summary(self, frame: JavaObject) -> Row:
        frame.createOrReplaceTempView(_SUMMED)
        (row,) = self.rows(*self.query(f"SELECT count(*) AS rows, sum(hash(*)) AS sum FROM {_SUMMED}"))  # noqa: S608
        return row

    def _typed(self, frame: JavaObject, encoder: JavaObject) -> JavaObject:
        """The RDD of a frame's rows as objects."""
        return getattr(frame, "as")(encoder).toJavaRDD()

    def _sequence(self, items: list) -> JavaObject:
        return self.java.org.apache.spark.api.python.PythonUtils.toSeq(items)

    @property
    def _strings(self) -> JavaObject:
        return self.java.org.apache.spark.sql.Encoders.STRING()

    @property
    def _functions(self) -> JavaObject:
        return self.java.org.apache.spark.sql.functions
