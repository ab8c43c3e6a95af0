"""Typed answers of JSON lines, read as batches by compiled queries, have the rows of plain reads."""

import pytest
from pyspark.sql import DataFrame, SparkSession

import json_texts
from differential import Outcome
from scene import SPLITS, Scene
from test_csv_typed import SMALL_SPLITS

pytestmark = [
    pytest.mark.parametrize("session", ["local"], indirect=True),
    pytest.mark.usefixtures("_compiled"),
]

SCHEMA = (
    "n INT, a STRING, b DOUBLE, d DATE, t TIMESTAMP, x DECIMAL(20,3), o BOOLEAN, l BIGINT, "
    "s STRUCT<a: INT, b: ARRAY<STRING>, m: STRUCT<t: TIMESTAMP_NTZ>>, m MAP<STRING, DOUBLE>, "
    "e ARRAY<STRUCT<k: STRING, v: BIGINT>>"
)
# A line of each thousand is in doubt, so that batches with and without complete lines follow each other.
ROWS = "".join(
    f'{{"n":{n},"a":"{"x" * (n % 90)}\\u00e9{n}","b":{n / 7!r},"d":"2015-01-{1 + n % 28:02d}",'
    f'"t":"2015-01-01 00:00:{n % 60:02d}","x":{n}.125,"o":{"true" if n % 3 else "false"},'
    f'"l":{n if n % 1000 else "1e5"},"s":{{"a":{n},"b":["{n}",null,"\\ud83d\\ude00"],'
    f'"m":{{"t":"2015-01-01T00:00:{n % 60:02d}"}}}},"m":{{"k":{n}.5,"{n}":null}},'
    f'"e":[{{"k":"{n % 7}","v":{n}}},{{}},null]}}\n'
    for n in range(8_000)
)
AGGREGATES = ["min(a)", "max(a)", "first(a)", "last(a)", "count(b)", "sum(hash(n,a,b,d,t,x,o,l,s,e))"]
AGGREGATES += ["sum(hash(map_entries(m)))", "max(s.b[0])", "sum(size(m))", "sum(size(e))"]


def same(
    scene: Scene,
    select: list[str],
    where: str = "true",
    *,
    schema: str = SCHEMA,
    settings: dict[str, str] | None = None,
    **options: str,
) -> Outcome:
    """The outcome of a query that is pushed, which must be equal with and without pushdown."""

    def run(session: SparkSession) -> DataFrame:
        frame = session.read.options(**options).schema(schema).json(scene.root)
        return frame.where(where).selectExpr(*select)

    return scene.differential.same(run, settings=settings)


@pytest.mark.parametrize("where", ["true", "n % 2 = 0", "n > 7000 AND a LIKE 'x%'", "l IS NULL"])
@pytest.mark.parametrize("settings", [{}, SMALL_SPLITS], ids=len)
def test_batches_have_the_rows_of_plain_reads(scene: Scene, where: str, settings: dict[str, str]) -> None:
    scene.put(ROWS, "part.json")
    found = same(scene, AGGREGATES, where, settings=settings)
    assert "Answer: typed columns" in found.plan
    assert "ColumnarToRow" in found.plan
    rows = ["l", "a", "t", "x", "CAST(s AS STRING) AS s", "CAST(m AS STRING) AS m", "CAST(e AS STRING) AS e"]
    same(scene, rows, f"n % 100 = 0 AND {where}", settings=settings)


@pytest.mark.parametrize("mode", ["PERMISSIVE", "DROPMALFORMED"])
@pytest.mark.parametrize("columns", ["id,s.b,name", "v,f,p", "d,t", "1"])
def test_complete_lines_stay_in_their_places(scene: Scene, mode: str, columns: str) -> None:
    scene.put(json_texts.lines(2000), "part.json")
    schema = f"{json_texts.SCHEMA}, p decimal(6,2), f float"
    for settings in ({}, SPLITS):
        found = same(scene, columns.split(","), schema=schema, settings=settings, mode=mode)
        assert "Answer: typed columns" in found.plan


def test_partitions_and_file_metadata_are_columns_of_a_batch(scene: Scene) -> None:
    for key in ("1", "2", "__HIVE_DEFAULT_PARTITION__"):
        scene.put('{"n":1,"s":{"a":5}}\n{"n":2}\n', f"k={key}/part.json")
    wanted = ["n", "s", "k", "_metadata.file_name", "_metadata.file_block_start"]
    one_task = {"spark.sql.files.openCostInBytes": "0"}
    same(scene, wanted, "n = 1", schema="n INT, s STRUCT<a: INT>", settings=one_task)


def test_a_limit_ends_a_scan_early(scene: Scene) -> None:
    scene.put(ROWS, "part.json")
    for session in scene.differential.sessions:
        frame = session.read.schema(SCHEMA).json(scene.root).select("n", "l", "s.b")
        assert [row.n for row in frame.limit(3).collect()] == [0, 1, 2]


@pytest.mark.parametrize("schema", ["t TIMESTAMP", "s STRUCT<t: TIMESTAMP>"])
def test_types_that_are_not_exact_are_read_as_text(scene: Scene, schema: str) -> None:
    scene.put('{"t":"2015-01-01 00:00:00","s":{"t":"2015-07-01 00:00:00"},"n":1}\n', "part.json")
    name, settings = schema[0], {"spark.sql.session.timeZone": "Europe/Paris"}
    found = same(scene, [f"CAST({name} AS STRING) AS s"], schema=f"{schema}, n INT", settings=settings)
    assert "typed columns" not in found.plan
