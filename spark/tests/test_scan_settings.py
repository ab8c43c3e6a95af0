"""Wrong settings of scans fail a query, and unknown ones do not."""

import re
from pathlib import Path

import pytest
from pyspark.errors import IllegalArgumentException
from pyspark.sql import SparkSession

from store import Bucket

pytestmark = pytest.mark.parametrize("session", ["local"], indirect=True)


@pytest.fixture
def bucket(drawn_bucket: Bucket) -> Bucket:
    """Settings do not depend on the scheme."""
    return drawn_bucket


@pytest.fixture
def lines(bucket: Bucket) -> str:
    """The URI of a file with two rows of two columns."""
    bucket.put("lines.csv", b"1,2\n3,4\n")
    return f"{bucket.root}/lines.csv"


@pytest.mark.parametrize("name", ["pushdown", "pushdown.aggregates", "pushdown.floatingSums", "skipping"])
@pytest.mark.parametrize("schema", ["a int, b int", None])
def test_a_wrong_option_fails_the_read(
    session: SparkSession, lines: str, name: str, schema: str | None
) -> None:
    read = session.read.option(f"headwater.{name}", "maybe").option("inferSchema", "true")
    message = f"the option headwater.{name} is 'maybe', which is not true or false"
    with pytest.raises(IllegalArgumentException, match=re.escape(message)):
        (read.schema(schema) if schema else read).csv(lines)


def test_a_wrong_setting_fails_the_read(session: SparkSession, lines: str) -> None:
    session.conf.set("spark.headwater.skipping", "off")
    try:
        message = "the setting spark.headwater.skipping is 'off', which is not true or false"
        with pytest.raises(IllegalArgumentException, match=re.escape(message)):
            session.read.csv(lines)
        read = session.read.schema("a int, b int").option("headwater.skipping", "false")
        assert read.csv(lines).count() == 2
    finally:
        session.conf.unset("spark.headwater.skipping")


@pytest.mark.parametrize("name", ["pushdown", "skipping"])
@pytest.mark.parametrize("schema", ["a int, b int", None])
def test_a_wrong_setting_leaves_local_files_alone(
    session: SparkSession, tmp_path: Path, name: str, schema: str | None
) -> None:
    (tmp_path / "lines.csv").write_text("1,2\n3,4\n")
    session.conf.set(f"spark.headwater.{name}", "maybe")
    try:
        read = session.read.option("inferSchema", "true").option(f"headwater.{name}", "maybe")
        frame = (read.schema(schema) if schema else read).csv(tmp_path.as_uri()).toDF("a", "b")
        assert [tuple(row) for row in frame.where("a > 1").collect()] == [(3, 4)]
    finally:
        session.conf.unset(f"spark.headwater.{name}")


def test_an_unknown_option_has_no_effect(session: SparkSession, lines: str) -> None:
    read = session.read.schema("a int, b int").option("headwater.pushdwn", "maybe")
    assert [tuple(row) for row in read.csv(lines).where("a > 1").collect()] == [(3, 4)]
