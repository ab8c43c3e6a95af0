"""Aggregates computed in the store equal Spark's, also for rows that the store cannot decide."""

import gzip
import os
import random

import pytest
from pyspark.sql import DataFrame, SparkSession

from differential import outcome
from scene import EVERY_TWO_BYTES, SPLITS, Scene
from soak import few

pytestmark = pytest.mark.parametrize("session", ["local"], indirect=True)

SCHEMA = (
    "day STRING, price DECIMAL(20,3), city STRING, n INT, big BIGINT, ratio DOUBLE, at TIMESTAMP, b BOOLEAN"
)
DRAWS = int(os.environ.get("HEADWATER_AGGREGATE_DRAWS", "4"))
SEED = int(os.environ.get("HEADWATER_SEED", "20261121"))

QUERIES = (
    "SELECT count(*), count(n), sum(n), min(n), max(n), avg(n), min(city), max(city) FROM t",
    "SELECT sum(price), avg(price), min(price), max(price), count(price) FROM t WHERE price > 0",
    "SELECT SUBSTRING(day, 0, 10) d, city, sum(price) FROM t WHERE day LIKE '2015-03%' GROUP BY 1, 2",
    "SELECT SUBSTRING(day, 6, 2) m, max(n) - min(n), 1 + sum(big) FROM t GROUP BY 1 HAVING count(*) > 3",
    "SELECT n, count(*) FROM t WHERE city = 'Paris' GROUP BY n",
    "SELECT b, at, count(*) FROM t GROUP BY b, at",
    "SELECT price, min(ratio), max(ratio) FROM t GROUP BY price",
    "SELECT city FROM t GROUP BY city",
    "SELECT sum(n), count(*) FROM t WHERE city = 'nowhere'",
    "SELECT city, count(*) c FROM (SELECT upper(city) u, city, n FROM t) WHERE n > 10 GROUP BY city",
    "SELECT count(*) FROM t WHERE NOT (n > 100 OR city IS NULL)",
)


PRICES = ("1.25", "2.500", "-3.75", "0.0005", "abc", "", "1e2", "+7", "99999999999999999.999")
CITIES = ("Rotterdam", "Paris", '"Ro""me"', '"Paris"', "", '""', "Zürich", '"a,b"', 'Ro"me')
ODD_NUMBERS = ("x", "", "2147483648", " 1", "07")
RATIOS = ("NaN", "-0.0", "0", "", "1e400", "0x1")
TIMES = ("2015-01-01 00:00:00Z", "2015-01-01 00:00:00.5Z", "2015-01-01T01:00:00+01:00", "2015-1-1", "")


def _rows(seed: int, count: int = 1500) -> str:
    """Rows, some of which are malformed, short, long, quoted, or not of their columns' types."""
    draw = random.Random(seed)
    columns = (
        lambda: f"2015-{draw.randint(1, 12):02}-{draw.randint(1, 28):02}T00:00",
        lambda: draw.choice(PRICES),
        lambda: draw.choice(CITIES),
        lambda: draw.choice((str(draw.randint(0, 200)), str(draw.randint(0, 9)), *ODD_NUMBERS)),
        lambda: draw.choice((str(draw.randint(-(10**12), 10**12)), "", "9e3")),
        lambda: draw.choice((f"{draw.uniform(-5, 5):.3f}", *RATIOS)),
        lambda: draw.choice(TIMES),
        lambda: draw.choice(("true", "FALSE", "1", "")),
    )
    lines = []
    for _ in range(count):
        line = ",".join(column() for column in columns)
        odd = draw.random()
        lines.append(line if odd < 0.97 else line.rpartition(",")[0] if odd < 0.985 else line + ",more")
    return "\n".join(lines) + "\n"


@pytest.fixture
def rows(scene: Scene) -> Scene:
    return scene.put(_rows(SEED))


def _query(scene: Scene, sql: str, schema: str = SCHEMA, **options: str):
    def run(session: SparkSession) -> DataFrame:
        session.read.options(**options).schema(schema).csv(scene.root).createOrReplaceTempView("t")
        return session.sql(sql)

    return run


def _same(scene: Scene, sql: str, settings: dict[str, str] | None = None, **options: str):
    found = scene.differential.same(_query(scene, sql, **options), ordered=False, settings=settings)
    assert "PushedAggregates" in found.plan, found.plan
    return found


