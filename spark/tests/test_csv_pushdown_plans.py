"""Plans show the store's work, and tables, views and all kinds of plans have the same rows."""

from collections.abc import Iterator

import pytest
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.functions import broadcast, col

from differential import PUSHED, SWITCH, outcome, reads, require_same
from scene import Scene
from soak import few, few_pairs

pytestmark = pytest.mark.parametrize("session", ["local"], indirect=True)

SCHEMA = "n INT, a STRING, b INT, c STRING"
ROWS = "".join(f"{n},x{n % 4},{n % 7},c\n" for n in range(200))


@pytest.fixture
def rows(scene: Scene) -> Scene:
    return scene.put(ROWS)


def test_explain_formatted_shows_pushdown(rows: Scene) -> None:
    rows.differential.on.read.schema(SCHEMA).csv(rows.root).createOrReplaceTempView("plans")
    query = "EXPLAIN FORMATTED SELECT n FROM plans WHERE a = 'x1' AND n % 2 = 1"
    plan = rows.differential.on.sql(query).collect()[0][0]
    assert PUSHED in plan
    assert "PushedProjection: [n, a] of 4 columns" in plan
    assert "EqualTo(a,x1)" in plan.partition("PushedSelection: ")[2].splitlines()[0]
    rows.differential.off.read.schema(SCHEMA).csv(rows.root).createOrReplaceTempView("plans")
    assert "Pushdown" not in rows.differential.off.sql(query).collect()[0][0]


def test_bytes_read_and_returned_are_counted(scene: Scene) -> None:
    content = 100 * ROWS  # more bytes than the schema of an answer
    scene.put(content)
    before = len(_storlets_run(scene))
    found = scene.same(SCHEMA, "n", "a = 'x1'").reads
    assert found["storeBytesRead"] == len(content)
    assert 0 < found["storeBytesReturned"] < len(content) / 2
    assert found["storeBytesKept"] == len(content) - found["storeBytesReturned"]
    assert len(_storlets_run(scene)) > before


def test_requests_are_counted(rows: Scene) -> None:
    frame = rows.differential.on.read.schema(SCHEMA).csv(rows.root).where("a = 'x1'")
    frame.collect()
    before = len(_storlets_run(rows))
    assert reads(_collected(frame))["requests"] == len(_storlets_run(rows)) - before


def _storlets_run(scene: Scene) -> list[str]:
    return [line for line in scene.bucket.requests() if scene.folder in line and "X-Run-Storlet" in line]


def test_pushdown_can_be_turned_off(rows: Scene) -> None:
    where = "a = 'x1'"
    on = rows.differential.on
    assert reads(_collected(on.read.schema(SCHEMA).csv(rows.root).where(where)))["splitsPushed"]
    before = len(_storlets_run(rows))
    by_option = on.read.schema(SCHEMA).option("headwater.pushdown", "false").csv(rows.root).where(where)
    assert not reads(_collected(by_option))["splitsPushed"]
    rows.same(SCHEMA, "n", where, pushed=False, settings={SWITCH: "false"})
    assert len(_storlets_run(rows)) == before


def _collected(frame: DataFrame) -> DataFrame:
    frame.collect()
    return frame


@pytest.mark.parametrize(
    ("options", "settings"),
    [
        ({"multiLine": "true"}, {}),
        ({"encoding": "UTF-16"}, {}),
        ({"encoding": "ISO-8859-1"}, {}),
        ({"unescapedQuoteHandling": "BACK_TO_DELIMITER"}, {}),
        ({"unescapedQuoteHandling": "RAISE_ERROR"}, {}),
        ({"maxCharsPerColumn": "5"}, {}),
        ({"maxColumns": "3"}, {}),
        ({"mode": "FAILFAST"}, {"spark.sql.csv.filterPushdown.enabled": "false"}),
    ],
    ids=str,
)
def test_unsupported_queries_are_not_pushed(
    scene: Scene, options: dict[str, str], settings: dict[str, str]
) -> None:
    encoding = options.get("encoding", "UTF-8")
    scene.put('1,é,1,c\n2,"a\nb",2,c\n3,"x"y",3,c\n4,x\n5,x,five,5,5\n6,long enough,6,c\n'.encode(encoding))
    for where in ("a = 'x'", "n > 2", None):
        scene.same(SCHEMA, "b", where, settings=settings, pushed=False, **options)


PRUNING, FILTERS = "parser.columnPruning", "filterPushdown"
MODES = ["PERMISSIVE", "DROPMALFORMED", "FAILFAST"]


