"""A part of a job was replaced after the DataFrame was created: each scan of it fails."""

import re
import uuid
from collections.abc import Iterator

import pytest

from differential import FAILURES, Differential
from replaced import plan
from soak import few_pairs
from store import Bucket

pytestmark = pytest.mark.parametrize("session", ["local"], indirect=True)

COMPILED = {"spark.sql.codegen.wholeStage": "true", "spark.sql.codegen.factoryMode": "FALLBACK"}
PROTOCOL = "spark.sql.sources.commitProtocolClass"
CORRUPT = "spark.sql.files.ignoreCorruptFiles"


@pytest.fixture(autouse=True)
def _by_manifest(differential: Differential) -> Iterator[None]:
    for each in differential.sessions:
        each.conf.set(PROTOCOL, "io.headwater.spark.HeadwaterCommitProtocol")
    yield
    for each in differential.sessions:
        each.conf.unset(PROTOCOL)


@pytest.fixture
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


SOURCES = ["csv", "json", "orc", "parquet", "text"]
WAYS = ["option", "setting"]


@pytest.mark.parametrize(
    ("source", "ignoring"),
    few_pairs(SOURCES, WAYS, [*((source, "option") for source in SOURCES), ("csv", "setting")]),
    indirect=["ignoring"],
)
def test_a_part_of_a_job_fails_without_pushdown(
    differential: Differential, drawn_bucket: Bucket, ignoring: dict[str, str], source: str
) -> None:
    session, path = differential.off, f"{drawn_bucket.root}/{uuid.uuid4().hex}"
    columns = "CAST(id AS STRING) AS value" if source == "text" else "xxhash64(id) AS n"
    session.range(300_000).selectExpr(columns).coalesce(1).write.format(source).save(path)
    frame = session.read.options(**ignoring).format(source).load(path)
    part = frame.inputFiles()[0].removeprefix(f"{drawn_bucket.root}/")
    drawn_bucket.put(part, b"9\n")
    with pytest.raises(FAILURES, match=r"the file was replaced after it was listed .* manifest"):
        frame.collect()


@pytest.mark.parametrize(
    ("source", "ignoring"),
    few_pairs(["csv", "json"], WAYS, [("csv", "option"), ("json", "setting")]),
    indirect=["ignoring"],
)
def test_a_part_of_a_job_fails_with_pushdown(
    differential: Differential, drawn_bucket: Bucket, ignoring: dict[str, str], source: str
) -> None:
    session, path = differential.on, f"{drawn_bucket.root}/{uuid.uuid4().hex}"
    session.range(20).selectExpr("id AS n", "id % 3 AS a").coalesce(1).write.format(source).save(path)
    rows = session.read.options(**ignoring).schema("n BIGINT, a BIGINT").format(source).load(path)
    frames = [rows.where("a = 1").select("n"), rows.groupBy("a").count()]
    assert all("Pushdown: storlet" in plan(frame) for frame in frames)
    part = rows.inputFiles()[0].removeprefix(f"{drawn_bucket.root}/")
    drawn_bucket.put(part, drawn_bucket.get(part).replace(b"1", b"2"))
    for frame in frames:
        with pytest.raises(FAILURES, match=r"NO_HINT\] Cannot read .*the file was replaced .* manifest"):
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
    with pytest.raises(FAILURES, match=r"the file was replaced after it was listed .* manifest"):
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
        assert re.search(
            r"\*\(1\) ColumnarToRow\s+\+- StoreRead", frame._jdf.queryExecution().executedPlan().toString()
        )
        assert len(frame.collect()) == session.range(50_000).where("xxhash64(id) > 0").count()
        drawn_bucket.put(frame.inputFiles()[0].removeprefix(f"{drawn_bucket.root}/"), b"9,9\n")
        with pytest.raises(FAILURES, match=r"NO_HINT. Cannot read .*the file was replaced"):
            frame.collect()
    finally:
        for name, value in before.items():
            session.conf.set(name, value)
