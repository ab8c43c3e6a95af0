"""A file was replaced after the DataFrame was created: each scan reads the new version, as Spark does."""

import itertools
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from pyspark.sql import DataFrame
from pyspark.sql.functions import expr

import replaced
from differential import Differential, reads
from indexes import index
from replaced import SCHEMA, ReplacedFile, plan, require_same
from skips import skipped
from soak import few
from store import Bucket

pytestmark = pytest.mark.parametrize("session", ["local"], indirect=True)

OLD = [(n, f"x{n % 3}", n % 7) for n in range(20)]
NEW = {
    "changed": [(n + 100, f"x{n % 3}", n % 7) for n in range(20)],
    "longer": [(n + 100, f"x{n % 3}", n % 7) for n in range(60)],
    "shorter": [(n + 100, f"x{n % 3}", n % 7) for n in range(5)],
    "appended": [*OLD, (777, "x1", 7), (888, "x1", 8), (999, "x1", 9)],
    "empty": [],
}
Query = Callable[[DataFrame], DataFrame]
QUERIES: dict[str, Query] = {
    "filter": lambda frame: frame.where("a = 'x1'").select("n"),
    "projection": lambda frame: frame.select("b", "a"),
    "aggregate": lambda frame: frame.groupBy("a").agg(expr("count(*)"), expr("sum(n)"), expr("max(n)")),
    "count": lambda frame: frame.where("b > 2").agg(expr("count(*)")),
    "limit": lambda frame: frame.where("a = 'x1'").select("n").limit(3),
    "sort": lambda frame: frame.where("a = 'x1'").select("n").orderBy(expr("n").desc()).limit(4),
}
FILES = {
    "part.csv": replaced.csv,
    "last.csv": replaced.csv_without_last_separator,
    "header.csv": replaced.csv_with_header,
    "part.csv.gz": replaced.csv_gzip,
    "part.json": replaced.json,
    "part.json.gz": replaced.json_gzip,
}
SPLITS = {"spark.sql.files.maxPartitionBytes": "32", "spark.sql.files.openCostInBytes": "0"}


@pytest.fixture
def file(differential: Differential, drawn_bucket: Bucket, tmp_path: Path) -> Callable[[str], ReplacedFile]:
    return lambda name: ReplacedFile(differential, drawn_bucket, tmp_path, name)


@contextmanager
def _settings(differential: Differential, settings: dict[str, str]) -> Iterator[None]:
    with ExitStack() as ended:
        for session in differential.sessions:
            for name, value in settings.items():
                session.conf.set(name, value)
                ended.callback(session.conf.unset, name)
        yield


EACH_QUERY = list(itertools.product(["part.csv", "part.json"], QUERIES))


@pytest.mark.parametrize(
    "case", few(EACH_QUERY, [*EACH_QUERY[: len(QUERIES)], ("part.json", "filter")]), ids="-".join
)
def test_each_query_reads_the_new_version(file: Callable, case: tuple[str, str]) -> None:
    name, query = case
    for new in NEW.values():
        made = file(name)
        made.put(FILES[name](OLD))
        frames = made.frames(QUERIES[query])
        assert ["Pushdown: storlet" in plan(frame) for frame in frames] == [True, False, False]
        made.put(FILES[name](new))
        require_same(frames)
        # Spark drops the scan from the final plan of an aggregate without rows.
        assert reads(frames[0])["splitsFallenBack"] == 1 or not new


@pytest.mark.parametrize("name", ["last.csv", "header.csv", "part.csv.gz", "part.json.gz"])
@pytest.mark.parametrize("query", few(["filter", "aggregate"], ["filter"]))
def test_each_kind_of_file(file: Callable, name: str, query: str) -> None:
    options = {"header": "true", "enforceSchema": "false"} if name.startswith("header") else {}
    for new in NEW.values():
        made = file(name)
        made.put(FILES[name](OLD))
        frames = made.frames(QUERIES[query], **options)
        assert "Pushdown: storlet" in plan(frames[0])
        made.put(FILES[name](new))
        require_same(frames)


def test_a_header_of_other_columns(file: Callable) -> None:
    for enforced in ("true", "false"):
        made = file("header.csv")
        made.put(replaced.csv_with_header(OLD))
        frames = made.frames(QUERIES["filter"], header="true", enforceSchema=enforced)
        assert "Pushdown: storlet" in plan(frames[0])
        made.put(b"n,other,b\n101,x1,1\n")
        assert bool(require_same(frames).failure) == (enforced == "false")


EACH_SPLIT = list(
    itertools.product(["part.csv", "header.csv", "part.json"], ["filter", "aggregate", "limit"])
)


