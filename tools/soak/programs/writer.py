"""One driver of the soak: writer.py ROOT NAME SEED LOG. It changes datasets, reads them, and logs both.

It runs until it is killed. An error of Spark is logged, and the next change follows.
"""

import json
import random
import sys
import time
from collections.abc import Callable
from itertools import count
from pathlib import Path

from py4j.protocol import Py4JError
from pyspark.errors import PySparkException
from pyspark.sql import DataFrame, SparkSession, functions

import map_reduce

ROWS = (20, 400)
SCHEMA = "job string, row int, slot string"
PARTITIONS = 3
"""Per writer: no other writer replaces them."""

Effect = tuple[str, str | None, int]
"""A slot, the job whose rows it gets, and their number."""


class Writer:
    """Draws changes and queries."""

    def __init__(self, spark: SparkSession, root: str, name: str, seed: str, log: Path) -> None:
        self._spark, self._root, self._name = spark, root, name
        self._drawn = random.Random(seed)
        self._log = log.open("a")
        self._own = name.partition("-")[0]
        self._kept: list[tuple[str, str, int]] = []
        """The partitions of the own dataset `moved` that have rows: slot, job, rows."""

    def run(self) -> None:
        """Change and read until killed."""
        kinds = (
            self.append,
            self.append_lines,
            self.overwrite,
            self.partitions,
            self.move,
            self.delete,
            self.map_reduce,
            self.query,
        )
        for number in count():
            kind = self._drawn.choices(kinds, (4, 4, 3, 3, 2, 1, 2, 5))[0]
            kind(f"{self._name}-{number}", self._drawn.randint(*ROWS))

    def append(self, job: str, rows: int) -> None:
        """Append to a dataset that every driver appends to."""
        writer = self._frame(job, rows, job).write.mode("append")
        self._change(job, "appends", [(job, job, rows)], lambda: writer.parquet(f"{self._root}/appends"))

    def append_lines(self, job: str, rows: int) -> None:
        """The same as CSV, so that queries are pushed down."""
        writer = self._frame(job, rows, job).write.mode("append")
        self._change(job, "lines", [(job, job, rows)], lambda: writer.csv(f"{self._root}/lines"))

    def overwrite(self, job: str, rows: int) -> None:
        """Replace the own dataset."""
        writer = self._frame(job, rows, "all").write.mode("overwrite")
        name = f"over-{self._own}"
        self._change(job, name, [("all", job, rows)], lambda: writer.parquet(f"{self._root}/{name}"))

    def partitions(self, job: str, rows: int) -> None:
        """Replace some of the own partitions of a dataset that every driver changes."""
        names = self._drawn.sample(range(PARTITIONS), self._drawn.randint(1, PARTITIONS))
        slots = [f"{self._own}{number}" for number in names]
        frames = [self._frame(job, rows, slot) for slot in slots]
        writer = _united(frames).write.mode("overwrite").option("partitionOverwriteMode", "dynamic")
        writer = writer.partitionBy("slot")
        self._change(
            job, "parts", [(slot, job, rows) for slot in slots], lambda: writer.parquet(f"{self._root}/parts")
        )

    def move(self, job: str, rows: int) -> None:
        """Write a partition of the own dataset, then rename its folder as a user does."""
        root = f"{self._root}/moved-{self._own}"
        writer = self._frame(job, rows, job).write.mode("append").partitionBy("slot")
        written = self._change(job, f"moved-{self._own}", [(job, job, rows)], lambda: writer.parquet(root))
        effects = [(job, None, 0), (f"{job}-m", job, rows)]
        if written and self._change(
            f"{job}-m",
            f"moved-{self._own}",
            effects,
            lambda: self._on_paths("rename", f"{root}/slot={job}", f"{root}/slot={job}-m"),
        ):
            self._kept.append((f"{job}-m", job, rows))

    def delete(self, job: str, _: int) -> None:
        """Delete a partition of the own dataset as a user does."""
        if self._kept:
            slot, _, _ = self._kept.pop(self._drawn.randrange(len(self._kept)))
            path = f"{self._root}/moved-{self._own}/slot={slot}"
            self._change(
                job, f"moved-{self._own}", [(slot, None, 0)], lambda: self._on_paths("delete", path, True)
            )

    def map_reduce(self, job: str, rows: int) -> None:
        """Write a new dataset by MapReduce."""
        name = f"reduced-{job}"
        lines = (f"{job},{row},{job}" for row in range(rows))
        self._change(
            job,
            name,
            [(job, job, rows)],
            lambda: map_reduce.sort(self._spark, lines, f"{self._root}/{name}"),
        )

    def query(self, *_: object) -> None:
        """Read a dataset, and log the rows of each job."""
        name = self._drawn.choice(("appends", "lines", "lines", f"over-{self._own}", "parts"))
        begun = time.monotonic()
        try:
            reader = self._spark.read.schema(SCHEMA)
            path = f"{self._root}/{name}"
            frame = reader.csv(path) if name == "lines" else reader.parquet(path)
            grouped = frame.groupBy("slot", "job").agg(functions.count("row"), functions.sum("row"))
            content = [list(row) for row in grouped.collect()]
        except (PySparkException, Py4JError) as error:
            if not _says_nothing_exists(error):
                self._note(state="failed", error=_text(error))
                return
            content = []
        self._note(state="read", dataset=name, begun=begun, content=content)

    def _change(self, job: str, dataset: str, effects: list[Effect], run: Callable[[], object]) -> bool:
        self._note(state="begun", id=job, dataset=dataset, effects=effects)
        try:
            run()
        except (PySparkException, Py4JError) as error:
            self._note(state="failed", id=job, error=_text(error))
            return False
        self._note(state="acknowledged", id=job)
        return True

    def _note(self, **event: object) -> None:
        self._log.write(json.dumps({"t": time.monotonic(), **event}) + "\n")
        self._log.flush()

    def _frame(self, job: str, rows: int, slot: str) -> DataFrame:
        columns = (f"'{job}' AS job", "CAST(id AS int) AS row", f"'{slot}' AS slot")
        return self._spark.range(0, rows, 1, 2).selectExpr(*columns)

    def _on_paths(self, operation: str, first: str, second: str | bool) -> None:
        """A call of Hadoop's FileSystem, which must return true."""
        path = self._spark._jvm.org.apache.hadoop.fs.Path
        source = path(first)
        system = source.getFileSystem(self._spark._jsc.hadoopConfiguration())
        if not getattr(system, operation)(source, path(second) if isinstance(second, str) else second):
            raise Py4JError(f"{operation} of {first} returned false")


def _united(frames: list[DataFrame]) -> DataFrame:
    united = frames[0]
    for frame in frames[1:]:
        united = united.union(frame)
    return united


def _says_nothing_exists(error: Exception) -> bool:
    """Such an error is an answer, which the checker compares like the others."""
    return isinstance(error, PySparkException) and error.getCondition() == "PATH_NOT_FOUND"


def _text(error: Exception) -> str:
    """The first lines of an error, in one line."""
    return " | ".join(str(error).splitlines()[:3])[:400]


root, name, seed, log = sys.argv[1:]
Writer(SparkSession.builder.getOrCreate(), root, name, seed, Path(log)).run()
