"""The objects that a query skips according to its plan, and those that it may skip."""

import re
from collections.abc import Callable

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.functions import col, count_if, expr

_SKIPPED = re.compile(r"Skipped: (\d+) of (\d+) objects")


def skipped(frame: DataFrame) -> tuple[int, int] | None:
    """The numbers of skipped objects and of all objects. None if no index is used."""
    found = _SKIPPED.search(frame._jdf.queryExecution().executedPlan().toString())
    return (int(found[1]), int(found[2])) if found else None


def objects_with_rows(files: DataFrame, predicates: list[str]) -> dict[int | None, set[str]]:
    """The names of objects that have a row for each predicate. The key None has all objects with rows."""
    name = col("_metadata.file_name")
    counts = [count_if(expr(where)).alias(f"p{number}") for number, where in enumerate(predicates)]
    rows = files.groupBy(name.alias("name")).agg(*counts).collect()
    having: dict[int | None, set[str]] = {None: {row["name"] for row in rows}}
    for number in range(len(predicates)):
        having[number] = {row["name"] for row in rows if row[f"p{number}"]}
    return having


def planned(frame: DataFrame) -> set[str]:
    """The names of the objects that a query will read."""
    leaves = frame._jdf.queryExecution().executedPlan().collectLeaves()
    scans = [leaves.apply(n) for n in range(leaves.size())]
    return {
        file.filePath().toPath().getName()
        for scan in scans
        if scan.getClass().getSimpleName() == "FileSourceScanExec"
        for file in scan.selectedPartitions().toPartitionArray()
    }


def answers(read: Callable[[str], DataFrame], where: str) -> tuple[int, int] | None:
    """What is skipped. The result must equal that of a read without skipping."""
    found = read("true").where(where)
    expected = sorted(map(repr, read("false").where(where).collect()))
    assert sorted(map(repr, found.collect())) == expected, where
    return skipped(found)


def sound(read: Callable[[str], DataFrame], predicates: list[str]) -> dict[str, tuple[int, int] | None]:
    """What is skipped for each of many predicates. No object that has a matching row may be skipped."""
    having = objects_with_rows(read("false"), predicates)
    files, counts = read("true"), {}
    for number, where in enumerate(predicates):
        found = files.where(where)
        dropped = having[None] - planned(found)
        assert not dropped & having[number], where
        counts[where] = skipped(found)
    return counts


def reader(session: SparkSession, path: str, source: str, schema: str | None, **options: str) -> Callable:
    """Reads a path with or without skipping."""

    def read(skipping: str) -> DataFrame:
        frames = session.read.format(source).options(**options).option("headwater.skipping", skipping)
        frames = frames.option("headwater.pushdown", "false")
        return (frames.schema(schema) if schema else frames).load(path)

    return read


ROWS = """
    SELECT id, cast(id % 7 AS int) AS small, concat('name ', id) AS name, id / 4 AS ratio,
      cast(id / 8 AS decimal(12,3)) AS price, date_add(date'2015-01-01', cast(id / 10 AS int)) AS day,
      timestamp'2015-01-01 00:00:00' + make_interval(0, 0, 0, 0, cast(id AS int)) AS at,
      id % 2 = 0 AS even, if(id % 10 = 0, null, id) AS gap
    FROM range(0, 400, 1, 4)
"""
PREDICATES = [
    "id = 7", "id > 390", "id between 120 and 130", "name = 'name 7'", "name like 'name 39%'",
    "ratio < 1.5", "gap is null and id < 9",
    "price = 1.125", "day = date'2015-01-05'", "at < timestamp'2015-01-01 05:00:00'",
    "small = 9", "id = 7 or id = 391", "not (id < 395)", "even and id = 2", "id in (1, 2, 399)", "id is null",
]  # fmt: skip
