"""JSON lines read by pushdown equal the rows that Spark reads itself, including malformed lines."""

import gzip

import pytest
from pyspark.sql import DataFrame, SparkSession

from json_texts import LAX, SCHEMA, lines
from scene import EVERY_TWO_BYTES, SPLITS, Scene
from soak import few

pytestmark = pytest.mark.parametrize("session", ["local"], indirect=True)

PUSHED = "Pushdown: storlet jsonl"


def _same(
    scene: Scene, select: str, where: str, *, settings: dict | None = None, schema=SCHEMA, **options: str
):
    def run(session: SparkSession) -> DataFrame:
        frame = session.read.options(**options).schema(schema).json(scene.root)
        return frame.where(where).selectExpr(*select.split(","))

    return scene.differential.same(run, ordered=False, settings=settings)


QUERIES = (
    ("id", "n = 1"),
    ("id,name", "name = 'a' AND v > 1"),
    ("count(*)", "TRUE"),
    ("id,s", "s.a = 1"),
    ("id,t", "t >= timestamp'2015-01-01 00:00:00Z'"),
    ("id,d", "d = date'2015-01-01'"),
    ("name", "n IS NULL"),
    ("id", "b"),
    ("id,extra", "extra IS NULL AND id < 100"),
    ("v", "NOT (v < 2 OR name IS NULL)"),
    ("id", "name IN ('a', 'é')"),
    ("name", "name LIKE 'q%'"),
    ("n", "n > 5"),
    ("s.b", "id > 10"),
)


@pytest.mark.parametrize(
    ("mode", "options"),
    [("PERMISSIVE", {}), ("DROPMALFORMED", {"allowSingleQuotes": "false"}), ("PERMISSIVE", LAX)],
    ids=["plain", "strict", "lax"],
)
def test_rows_equal_sparks(scene: Scene, mode: str, options: dict[str, str]) -> None:
    scene.put(lines(), "part.json")
    for select, where in QUERIES:
        found = _same(scene, select, where, settings=SPLITS, mode=mode, **options)
        assert PUSHED in found.plan, found.plan


@pytest.mark.parametrize("count", few([2, 5], [2]))
def test_every_split_size(scene: Scene, count: int) -> None:
    scene.put(lines(count), "part.json")
    _same(scene, "id,name", "n IS NULL OR n > 0", settings=EVERY_TWO_BYTES)


def test_compressed_files(scene: Scene) -> None:
    scene.put(gzip.compress(lines().encode()), "part.json.gz")
    _same(scene, "id", "name = 'a'")


def test_line_separators(scene: Scene) -> None:
    scene.put(lines(50).replace("\n", "\x01"), "part.json")
    _same(scene, "id", "id > 7", lineSep="\x01")


@pytest.mark.parametrize(
    ("schema", "options"),
    [
        (SCHEMA, {"mode": "FAILFAST"}),
        (SCHEMA, {"multiLine": "true"}),
        (SCHEMA + ", _corrupt_record string", {}),
        (SCHEMA, {"maxStringLen": "100000"}),
        ("id binary, name string", {}),
    ],
    ids=["fail-fast", "multi-line", "corrupt-record", "bounds", "binary"],
)
def test_filters_the_store_cannot_evaluate_are_not_pushed(scene: Scene, schema: str, options: dict) -> None:
    scene.put('{"id": 1, "name": "a"}\n{"id": 2, "name": "b"}\n', "part.json")
    select = "id,_corrupt_record" if "_corrupt" in schema else "id"

    def run(session: SparkSession) -> DataFrame:
        return session.read.options(**options).schema(schema).json(scene.root).selectExpr(*select.split(","))

    found = scene.differential.same(run, pushed=False)
    assert "Pushdown: none" in found.plan