@pytest.mark.parametrize("sql", QUERIES)
def test_aggregates_equal_sparks(rows: Scene, sql: str) -> None:
    _same(rows, sql, SPLITS)


SORTED = "SELECT city, sum(n) s FROM t WHERE n < 150 GROUP BY city HAVING count(*) > 2 ORDER BY s DESC, city"
CITIES_SORTED = "SELECT city, count(*) c FROM t GROUP BY city ORDER BY city"
NUMBERED = "SELECT *, monotonically_increasing_id() id, spark_partition_id() p FROM"


def _sorted_alike(rows: Scene, query, settings: dict[str, str] | None = None, *, one_task: bool) -> None:
    """The results are equal, and a sort is in one task only where it should be."""
    found = rows.differential.same(query, settings=settings or SPLITS)
    assert ("Coalesce 1" in found.plan) == one_task, found.plan
    without = outcome(rows.differential.off, query, settings or SPLITS)
    assert "Coalesce 1" not in without.plan, without.plan


@pytest.mark.parametrize(
    "sql",
    [
        SORTED,
        "SELECT SUBSTRING(day, 0, 7) d, max(n) m, 2 * count(*) c FROM t GROUP BY 1 ORDER BY 1",
        "SELECT sum(n) s FROM t GROUP BY b ORDER BY b, s",
        "SELECT city, bit_xor(n) x FROM t WHERE n < 150 GROUP BY city ORDER BY city",
        "SELECT city, count(*) FROM t GROUP BY city HAVING count(*) < 0 ORDER BY city",
        "SELECT b, max(city) m, sum(n) s FROM t GROUP BY b ORDER BY b, s",
    ],
)
def test_small_answer_is_sorted_in_one_task(rows: Scene, sql: str) -> None:
    _sorted_alike(rows, _query(rows, sql), one_task=True)


def test_answer_that_spark_sorts_in_several_tasks_is_sorted_in_one(rows: Scene) -> None:
    settings = SPLITS | {"spark.sql.adaptive.coalescePartitions.minPartitionSize": "2k"}
    query = _query(rows, "SELECT big, count(*) c FROM t GROUP BY big ORDER BY big, c")

    def partitions(session: SparkSession) -> DataFrame:
        return session.createDataFrame([(query(session).rdd.getNumPartitions(),)], "number INT")

    _sorted_alike(rows, query, settings, one_task=True)
    assert outcome(rows.differential.off, partitions, settings).rows != ("(1,)",)
    assert outcome(rows.differential.on, partitions, settings).rows == ("(1,)",)


TIES = "".join(f"g{number},{'' if number % 5 == 4 else number % 3},{number}\n" for number in range(40))


@pytest.mark.parametrize("order", ["k", "k DESC NULLS LAST"])
def test_ties_of_a_single_number_keep_sparks_order(scene: Scene, order: str) -> None:
    sql = f"SELECT g, k, count(*) FROM t GROUP BY g, k ORDER BY {order}"
    found = scene.put(TIES).differential.same(_query(scene, sql, "g STRING, k INT, n INT"))
    assert "Coalesce 1" not in found.plan, found.plan


@pytest.mark.parametrize("order", ["v, count(*)", "v"])
def test_ties_of_other_keys_keep_sparks_order_in_one_task(scene: Scene, order: str) -> None:
    sql = f"SELECT g, k, v FROM t WHERE k < 99 GROUP BY g, k, v ORDER BY {order}"
    query = _query(scene, sql, "g STRING, v STRING, k INT")
    found = scene.put(TIES).differential.same(query, pushed=None)
    assert "Coalesce 1" in found.plan, found.plan


def test_averages_of_large_decimals_equal_sparks(scene: Scene) -> None:
    draw = random.Random(SEED)
    cents = (draw.randrange(99 * 10**9, 10**11) for _ in range(140_000))
    scene.put("".join(f"{each / 100:.2f},{'p' * 53}\n" for each in cents))
    query = _query(scene, "SELECT avg(d), sum(d), count(d) FROM t", "d DECIMAL(11,2), p STRING")
    found = scene.differential.same(query, pushed=None, settings={"spark.sql.files.minPartitionNum": "1"})
    assert "PushedAggregates" in found.plan, found.plan


