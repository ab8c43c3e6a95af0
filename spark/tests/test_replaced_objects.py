"""No scan skips an object that was replaced after the DataFrame was created."""

import re
import uuid
from collections.abc import Iterator

import pytest
from pyspark.sql import DataFrame, SparkSession

import store
from differential import FAILURES, Differential
from store import Bucket

pytestmark = pytest.mark.parametrize("session", ["local"], indirect=True)

SCHEMA = "n INT, a STRING"
CONTENT = {
    "csv": ("1,x\n2,y\n", "3,x\n4,y\n5,x\n"),
    "json": ('{"n":1,"a":"x"}\n{"n":2,"a":"y"}\n', '{"n":3,"a":"x"}\n{"n":4,"a":"y"}\n{"n":5,"a":"x"}\n'),
}
COMPILED = {"spark.sql.codegen.wholeStage": "true", "spark.sql.codegen.factoryMode": "FALLBACK"}
CORRUPT = "spark.sql.files.ignoreCorruptFiles"


@pytest.fixture(params=["option", "setting"])
def ignoring(request: pytest.FixtureRequest, differential: Differential) -> Iterator[dict[str, str]]:
    """The options of a read that ignores corrupt files, by its option or by the session's setting."""
    if request.param == "option":
        yield {"ignoreCorruptFiles": "true"}
        return
    for each in differential.sessions:
        each.conf.set(CORRUPT, "true")
    yield {}
    for each in differential.sessions:
        each.conf.unset(CORRUPT)


@pytest.mark.parametrize("scheme", store.SCHEMES)
@pytest.mark.parametrize("pushed", [True, False], ids=["pushed", "unpushed"])
@pytest.mark.parametrize("source", CONTENT)
def test_it_fails_or_is_read(
    differential: Differential,
    buckets: dict[str, Bucket],
    ignoring: dict[str, str],
    source: str,
    pushed: bool,
    scheme: str,
) -> None:
    bucket, folder = buckets[scheme], uuid.uuid4().hex
    old, new = (content.encode() for content in CONTENT[source])
    bucket.put(f"{folder}/part.{source}", old)
    session = differential.on if pushed else differential.off
    frame = _frame(session, source, f"{bucket.root}/{folder}", ignoring)
    assert ("Pushdown: storlet" in frame._jdf.queryExecution().executedPlan().toString()) == pushed
    bucket.put(f"{folder}/part.{source}", new)
    if pushed:
        with pytest.raises(FAILURES, match="the file was replaced after it was listed") as failed:
            frame.collect()
        assert "FAILED_READ_FILE.NO_HINT] Cannot read" in str(failed.value)
    else:  # As Spark reads an overwritten file of any file system.
        assert 3 in [row.n for row in frame.collect()]
    assert _frame(session, source, f"{bucket.root}/{folder}", ignoring).count() == 2


@pytest.mark.parametrize("source", ["csv", "json", "orc", "parquet", "text"])
def test_a_part_of_a_job_fails_without_pushdown(
    differential: Differential, drawn_bucket: Bucket, ignoring: dict[str, str], source: str
) -> None:
    session, path = differential.off, f"{drawn_bucket.root}/{uuid.uuid4().hex}"
    columns = "CAST(id AS STRING) AS value" if source == "text" else "xxhash64(id) AS n"
    session.range(300_000).selectExpr(columns).coalesce(1).write.format(source).save(path)
    frame = session.read.options(**ignoring).format(source).load(path)
    part = frame.inputFiles()[0].removeprefix(f"{drawn_bucket.root}/")
    drawn_bucket.put(part, b"9\n")
    with pytest.raises(FAILURES, match="the file was replaced after it was listed"):
        frame.collect()


@pytest.mark.parametrize("source", ["orc", "parquet"])
def test_deleted_rows_are_not_counted_by_their_footers(
    differential: Differential, drawn_bucket: Bucket, source: str
) -> None:
    """A count reads only the footer of a part, which here is longer than the footer's request."""
    session, folder = differential.on, uuid.uuid4().hex
    path = f"{drawn_bucket.root}/{folder}"
    session.range(100_000).selectExpr("xxhash64(id) AS n").coalesce(1).write.format(source).save(path)
    frame = session.read.format(source).load(path)
    part = frame.inputFiles()[0].removeprefix(f"{drawn_bucket.root}/")
    assert drawn_bucket.keys(f"{folder}/")[part] > 64 << 10
    assert frame.count() == 100_000
    drawn_bucket.put(part, b"replaced")
    with pytest.raises(FAILURES, match="the file was replaced after it was listed"):
        frame.count()


@pytest.mark.parametrize("source", ["csv", "parquet"])
def test_a_compiled_plan_fails_too(differential: Differential, drawn_bucket: Bucket, source: str) -> None:
    session, path = differential.on, f"{drawn_bucket.root}/{uuid.uuid4().hex}"
    session.range(50_000).selectExpr("xxhash64(id) AS n", "id").coalesce(1).write.format(source).save(path)
    before = {name: session.conf.get(name) for name in COMPILED}
    for name, value in COMPILED.items():
        session.conf.set(name, value)
    try:
        frame = (
            session.read.schema("n BIGINT, id BIGINT").format(source).load(path).where("n > 0").select("id")
        )
        assert re.search(r"\*\(1\) .*StoreRead", frame._jdf.queryExecution().executedPlan().toString())
        assert len(frame.collect()) == session.range(50_000).where("xxhash64(id) > 0").count()
        drawn_bucket.put(frame.inputFiles()[0].removeprefix(f"{drawn_bucket.root}/"), b"9,9\n")
        with pytest.raises(FAILURES, match=r"NO_HINT. Cannot read .*the file was replaced"):
            frame.collect()
    finally:
        for name, value in before.items():
            session.conf.set(name, value)


def _frame(session: SparkSession, source: str, path: str, options: dict[str, str]) -> DataFrame:
    return (
        session.read.options(**options).schema(SCHEMA).format(source).load(path).where("a = 'x'").select("n")
    )
