"""A limit is sent to the store if each row that the store counts becomes a row of the result."""

import pytest
from pyspark.sql import DataFrame, SparkSession

from scene import Scene
from soak import few

pytestmark = pytest.mark.parametrize("session", ["local"], indirect=True)

SCHEMA = "n INT, a STRING, b INT"
ROWS = "".join(f"{n},x{n % 4},{n % 7}\n" for n in range(500))
ODD = '1,x1,1\ntwo,x1,2\n3,"x1\n4,x1,4,4\n5,x1\n6,"x1",6\n7,x1,seven\n8,x1,8\n'
SPLITS = {"spark.sql.files.maxPartitionBytes": "600", "spark.sql.files.openCostInBytes": "0"}

FORMATS = {
    "csv": ROWS,
    "json": "".join(f'{{"n": {n}, "a": "x{n % 4}", "b": {n % 7}}}\n' for n in range(500)),
}


def _same(scene: Scene, sql: str, kind: str = "csv", limited: bool = True, settings=None, **options: str):
    def query(session: SparkSession) -> DataFrame:
        frame = session.read.options(**options).schema(SCHEMA).format(kind).load(scene.root)
        frame.createOrReplaceTempView("t")
        return session.sql(sql)

    found = scene.differential.same(query, pushed=None, settings=settings)
    assert ("PushedLimit" in found.plan) == limited, found.plan
    return found


@pytest.mark.parametrize("kind", FORMATS)
@pytest.mark.parametrize("settings", [{}, SPLITS], ids=["whole", "splits"])
def test_limit_is_pushed(scene: Scene, kind: str, settings: dict[str, str]) -> None:
    scene.put(FORMATS[kind])
    for sql, count in (
        ("SELECT n FROM t WHERE a = 'x1' LIMIT 7", 7),
        ("SELECT n + 1, upper(a) FROM t WHERE a = 'x1' AND n > 100 LIMIT 3", 3),
        ("SELECT a FROM t LIMIT 450", 450),
        ("SELECT n FROM t WHERE a = 'x1' LIMIT 1000", 125),
        ("SELECT n FROM t WHERE b = 3 LIMIT 5 OFFSET 2", 5),
        ("SELECT n FROM t WHERE a = 'x1' LIMIT 30 OFFSET 120", 5),
        ("SELECT sum(n) FROM (SELECT n FROM t WHERE b = 3 LIMIT 20)", 1),
        ("(SELECT n FROM t WHERE b = 3 LIMIT 2) UNION ALL (SELECT n FROM t WHERE b = 4 LIMIT 3)", 5),
    ):
        assert len(_same(scene, sql, kind, settings=settings).rows) == count


@pytest.mark.parametrize("kind", FORMATS)
@pytest.mark.parametrize(
    ("where", "limited"),
    [
        ("k = 3 OR n >= 150", False),
        ("(k = 1 AND n > 170) OR (k = 2 AND n > 490)", False),
        ("k = 2 AND n >= 150", True),
    ],
)
def test_limit_beside_filters_of_partitions(scene: Scene, kind: str, where: str, limited: bool) -> None:
    for key in (1, 2):
        scene.put(FORMATS[kind], f"k={key}/part.{kind}")
    for columns in ("n, k", "n, a, b, k"):
        _same(scene, f"SELECT {columns} FROM t WHERE {where} LIMIT 30", kind, limited)
        count = f"SELECT count(*) FROM (SELECT {columns} FROM t WHERE {where} LIMIT 30)"
        assert _same(scene, count, kind, limited).rows == ("(30,)",)


def test_rows_outside_a_limit_are_not_returned(scene: Scene) -> None:
    scene.put(ROWS)
    query = scene.query(SCHEMA, "n", "a = 'x1'")
    found = scene.differential.same(lambda session: query(session).limit(9).offset(4))
    assert "PushedLimit: 9" in found.plan
    assert len(found.rows) == 5


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT n FROM t WHERE length(a) > 1 AND b = 3 LIMIT 7",
        "SELECT n FROM t WHERE a = 'x1' AND rand(1) < 0.9 LIMIT 7",
        "SELECT n FROM t WHERE a = 'x1' ORDER BY b, n LIMIT 7",
        "SELECT count(*) FROM t LIMIT 7",
        "SELECT n FROM t WHERE b = 3 OFFSET 2",
        "SELECT sum(n) FROM (SELECT n FROM t WHERE b = 3 LIMIT 20 OFFSET 3)",
        "SELECT n FROM t WHERE a = 'x1' ORDER BY b, n LIMIT 7 OFFSET 2",
    ],
)
def test_limit_above_filters_or_sorts_is_not_pushed(scene: Scene, sql: str) -> None:
    scene.put(ROWS)
    _same(scene, sql, limited=False)


@pytest.mark.parametrize("mode", ["PERMISSIVE", "DROPMALFORMED", "FAILFAST"])
@pytest.mark.parametrize("rows", few(range(9), [1, 4]))
def test_malformed_or_doubtful_rows(scene: Scene, mode: str, rows: int) -> None:
    scene.put(ODD)
    for select in ("n", "b", "n, b"):
        for where in ("a = 'x1'", "b > 1", "n IS NULL"):
            sql = f"SELECT {select} FROM t WHERE {where} LIMIT {rows}"
            _same(scene, sql, limited=mode != "DROPMALFORMED" and rows > 0, mode=mode)


def test_limit_of_zero_sends_no_request(scene: Scene) -> None:
    scene.put(ROWS)
    assert _same(scene, "SELECT n FROM t WHERE a = 'x1' LIMIT 0", limited=False).rows == ()