def test_list_aggregates_are_sorted_by_several_tasks(rows: Scene) -> None:
    query = _query(rows, "SELECT city, collect_list(n) FROM t WHERE n < 150 GROUP BY city ORDER BY city")
    _sorted_alike(rows, query, one_task=False)


@pytest.mark.parametrize(
    "setting",
    [
        {"coalescePartitions.minPartitionSize": "1"},
        {"coalescePartitions.minPartitionNum": "3"},
        {"coalescePartitions.enabled": "false"},
        {"applyFinalStageShuffleOptimizations": "false"},
    ],
    ids=str,
)
def test_settings_that_keep_several_sort_tasks_are_respected(rows: Scene, setting: dict[str, str]) -> None:
    settings = SPLITS | {f"spark.sql.adaptive.{name}": value for name, value in setting.items()}
    _sorted_alike(rows, _query(rows, SORTED), settings, one_task=False)


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT city, explode(sequence(1, 9)) e FROM t GROUP BY city ORDER BY 1, 2",
        "SELECT repeat(city, 100) r, count(*) FROM t GROUP BY city ORDER BY 1",
        "SELECT * FROM (SELECT city, count(*) c FROM t GROUP BY city) ORDER BY city, 1 / (c - c)",
        "SELECT city FROM t WHERE n = 7 ORDER BY city, n",
        f"{NUMBERED} ({CITIES_SORTED})",
        "SELECT city, count(*) c, spark_partition_id() p FROM t GROUP BY city ORDER BY city",
        f"{NUMBERED} (({CITIES_SORTED}) UNION ALL ({CITIES_SORTED.replace('count(*)', 'max(n)')}))",
    ],
)
def test_sort_below_other_operators_is_sparks(rows: Scene, sql: str) -> None:
    _sorted_alike(rows, _query(rows, sql), one_task=False)


def test_rows_read_by_spark_are_sorted_by_spark(rows: Scene) -> None:
    found = rows.differential.same(_query(rows, SORTED, multiLine="true"), pushed=False, settings=SPLITS)
    assert "Coalesce 1" not in found.plan, found.plan


def test_cached_frame_is_sorted_by_spark(rows: Scene) -> None:
    def run(session: SparkSession) -> DataFrame:
        _query(rows, CITIES_SORTED)(session).cache().createOrReplaceTempView("kept")
        return session.sql(f"{NUMBERED} kept")

    rows.differential.same(run, pushed=None, settings=SPLITS)


def test_requested_ranges_are_preserved(rows: Scene) -> None:
    def run(session: SparkSession) -> DataFrame:
        return _query(rows, SORTED)(session).repartitionByRange(3, "s").sort("s")

    found = rows.differential.same(run, settings=SPLITS, ordered=False)
    assert "Coalesce 1" not in found.plan, found.plan


def test_decimals_of_few_digits(rows: Scene) -> None:
    narrow = SCHEMA.replace("DECIMAL(20,3)", "DECIMAL(7,3)")
    sql = "SELECT city, sum(price), avg(price), max(price) FROM t GROUP BY city"
    _same(rows, sql, SPLITS, schema=narrow)


@pytest.mark.parametrize("count", few([4, 12], [4]))
def test_every_split_size(scene: Scene, count: int) -> None:
    scene.put(_rows(SEED, count))
    _same(scene, "SELECT city, count(*), sum(n) FROM t GROUP BY city", EVERY_TWO_BYTES)


def test_partition_columns_are_grouped_by(scene: Scene) -> None:
    for number in range(3):
        scene.put(_rows(number, 200), f"k={number}/part.csv")
    sql = "SELECT city, k, sum(n), count(*) FROM t WHERE k > 0 AND n < 150 GROUP BY city, k"
    _same(scene, sql)


def test_compressed_files(scene: Scene) -> None:
    scene.put(gzip.compress(_rows(SEED).encode()), "part.csv.gz")
    _same(scene, "SELECT city, sum(price) FROM t GROUP BY city")


def test_overflow_is_reported_by_spark(scene: Scene) -> None:
    scene.put(f",,a,,{2**63 - 1},,,\n" * 3 + ",,b,,5,,,\n")
    for ansi in ("true", "false"):
        sql = "SELECT city, sum(big) FROM t GROUP BY city"
        query = _query(scene, sql)
        scene.differential.same(query, ordered=False, settings={"spark.sql.ansi.enabled": ansi})