@pytest.mark.parametrize(
    "case",
    few(EACH_SPLIT, [*EACH_SPLIT[:3], ("header.csv", "filter"), ("part.json", "filter")]),
    ids="-".join,
)
def test_each_split_is_that_of_the_listed_length(
    file: Callable, differential: Differential, case: tuple[str, str]
) -> None:
    name, query = case
    options = {"header": "true"} if name.startswith("header") else {}
    for version in ("changed", "longer", "shorter", "appended"):
        made = file(name)
        made.put(FILES[name](OLD))
        frames = made.frames(QUERIES[query], **options)
        with _settings(differential, SPLITS):
            assert "Pushdown: storlet" in plan(frames[0])
            made.put(FILES[name](NEW[version]))
            found = require_same(frames)
        assert "999" not in str(found.rows)
        if version == "shorter" and query != "limit":
            assert found.failure, "the splits after the file's end"


@pytest.mark.parametrize("name", ["part.csv", "part.json"])
def test_splits_read_before_and_after_the_replacement(
    file: Callable, differential: Differential, name: str
) -> None:
    made = file(name)
    made.put(FILES[name](OLD))
    frames = made.frames(QUERIES["filter"])
    with _settings(differential, SPLITS):
        assert all(frame.rdd.getNumPartitions() > 2 for frame in frames)
        running = [frame.toLocalIterator() for frame in frames]
        first = [next(rows).n for rows in running]
        made.put(FILES[name](NEW["changed"]))
        pushed, unpushed, alone = ([row.n for row in rows] for rows in running)
    assert first == [1, 1, 1]
    assert pushed == unpushed == alone
    assert max(alone) > 100


@pytest.mark.parametrize("ignored", ["ignoreCorruptFiles", "ignoreMissingFiles"])
@pytest.mark.parametrize("by", ["option", "setting"])
def test_no_row_is_left_out(file: Callable, differential: Differential, ignored: str, by: str) -> None:
    options = {ignored: "true"} if by == "option" else {}
    settings = {f"spark.sql.files.{ignored}": "true"} if by == "setting" else {}
    with _settings(differential, settings):
        for name in ("part.csv", "part.json"):
            for query in ("filter", "aggregate"):
                made = file(name)
                made.put(FILES[name](OLD))
                frames = made.frames(QUERIES[query], **options)
                assert "Pushdown: storlet" in plan(frames[0])
                made.put(FILES[name](NEW["changed"]))
                assert re.search(r"\b11\d\b", str(require_same(frames).rows))


@pytest.mark.parametrize("source", ["parquet", "orc", "text"])
def test_files_that_are_not_pushed(
    file: Callable, differential: Differential, tmp_path: Path, source: str
) -> None:
    versions = []
    for number, rows in enumerate((OLD, NEW["longer"])):
        folder = tmp_path / str(number)
        columns = "CAST(n AS STRING) AS value" if source == "text" else "*"
        frame = differential.off.createDataFrame(rows, SCHEMA).coalesce(1).selectExpr(columns)
        frame.write.format(source).save(folder.as_uri())
        versions.append(next(folder.glob("part-*")).read_bytes())
    made = file(f"part.{source}")
    made.put(versions[0])
    frames = made.frames(lambda frame: frame.where("value < '4'") if source == "text" else frame)
    assert all(plan(frame) for frame in frames)
    made.put(versions[1])
    assert "101" in str(require_same(frames).rows)


def test_a_file_without_rows_according_to_its_index_is_left_out_as_listed(
    differential: Differential, drawn_bucket: Bucket, request: pytest.FixtureRequest
) -> None:
    """An index describes the listed version, which the file no longer is."""
    folder = request.node.name.partition("[")[0]
    for name, first in (("low", 0), ("high", 1000)):
        rows = [(first + n, "x1", n) for n in range(9)]
        drawn_bucket.put(f"{folder}/{name}.csv", replaced.csv(rows))
    index(differential.off, drawn_bucket, folder, "csv", schema=SCHEMA)
    path = f"{drawn_bucket.root}/{folder}"
    frames = [
        session.read.schema(SCHEMA).csv(path).where("n >= 1005").select("n")
        for session in differential.sessions
    ]
    assert [skipped(frame) for frame in frames] == [(1, 2), (1, 2)]
    for name in ("low", "high"):
        drawn_bucket.put(f"{folder}/{name}.csv", replaced.csv([(2000, "x1", 0)]))
    assert [[row.n for row in frame.collect()] for frame in frames] == [[2000], [2000]]


def test_a_stream_reads_the_new_version(
    differential: Differential, drawn_bucket: Bucket, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    folder = request.node.name.partition("[")[0]
    session, found = differential.on, []
    drawn_bucket.put(f"{folder}/part.csv", replaced.csv(OLD))

    def replace(batch: DataFrame, _: int) -> None:
        """The batch's files are already listed."""
        drawn_bucket.put(f"{folder}/part.csv", replaced.csv(NEW["changed"]))
        found.extend(row.n for row in batch.collect())

    stream = QUERIES["filter"](session.readStream.schema(SCHEMA).csv(f"{drawn_bucket.root}/{folder}"))
    writer = stream.writeStream.foreachBatch(replace).option("checkpointLocation", tmp_path.as_uri())
    query = writer.trigger(availableNow=True).start()
    query.awaitTermination()
    assert "Pushdown: storlet" in query._jsq.explainInternal(False)
    assert min(found) == 101
