"""Aggregates of JSON lines computed in the store equal Spark's, including unusual lines."""

import gzip
import os
import random

import pytest
from pyspark.sql import DataFrame, SparkSession

from json_texts import LAX, SCHEMA, SEED, lines
from scene import EVERY_TWO_BYTES, SPLITS, Scene
from soak import few

pytestmark = pytest.mark.parametrize("session", ["local"], indirect=True)

DRAWS = int(os.environ.get("HEADWATER_AGGREGATE_DRAWS", "3"))
TYPED = f"{SCHEMA}, p decimal(6,2), f float"

QUERIES = (
    "SELECT count(*), count(n), sum(id), min(n), max(n), avg(id), min(name), max(name) FROM t",
    "SELECT name, count(*), sum(id) FROM t WHERE id > 20 GROUP BY name",
    "SELECT SUBSTRING(name, 1, 1), max(v), min(d), max(t) FROM t GROUP BY 1",
    "SELECT b, d, t, count(*) FROM t GROUP BY b, d, t",
    "SELECT p, count(f), sum(p), avg(p), min(f), max(f) FROM t WHERE f < 5 GROUP BY p",
    "SELECT name, first(id), first(f), first(v), count(*) FROM t GROUP BY name",
    "SELECT n FROM t WHERE name IN ('a', 'é') GROUP BY n",
    "SELECT count(*) FROM t WHERE NOT (v < 2 OR name IS NULL)",
    "SELECT sum(id) FROM t WHERE extra IS NOT NULL",
)
FUNCTIONS = (
    "count(*)",
    "count(v)",
    "sum(n)",
    "sum(id)",
    "avg(id)",
    "min(t)",
    "max(name)",
    "min(v)",
    "max(b)",
    "sum(p)",
    "avg(p)",
    "max(p)",
    "min(f)",
)
GROUPS = ("name", "n", "b", "d", "t", "SUBSTRING(name, 2, 3)")
FILTERS = ("n > 1", "v <= 2", "name = 'a'", "b", "id < 300", "d IS NULL", "NOT (v < 2 OR name IS NULL)")


def _same(
    scene: Scene, sql: str, *, settings: dict | None = None, pushed: bool = True, **options: str
) -> None:
    def run(session: SparkSession) -> DataFrame:
        session.read.options(**options).schema(TYPED).json(scene.root).createOrReplaceTempView("t")
        return session.sql(sql)

    found = scene.differential.same(run, ordered=False, settings=settings, pushed=None)
    assert ("PushedAggregates" in found.plan) == pushed, found.plan
    if pushed:
        assert found.reads["splitsPushed"], found.reads
        assert not found.reads["splitsFallenBack"], found.reads


def _put(scene: Scene, count: int = 600) -> None:
    scene.put(lines(count), "part.json")


@pytest.mark.parametrize("mode", ["PERMISSIVE", "DROPMALFORMED"])
def test_aggregates_equal_sparks(scene: Scene, mode: str) -> None:
    _put(scene)
    for sql in QUERIES:
        _same(scene, sql, settings=SPLITS, mode=mode)


@pytest.mark.parametrize("count", few([2, 5], [2]))
def test_every_split_size(scene: Scene, count: int) -> None:
    _put(scene, count)
    _same(scene, "SELECT name, count(*), sum(id) FROM t GROUP BY name", settings=EVERY_TWO_BYTES)


def test_compressed_files(scene: Scene) -> None:
    scene.put(gzip.compress(lines().encode()), "part.json.gz")
    _same(scene, "SELECT name, sum(id) FROM t GROUP BY name")


def test_line_separators(scene: Scene) -> None:
    scene.put(lines(50).replace("\n", "\x01"), "part.json")
    _same(scene, "SELECT name, sum(id) FROM t GROUP BY name", lineSep="\x01")


def test_names_with_slashes(scene: Scene) -> None:
    scene.put('{"a/b~": 1, "c": "x"}\n{"a/b~": 2, "c": "x"}\n', "part.json")

    def run(session: SparkSession) -> DataFrame:
        session.read.schema("`a/b~` int, c string").json(scene.root).createOrReplaceTempView("t")
        return session.sql("SELECT c, sum(`a/b~`) FROM t GROUP BY c")

    assert "PushedAggregates" in scene.differential.same(run).plan


@pytest.mark.parametrize(
    ("sql", "options"),
    [
        ("SELECT sum(v) FROM t", {}),
        ("SELECT sum(s.a) FROM t", {}),
        ("SELECT sum(id) FROM t", {"encoding": "UTF-8"}),
        ("SELECT count(DISTINCT n) FROM t", {}),
        ("SELECT sum(n) FROM t WHERE length(name) > 1", {}),
        ("SELECT count(*) FROM t", {"mode": "FAILFAST", "allowSingleQuotes": "true"}),
        ("SELECT max(d) FROM t", {"dateFormat": "dd.MM.yyyy"}),
    ],
)
def test_unsupported_aggregates_are_not_pushed(scene: Scene, sql: str, options: dict) -> None:
    scene.put('{"id": 1, "name": "a", "v": 1.5, "n": 2, "d": "2015-01-01"}\n' * 3, "part.json")
    _same(scene, sql, pushed=False, **options)


@pytest.mark.parametrize("seed", few(range(SEED, SEED + 2), [SEED]))
def test_drawn_aggregates(scene: Scene, seed: int) -> None:
    """Functions, groups and filters, drawn from one seed."""
    draw = random.Random(seed)
    _put(scene)
    for turn in range(DRAWS):
        by = draw.sample(GROUPS, draw.randint(0, 2))
        select = ", ".join([*by, *draw.sample(FUNCTIONS, draw.randint(1, 4))])
        where = " AND ".join(["TRUE", *draw.sample(FILTERS, draw.randint(0, 2))])
        sql = f"SELECT {select} FROM t WHERE {where}" + (f" GROUP BY {', '.join(by)}" if by else "")
        options = draw.choice(({}, {"mode": "DROPMALFORMED"}, LAX))
        try:
            _same(scene, sql, settings=SPLITS if draw.random() < 0.5 else None, **options)
        except AssertionError as error:
            raise AssertionError(f"HEADWATER_SEED={seed}, turn {turn}, {options}: {sql}") from error


def test_malformed_record_column_must_be_a_string(scene: Scene) -> None:
    scene.put('{"id": 1}\n', "part.json")

    def run(session: SparkSession) -> DataFrame:
        session.read.schema("id int, _corrupt_record int").json(scene.root).createOrReplaceTempView("t")
        return session.sql("SELECT sum(id) FROM t")

    assert scene.differential.same(run, pushed=None).failure


def test_times_that_only_the_legacy_parser_reads_fail(scene: Scene) -> None:
    scene.put('{"d": "2015-01-01x", "id": 1}\n{"d": "2015-01-01", "id": 7}\n', "part.json")
    policy = {"spark.sql.legacy.timeParserPolicy": "EXCEPTION"}
    _same(scene, "SELECT max(d) FROM t WHERE id > 5", settings=policy, pushed=False)
