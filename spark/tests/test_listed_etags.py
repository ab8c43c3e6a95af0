"""The store has another ETag than its listing: a file of the listed length is still pushed down."""

import itertools
from pathlib import Path

import pytest
from pyspark.sql.functions import col

from differential import Differential, reads
from replaced import SCHEMA, ReplacedFile, csv, csv_with_header, json, plan, require_same
from s3_bucket import S3Bucket
from store import Bucket

pytestmark = pytest.mark.parametrize("session", ["local"], indirect=True)

OLD = [(n, f"x{n % 3}", n % 7) for n in range(20)]
NEW = [(n, f"x{(n + 1) % 3}", n % 7) for n in range(20)]
FILES = {"part.csv": csv, "header.csv": csv_with_header, "part.json": json}
QUERIES = {
    "filter": lambda frame: frame.where("a = 'x1'").select("n"),
    "aggregate": lambda frame: frame.groupBy("a").count(),
}


@pytest.mark.parametrize(("name", "query"), list(itertools.product(FILES, QUERIES)))
def test_a_version_of_the_listed_length_is_pushed(
    differential: Differential, drawn_bucket: Bucket, tmp_path: Path, name: str, query: str
) -> None:
    made = ReplacedFile(differential, drawn_bucket, tmp_path, name)
    made.put(FILES[name](OLD))
    options = {"header": "true", "enforceSchema": "false"} if name.startswith("header") else {}
    frames = made.frames(QUERIES[query], **options)
    assert "Pushdown: storlet" in plan(frames[0])
    made.put(FILES[name](NEW))
    require_same(frames)
    found = reads(frames[0])
    assert (found["splitsFallenBack"], found["requestsFailed"]) == (0, 1)
    assert found["storeBytesRead"] > 0


def test_a_copy_of_an_object_of_several_parts_is_pushed(
    differential: Differential, buckets: dict[str, Bucket]
) -> None:
    """S3A renames such objects by copies. Swift lists a copy with an ETag that it does not have."""
    bucket = buckets["s3"]
    assert isinstance(bucket, S3Bucket)
    content = csv([(n, f"x{n % 3}", n % 7) for n in range(700_000)])
    bucket.put_parts("parts/original.csv", content)
    bucket.duplicate("parts/original.csv", "copy/part.csv")
    frame = differential.on.read.schema(SCHEMA).csv(f"{bucket.root}/copy").where("a = 'x1'")
    rows = frame.where(col("n") > 699_990).select("n")
    assert [row.n for row in rows.collect()] == [699_991, 699_994, 699_997]
    assert reads(rows)["splitsFallenBack"] == 0
    assert reads(rows)["storeBytesRead"] >= len(content)
