"""The queries of docs/guides/pushdown.md run as written, with pushdown, and return what Spark does."""

import re
from pathlib import Path

import pytest
from pyspark.sql import DataFrame, SparkSession

from differential import PUSHED, outcome, require_same
from scene import Scene
from shell import scala

_DOCUMENT = (Path(__file__).resolve().parents[2] / "docs/guides/pushdown.md").read_text(encoding="utf-8")
_HEADER = "date,index,sumHC,sumHP,vid,city,state,state_abbr,lat,long\n"
_PLACES = (("Rotterdam", "NLD"), ("Paris", "FRA"), ("Utica", "USA"))


def _blocks(language: str) -> list[str]:
    fenced = re.findall(r"^```(\w*)\n(.*?)^```$", _DOCUMENT, re.DOTALL | re.MULTILINE)
    return [block for its, block in fenced if its == language]


def _readings() -> str:
    rows = [
        f"20{14 + day % 2}-01-{day:02}T{hour:02}:00:00,{day * 1.5},{hour * 0.5},{hour},METER{meter},"
        f"{_PLACES[meter][0]},{_PLACES[meter][1]},{meter},51.{meter},4.{meter}"
        for day in range(1, 29)
        for hour in range(0, 24, 6)
        for meter in range(3)
    ]
    return _HEADER + "\n".join(rows) + "\n"


@pytest.fixture
def meters(scene: Scene) -> Scene:
    return scene.put(_readings())


def _frames(session: SparkSession, scene: Scene) -> dict[str, object]:
    """The variables that the page's first program defines."""
    names: dict[str, object] = {"spark": session}
    exec(_blocks("python")[0].replace("s3://bucket/meters", scene.root), names)
    return names


@pytest.mark.parametrize("session", ["local"], indirect=True)
def test_seven_queries(meters: Scene) -> None:
    queries = _blocks("sql")
    assert len(queries) == 7
    for sql in queries:

        def run(session: SparkSession, sql: str = sql) -> DataFrame:
            _frames(session, meters)
            return session.sql(sql)

        found = meters.differential.same(run)
        assert found.rows


@pytest.mark.parametrize("session", ["local"], indirect=True)
def test_python_example(meters: Scene) -> None:
    def run(session: SparkSession) -> DataFrame:
        names = _frames(session, meters)
        exec(_blocks("python")[1], names)
        return names["day"]

    found = meters.differential.same(run)
    plan = run(meters.differential.on)._jdf.queryExecution().explainString(_formatted(meters))
    (shown,) = _blocks("")
    assert all(line in plan for line in shown.splitlines()[1:]), plan
    by_sql = outcome(
        meters.differential.on,
        lambda session: session.sql(_blocks("sql")[6]).select("sDate", "vid", "max"),
    )
    require_same(found, by_sql, ordered=True)


def _formatted(scene: Scene) -> object:
    """Spark's mode of `EXPLAIN FORMATTED`."""
    return scene.differential.on._jvm.org.apache.spark.sql.execution.ExplainMode.fromString("formatted")


@pytest.mark.parametrize("session", ["local"], indirect=True)
def test_scala_example(meters: Scene, class_path: str, tmp_path: Path) -> None:
    names = _frames(meters.differential.on, meters)
    schema = names["meters"].schema.simpleString().removeprefix("struct<").removesuffix(">")
    program = f"""
        spark.read.option("header", true).schema("{schema.replace(",", ", ").replace(":", " ")}")
          .csv("{meters.root}").createOrReplaceTempView("largeMeter")
        {_blocks("scala")[0]}
        println("rows: " + day.count)
        println(day.queryExecution.executedPlan.toString)
        System.exit(0)
        """
    script = tmp_path / "day.scala"
    script.write_text(program, encoding="utf-8")
    output = scala(script, class_path, tmp_path)
    count = meters.differential.on.sql(_blocks("sql")[6]).count()
    assert f"rows: {count}" in output, output
    assert PUSHED in output