@pytest.mark.parametrize(
    ("setting", "mode"),
    few_pairs(
        [PRUNING, FILTERS],
        MODES,
        [(PRUNING, "DROPMALFORMED"), (FILTERS, "PERMISSIVE"), (FILTERS, "FAILFAST")],
    ),
)
def test_settings_of_sparks_parser(scene: Scene, setting: str, mode: str) -> None:
    scene.put('1,x,1,c\n2,y\n3,x,three,c\n4,x,4,4,4\n5,"x\n6,x,6,c\n')
    pushed = setting == PRUNING or mode != "FAILFAST"
    settings = {f"spark.sql.csv.{setting}.enabled": "false"}
    for select in ("n", "n,b", "count(*)"):
        for where in ("a = 'x'", "n > 5", None):
            scene.same(SCHEMA, select, where, mode=mode, pushed=pushed, settings=settings)
    scene.same(SCHEMA, "n", "a = 'x'", mode=mode, columnPruning="false")


def test_partitioned_directories(scene: Scene) -> None:
    for day in (1, 2, 3):
        scene.put(f"{day},x,1\n{day * 10},y,2\n", f"day={day}/name=a b%25/part.csv")
    for where in ("day = 2", "day > 1 AND a = 'x'", "name = 'a b%' AND b = 2", "day = n", None):
        scene.same(SCHEMA, "n,day", where)
        scene.same(SCHEMA, "day", where)
    scene.same(SCHEMA, "count(*)", "day = 2")


def test_metadata_columns(scene: Scene) -> None:
    scene.put(ROWS, "1.csv").put("1,x1,1,c\n", "2.csv")
    metadata = [
        "n",
        "_metadata.file_name",
        "_metadata.file_size",
        "_metadata.file_block_start",
        "_metadata.file_path",
    ]
    scene.same(SCHEMA, metadata, "a = 'x1'")
    scene.same(SCHEMA, metadata, "_metadata.file_name = '2.csv' AND a = 'x1'")
    scene.same(SCHEMA, ["input_file_name()", "n"], "a = 'x1'")


@pytest.fixture
def table(rows: Scene, session: SparkSession) -> Iterator[str]:
    name = f"t_{rows.folder}"
    session.sql(f"CREATE TABLE {name} ({SCHEMA}) USING csv LOCATION '{rows.root}'")
    yield name
    session.sql(f"DROP TABLE {name}")


def test_tables_and_views(rows: Scene, table: str) -> None:
    view = f"CREATE OR REPLACE TEMPORARY VIEW v AS SELECT n, b FROM {table} WHERE a = 'x1'"

    def by_view(session: SparkSession) -> DataFrame:
        session.sql(view)
        return session.sql("SELECT n FROM v WHERE b > 2 ORDER BY n DESC")

    def by_options(session: SparkSession) -> DataFrame:
        session.sql(f"CREATE OR REPLACE TEMPORARY VIEW w ({SCHEMA}) USING csv OPTIONS (path '{rows.root}')")
        return session.sql("SELECT b FROM w WHERE a != 'x1'")

    rows.differential.same(lambda session: session.sql(f"SELECT b FROM {table} WHERE a = 'x2'"))
    rows.differential.same(by_view)
    rows.differential.same(by_options)
    rows.differential.same(lambda session: session.sql(f"SELECT _c2 FROM csv.`{rows.root}` WHERE _c1 = 'x2'"))


def test_columns_with_defaults(scene: Scene, session: SparkSession) -> None:
    scene.put("1,x1,1\n2,x2\n3,x1\nfour,x1,4,4\n\n,x1,\n")
    table = f"t_{scene.folder}"
    session.sql(f"CREATE TABLE {table} (n INT, a STRING DEFAULT 'none') USING csv LOCATION '{scene.root}'")
    try:
        session.sql(f"ALTER TABLE {table} ADD COLUMN b INT DEFAULT 42")
        for select in ("b", "n", "n, b", "*", "count(*)"):
            for where in ("a = 'x1'", "b = 42", "b IS NULL", "b = 1"):
                query = f"SELECT {select} FROM {table} WHERE {where}"
                scene.differential.same(lambda session, query=query: session.sql(query))
    finally:
        session.sql(f"DROP TABLE {table}")


KINDS_OF_TEXT = ["CHAR(4)", "VARCHAR(4)", "STRING COLLATE UTF8_LCASE", "STRING COLLATE UNICODE_CI"]


@pytest.mark.parametrize("kind", few(KINDS_OF_TEXT, [KINDS_OF_TEXT[0], KINDS_OF_TEXT[2]]))
def test_kinds_of_text(scene: Scene, session: SparkSession, kind: str) -> None:
    scene.put("1,x,1\n2,x   ,2\n3,X,3\n4,long,4\n5,,5\n6,é,6\n7,É,7\n")
    table = f"t_{scene.folder}"
    session.sql(f"CREATE TABLE {table} (n INT, a {kind}, b INT) USING csv LOCATION '{scene.root}'")
    try:
        for where in (
            "a = 'x'",
            "a = 'x   '",
            "a LIKE 'x%'",
            "a < 'y'",
            "a IS NULL",
            "a IN ('é', 'X')",
            "b > 3",
        ):
            query = f"SELECT n, a FROM {table} WHERE {where}"
            # Spark does not support LIKE for some collations.
            scene.differential.same(lambda session, query=query: session.sql(query), pushed=None)
    finally:
        session.sql(f"DROP TABLE {table}")