def test_first_of_a_split_is_the_first_row(rows: Scene) -> None:
    _same(rows, "SELECT SUBSTRING(day, 0, 7), first(b), first(n), count(*) FROM t GROUP BY 1")


def test_first_equals_sparks_when_spark_sorts_by_groups(scene: Scene) -> None:
    scene.put("1,a\n2,x\n2,y\n1,c\n,b\n1,d\n2,e\n")
    query = _query(scene, "SELECT k, first(v) FROM t GROUP BY k", "k INT, v STRING")
    found = scene.differential.same(query, pushed=None, ordered=False)
    assert "PushedAggregates" not in found.plan, found.plan


def test_floating_sums_are_computed_by_spark_by_default(rows: Scene) -> None:
    sql = "SELECT city, sum(ratio) FROM t WHERE ratio > 0 AND ratio < 9 GROUP BY city"
    query = _query(rows, sql)
    found = rows.differential.same(query, ordered=False)
    assert "PushedAggregates" not in found.plan
    wanted = {"spark.headwater.pushdown.floatingSums": "true"}
    pushed = outcome(rows.differential.on, query, wanted)
    assert "PushedAggregates" in pushed.plan
    plain = dict(eval(row) for row in found.rows)
    assert {city: pytest.approx(total) for city, total in plain.items()} == dict(map(eval, pushed.rows))


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT city, count(DISTINCT n) FROM t GROUP BY city",
        "SELECT ratio, count(*) FROM t GROUP BY ratio",
        "SELECT city, sum(n * 2) FROM t GROUP BY city",
        "SELECT city, sum(n) FROM t WHERE length(city) > 3 GROUP BY city",
        "SELECT city, sum(n) FILTER (WHERE n > 3) FROM t GROUP BY city",
        "SELECT city, size(collect_set(n)) FROM t GROUP BY city",
    ],
)
def test_unsupported_aggregates_are_not_pushed(rows: Scene, sql: str) -> None:
    found = rows.differential.same(_query(rows, sql), ordered=False)
    assert "PushedAggregates" not in found.plan


@pytest.mark.parametrize("seed", few(range(SEED, SEED + 3), [SEED]))
def test_drawn_aggregates(scene: Scene, seed: int) -> None:
    """Columns, functions, groups and filters, drawn from one seed."""
    draw = random.Random(seed)
    scene.put(_rows(seed + 1, 800))
    for turn in range(DRAWS):
        sql = _drawn(draw)
        settings = SPLITS if draw.random() < 0.5 else {}
        mode = draw.choice(("PERMISSIVE", "DROPMALFORMED", "FAILFAST"))
        if mode == "FAILFAST":
            settings = {}  # if several splits fail, Spark reports the first
        query = _query(scene, sql, mode=mode)
        try:
            scene.differential.same(query, ordered=False, settings=settings)
        except AssertionError as error:
            raise AssertionError(f"HEADWATER_SEED={seed}, turn {turn}, {mode}: {sql}") from error


FUNCTIONS = """count(*);count(price);sum(n);sum(price);avg(price);avg(n);min(at);max(city);min(ratio);max(b);
sum(big);min(price);max(n)""".replace("\n", "").split(";")
GROUPS = ("city", "n", "price", "b", "at", "SUBSTRING(day, 0, 7)", "SUBSTRING(city, 2, 3)")
FILTERS = """n > 50;price <= 2.5;city = 'Paris';day LIKE '2015-0%';n IS NULL;city IN ('Rotterdam', '');
ratio < 1.5;b;NOT (n = 7 OR price IS NULL);at >= TIMESTAMP '2015-01-01 00:00:00Z'""".replace("\n", "").split(
    ";"
)


def _drawn(draw: random.Random) -> str:
    by = draw.sample(GROUPS, draw.randint(0, 2))
    select = ", ".join([*by, *draw.sample(FUNCTIONS, draw.randint(1, 4))])
    where = " AND ".join(["TRUE", *draw.sample(FILTERS, draw.randint(0, 2))])
    grouped = f" GROUP BY {', '.join(by)}" if by else ""
    return f"SELECT {select} FROM t WHERE {where}{grouped}"
