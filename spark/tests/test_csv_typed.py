"""Typed answers, read as batches of columns by compiled queries, have the rows of plain reads."""

import pytest

from scene import SPLITS, Scene
from test_csv_pushdown import MODES, RAGGED

pytestmark = [
    pytest.mark.parametrize("session", ["local"], indirect=True),
    pytest.mark.usefixtures("_compiled"),
]

SCHEMA = "n INT, a STRING, b DOUBLE, d DATE, t TIMESTAMP, x DECIMAL(20,3), o BOOLEAN, l LONG"
# A record of each thousand is in doubt, so that batches with and without complete records follow each other.
ROWS = "".join(
    f"{n},{'x' * (n % 90)}{n},{n / 7!r},2015-01-{1 + n % 28:02d},2015-01-01 00:00:{n % 60:02d},{n}.125,"
    f"{'true' if n % 3 else 'false'},{n if n % 1000 else '1e5'}\n"
    for n in range(25_000)
)
SMALL_SPLITS = SPLITS | {"spark.sql.files.maxPartitionBytes": "700000"}
AGGREGATES = ["min(a)", "max(a)", "first(a)", "last(a)", "count(b)", "sum(hash(n,a,b,d,t,x,o,l))"]


def columnar(scene: Scene, select: str) -> bool:
    """Whether Spark reads batches of columns for a query."""
    frame = scene.query(SCHEMA, select)(scene.differential.on)
    return "ColumnarToRow" in frame._jdf.queryExecution().executedPlan().toString()


@pytest.mark.parametrize("where", [None, "n % 2 = 0", "n > 24000 AND a LIKE 'x%'", "l IS NULL"])
@pytest.mark.parametrize("settings", [{}, SMALL_SPLITS], ids=len)
def test_batches_have_the_rows_of_plain_reads(
    scene: Scene, where: str | None, settings: dict[str, str]
) -> None:
    scene.put(ROWS)
    assert columnar(scene, "n,a")
    found = scene.same(SCHEMA, AGGREGATES, where, settings=settings)
    assert found.reads["splitsFallenBack"] == 0
    scene.same(SCHEMA, "l,a,t,x", f"n % 100 = 0 AND {where or 'true'}", settings=settings)


def test_an_option_that_the_storlet_refuses_leaves_other_queries_typed(scene: Scene) -> None:
    scene.put("1,x\n2,y\n")
    scene.same("n STRING, a STRING", sep="aba", pushed=None)
    found = scene.same("n INT, a STRING")
    assert found.reads["storeBytesRead"] > 0


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("select", ["n,a,b", "b", "count(*)"])
def test_complete_records_stay_in_their_places(scene: Scene, mode: str, select: str) -> None:
    scene.put(RAGGED)
    scene.same("n INT, a STRING, b INT", select, mode=mode)


def test_partitions_and_file_metadata_are_columns_of_a_batch(scene: Scene) -> None:
    for key in ("1", "2", "__HIVE_DEFAULT_PARTITION__"):
        scene.put("1,x\n2,y\n", f"k={key}/s=a/part.csv")
    wanted = ["n", "k", "s", "_metadata.file_name", "_metadata.file_block_start"]
    scene.same("n INT, a STRING", wanted, "a = 'x'", ordered=False)
    scene.same("n INT, a STRING", ["count(*)", "sum(k)"], None)


@pytest.mark.parametrize(
    ("declared", "key"), [("DECIMAL(10,2)", "1.5"), ("DECIMAL(38,10)", "-12345678901234567890.125")]
)
def test_a_partition_has_the_decimal_of_its_folder(scene: Scene, declared: str, key: str) -> None:
    for name in (key, "2", "__HIVE_DEFAULT_PARTITION__"):
        scene.put("1,x\n2,y\n", f"k={name}/part.csv")
    scene.same(f"n INT, a STRING, k {declared}", "n,k", ordered=False)


@pytest.mark.parametrize(
    "rest",
    ["a > 'y\\0'", f"a IN ({', '.join(repr(f'{n:>22}') for n in range(3000))})"],
    ids=["NUL", "long"],
)
def test_a_filter_that_is_not_pushed_spares_rows_an_error(scene: Scene, rest: str) -> None:
    scene.put("".join(f"{n},x{n % 7}\n" for n in range(50)))
    for where in (f"10 / n > 1 AND {rest}", f"CAST(a AS INT) > 1 AND {rest}"):
        found = scene.same("n INT, a STRING", "n,a", where, settings={"spark.sql.ansi.enabled": "true"})
        assert found.rows == ()
        assert "typed columns" not in found.plan


def test_a_limit_ends_a_scan_early(scene: Scene) -> None:
    scene.put(ROWS)
    frame = scene.query(SCHEMA, "n,a,l")
    for session in scene.differential.sessions:
        assert [row.n for row in frame(session).limit(3).collect()] == [0, 1, 2]


def test_a_timestamp_without_a_known_zone_is_read_as_text(scene: Scene) -> None:
    scene.put(ROWS)
    settings = {"spark.sql.session.timeZone": "Europe/Paris"}
    scene.same(SCHEMA, "t,l", "n % 1000 < 3", settings=settings)
    query = scene.query(SCHEMA, "t")
    zone = scene.differential.on.conf.get("spark.sql.session.timeZone")
    scene.differential.on.conf.set(*next(iter(settings.items())))
    try:
        assert (
            "typed columns"
            not in query(scene.differential.on)._jdf.queryExecution().executedPlan().toString()
        )
    finally:
        scene.differential.on.conf.set("spark.sql.session.timeZone", zone)


def test_texts_that_repeat_are_read_from_dictionaries(scene: Scene) -> None:
    cities = ["Delft", "", "Größe", '"Den Haag"']
    scene.put(
        "".join(f"{cities[n % 4]},m{n % 700},{n if n % 5000 else 'x'},{n}\n" for n in range(200_000)),
    )
    schema = "c STRING, m STRING, n INT, t STRING"
    scene.same(schema, ["min(c)", "max(m)", "count(c)", "sum(hash(c,m,n,t))"], None)
    scene.same(schema, "c,m,t", "n % 10000 = 7 OR m = 'm6' AND n < 9000")
    scene.same(schema, ["c", "m"], "t LIKE '%77' AND n IS NULL", settings=SMALL_SPLITS)


def test_a_batch_of_nulls_has_an_empty_dictionary(scene: Scene) -> None:
    scene.put("".join(f"{'' if 70_000 < n < 600_000 else 'Delft'},{n}\n" for n in range(700_000)))
    scene.same("c STRING, n INT", ["count(c)", "max(c)", "sum(hash(c,n))"], None)