def test_schema_that_is_not_nullable(scene: Scene) -> None:
    scene.put("1,x,1\n2,,2\n,x,3\n")
    for where in ("a = 'x'", "n IS NULL", "b > 1"):
        scene.same("n INT NOT NULL, a STRING NOT NULL, b INT", "n,b", where)


def test_inferred_schemas(scene: Scene) -> None:
    scene.put("n,a,b\n1,x,2015-01-01\n2,y,2015-01-02\n3,x,\n", "1.csv").put("n,a,b\n4.5,x,none\n", "2.csv")
    for options in ({"inferSchema": "true"}, {"inferSchema": "true", "samplingRatio": "0.5"}, {}):
        scene.same(None, "n,b", "a = 'x'", header="true", **options)
    scene.same(None, "_c0", "_c1 = 'x'", inferSchema="true")


def test_distinct_rows_joins_and_limits(rows: Scene) -> None:
    def of(session: SparkSession) -> DataFrame:
        return session.read.schema(SCHEMA).csv(rows.root)

    queries = {
        "distinct": lambda s: of(s).where("b > 2").select("a").distinct(),
        "grouped": lambda s: of(s).where("a != 'x0'").groupBy("a").agg({"n": "sum", "b": "max"}),
        "counted": lambda s: of(s).where("a = 'x1'").groupBy().count(),
        "joined": lambda s: (
            of(s).where("a = 'x1'").select("b").join(of(s).where("a = 'x1'").select("b", "n"), "b")
        ),
        "broadcast": lambda s: of(s).select("n").join(broadcast(of(s).where("b = 3").select("n")), "n"),
        "united": lambda s: of(s).where("b = 1").select("n").union(of(s).where("b = 1").select("n")),
        "subquery": lambda s: of(s).where("a = 'x1'").select("n").subtract(of(s).where("b = 1").select("n")),
        "sorted": lambda s: of(s).where("b = 1").select("n").orderBy("n", ascending=False).limit(5),
    }
    for query in queries.values():
        rows.differential.same(query, ordered=False)
    for most in (0, 1, 7, 1000):
        limited = lambda s, most=most: of(s).where("a = 'x1'").select("n").limit(most)  # noqa: E731
        found = outcome(rows.differential.on, limited)
        require_same(found, outcome(rows.differential.off, limited), ordered=True)


def test_exchange_is_reused(rows: Scene) -> None:
    """Spark must recognize two equal scans, although each has separate metrics."""

    def joined(session: SparkSession) -> DataFrame:
        chosen = session.read.schema(SCHEMA).csv(rows.root).where("a = 'x1'").select("b", "n")
        both = chosen.alias("one").join(chosen.alias("other"), col("one.b") == col("other.b"))
        return both.selectExpr("one.n", "other.n AS m")

    settings = {"spark.sql.autoBroadcastJoinThreshold": "-1", "spark.sql.adaptive.enabled": "false"}
    found = rows.differential.same(joined, ordered=False, settings=settings)
    without = outcome(rows.differential.off, joined, settings)
    assert "ReusedExchange" in without.plan
    assert "ReusedExchange" in found.plan


def test_cached_rows(rows: Scene) -> None:
    wanted = outcome(rows.differential.off, rows.query(SCHEMA, "n", "a = 'x1'"))
    frame = rows.query(SCHEMA, "n,b", "a = 'x1'")(rows.differential.on).cache()
    try:
        for _ in range(2):
            require_same(outcome(rows.differential.on, lambda _: frame.select("n")), wanted, ordered=True)
        assert PUSHED in frame._jdf.queryExecution().executedPlan().toString()
    finally:
        frame.unpersist(blocking=True)


def test_scalar_subqueries_and_dynamic_partitions(scene: Scene) -> None:
    for day in range(4):
        scene.put(f"{day},x,{day}\n{day * 10},y,2\n", f"day={day}/part.csv")

    def query(session: SparkSession) -> DataFrame:
        frame = session.read.schema(SCHEMA).csv(scene.root)
        days = frame.where("a = 'y' AND n = 20").selectExpr("day AS wanted")
        return frame.join(days, frame.day == days.wanted).where("a = 'x'").select("n", "day")

    scene.differential.same(query, ordered=False)


@pytest.mark.parametrize(
    "where", ["a RLIKE 'x[12]'", "length(a) = 2", "n + 1 = 5", "upper(a) = 'X1'", "n % 2 = 0"]
)
def test_predicates_that_stay_with_spark(rows: Scene, where: str) -> None:
    rows.same(SCHEMA, "n", where)
    rows.same(SCHEMA, "n", f"{where} AND b = 1")
    rows.same(SCHEMA, "n", f"{where} OR b = 1")


def test_list_too_long_for_a_request(rows: Scene) -> None:
    many = ", ".join(str(n) for n in range(0, 60_000, 3))
    rows.same(SCHEMA, "a", f"n IN ({many})")
    rows.same(SCHEMA, "a", f"n IN ({many}) AND b = 1")
