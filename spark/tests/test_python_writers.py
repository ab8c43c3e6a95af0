"""Python's and Spark's jobs append to one dataset at once, and every row is there once."""

import subprocess
import sys
from pathlib import Path

import headwater
import pytest
from headwater.core.errors import HeadwaterError
from pyspark.sql import SparkSession

from store import Bucket

pytestmark = [
    pytest.mark.parametrize("session", ["manifest"], indirect=True),
    pytest.mark.usefixtures("s3_environment"),
]

WRITERS, JOBS, ROWS = 8, 3, 10
HIDDEN = {"_notes.txt", ".settings", "_notes/a.txt", ".cache/b", "k=1/_c", "k=1/.d"}
APPENDER = """
import sys
import headwater
import pyarrow as pa

writer, jobs, rows, uri = int(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
for job in range(jobs):
    first = 1000 * writer + rows * job
    table = pa.table({"id": pa.array(range(first, first + rows), pa.int64()), "k": [writer % 2] * rows})
    headwater.write_dataset(table, uri, partition_by=["k"])
"""


def append(session: SparkSession, first: int, target: str) -> None:
    frame = session.range(first, first + ROWS).selectExpr("id", "CAST(id % 2 AS INT) AS k")
    frame.write.mode("append").partitionBy("k").parquet(target)


def test_processes_append_while_spark_appends(session: SparkSession, buckets: dict[str, Bucket]) -> None:
    target = f"{buckets['s3'].root}/shared"
    command = [sys.executable, "-c", APPENDER]
    running = [
        subprocess.Popen([*command, str(n), str(JOBS), str(ROWS), target], stderr=subprocess.PIPE)
        for n in range(WRITERS)
    ]
    for job in range(JOBS):
        append(session, 1000 * WRITERS + ROWS * job, target)
    errors = [each.communicate()[1].decode() for each in running]
    assert [each.returncode for each in running] == [0] * WRITERS, errors
    expected = [1000 * writer + number for writer in range(WRITERS + 1) for number in range(JOBS * ROWS)]
    read = session.read.parquet(target)
    assert sorted(row.id for row in read.select("id").collect()) == expected
    assert read.where("k = 1").count() == (WRITERS // 2) * JOBS * ROWS + JOBS * ROWS // 2
    assert sorted(headwater.dataset(target).to_table()["id"].to_pylist()) == expected


def test_each_reads_what_the_other_replaced(session: SparkSession, buckets: dict[str, Bucket]) -> None:
    target = f"{buckets['s3'].root}/replaced"
    append(session, 0, target)
    headwater.write_dataset(session.range(5).toArrow(), target, mode="overwrite")
    assert sorted(row.id for row in session.read.parquet(target).collect()) == [0, 1, 2, 3, 4]
    session.range(3).write.mode("overwrite").parquet(target)
    assert sorted(headwater.dataset(target).to_table()["id"].to_pylist()) == [0, 1, 2]
    session.range(1).selectExpr("id", "id AS k").write.partitionBy("k").parquet(f"{target}2")
    with pytest.raises(HeadwaterError, match="has files of the dataset"):
        headwater.write_dataset(session.range(1).toArrow(), f"{target}2/k=0", mode="overwrite")


def test_both_overwrites_replace_hidden_files(
    session: SparkSession, buckets: dict[str, Bucket], tmp_path: Path
) -> None:
    """Spark's overwrite of a local folder deletes them too."""
    kept = {}
    for name in ("spark", "python"):
        bucket, target = buckets["s3"], f"{buckets['s3'].root}/hidden-{name}"
        append(session, 0, target)
        for hidden in HIDDEN:
            bucket.put(f"hidden-{name}/{hidden}", b"x")
        if name == "spark":
            session.range(3).write.mode("overwrite").parquet(target)
        else:
            headwater.write_dataset(session.range(3).toArrow(), target, mode="overwrite")
        kept[name] = {key.partition("/")[2] for key in bucket.keys(f"hidden-{name}/")}
        assert session.read.parquet(target).count() == 3
    append(session, 0, f"file:{tmp_path}/local")
    for hidden in HIDDEN:
        (tmp_path / "local" / hidden).parent.mkdir(exist_ok=True)
        (tmp_path / "local" / hidden).write_bytes(b"x")
    session.range(3).write.mode("overwrite").parquet(f"file:{tmp_path}/local")
    kept["local"] = {str(file.relative_to(tmp_path / "local")) for file in tmp_path.rglob("local/**/*")}
    assert [name for name, found in kept.items() if found & HIDDEN] == []
