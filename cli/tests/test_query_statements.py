"""`headwater query`: statements of SQL over objects of a real store."""

import json
import os
import pty
import subprocess

import duckdb
import pyarrow as pa
import pytest
from pyarrow import parquet

import headwater
from headwater.core.errors import HeadwaterError
from headwater.queries import parts
from headwater.queries.objects import Layout
from headwater.queries.query import Source
from headwater.queries.statement import execute
from query_support import CONDITIONS, SCHEMA
from store_support import HEADWATER
from store_support import headwater as command
from terminal_support import shown

pytestmark = pytest.mark.usefixtures("s3_environment")


def test_the_command_prints_every_format(shelf, tmp_path):
    shelf.put("sales.csv", b"city,n,day\nDelft,1,2026-01-01\nGouda,2,\nDelft,3,2026-01-03\n")
    uri = shelf.uri("sales.csv")
    statement = f"SELECT city, sum(n) AS total FROM '{uri}' WHERE n < 9 GROUP BY city ORDER BY city"
    expected = {
        "table": "city   total\nDelft      4\nGouda      2\n",
        "csv": '"city","total"\n"Delft",4\n"Gouda",2\n',
        "json": '{"city": "Delft", "total": 4}\n{"city": "Gouda", "total": 2}\n',
    }
    for kind, text in expected.items():
        done = command("query", statement, "--format", kind)
        assert (done.returncode, done.stdout) == (0, text), done.stderr
    file = tmp_path / "result.parquet"
    assert command("query", statement, "--format", "parquet", "--output", file).returncode == 0
    assert parquet.read_table(file)["city"].to_pylist() == ["Delft", "Gouda"]
    for statement, reason, *options in (
        ("DROP TABLE sales", "cannot be parsed"),
        ("", "there are 0 statements"),
        ("SELECT 1; SELECT 2", "there are 2 statements"),
        ("SELECT * FROM sales", "Table with name sales does not exist"),
        (f"SELECT * FROM '{uri}'", "the schema 'n BLURB' cannot be parsed", "--schema", "n BLURB"),
        (f"SELECT * FROM '{uri}'", "the separator ';;' is not one ASCII character", "--separator", ";;"),
    ):
        wrong = command("query", statement, *options)
        assert (wrong.returncode, wrong.stderr.count("\n")) == (1, 2)
        assert reason in wrong.stderr
        assert "\\n" not in wrong.stderr


def test_a_result_that_cannot_be_written_leaves_the_file(tmp_path):
    file = tmp_path / "kept.csv"
    file.write_text("kept", encoding="utf-8")
    done = command("query", "SELECT [1] AS a", "--format", "csv", "--output", file)
    assert (done.returncode, file.read_text(encoding="utf-8")) == (1, "kept")
    assert "the result cannot be written as csv" in done.stderr


def test_values_that_a_format_does_not_have():
    numbers = "'nan'::DOUBLE AS a, [1.5, '-inf'::DOUBLE] AS b"
    values = f"SELECT {numbers}, 'x'::BLOB AS c, {{'d': 2.50::DECIMAL(4, 2)}} AS e"
    done = command("query", values, "--format", "json")
    assert json.loads(done.stdout) == {"a": "NaN", "b": [1.5, "-Infinity"], "c": "eA==", "e": {"d": "2.50"}}
    done = command("query", values, "--format", "csv")
    assert (done.returncode, done.stdout) == (1, "")
    assert "the result cannot be written as csv" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_table_has_plain_numbers_and_truth_values_by_their_names(tmp_path):
    values = (
        "(12345, 1.50::DECIMAL(4, 2), true, [1, 2], {'x': false}), (-7, NULL, false, [], NULL)",
        "t(whole, exact, truth, list, row)",
    )
    expected = (
        "whole  exact  truth  list    row         ",
        "12345   1.50  true   [1, 2]  {'x': false}",
        "   -7         false  []                  ",
    )
    file = tmp_path / "result.txt"
    done = command("query", f"SELECT * FROM (VALUES {values[0]}) {values[1]}", "--output", file)
    assert (done.returncode, done.stdout) == (0, ""), done.stderr
    assert file.read_text().splitlines() == list(expected)


def test_columns_of_one_name_are_numbered(tmp_path):
    statement = "SELECT 1 AS a, 2 AS a, 3 AS a_1, 4 AS a"
    names = ["a", "a_2", "a_1", "a_3"]
    done = command("query", statement, "--format", "json")
    assert json.loads(done.stdout) == dict(zip(names, [1, 2, 3, 4], strict=True)), done.stderr
    assert command("query", statement).stdout.split() == [*names, "1", "2", "3", "4"]
    file = tmp_path / "result.parquet"
    command("query", statement, "--format", "parquet", "--output", file)
    assert parquet.read_table(file).column_names == names


def test_a_terminal_sees_how_much_a_query_has_read(shelf):
    ours, theirs = pty.openpty()
    statement = f"SELECT count(*) AS rows FROM '{shelf.uri('meters.csv')}'"
    done = subprocess.run([HEADWATER, "query", statement], stdout=subprocess.PIPE, stderr=theirs, check=True)
    os.close(theirs)
    length = shelf.lengths["meters.csv"] / 1024
    assert done.stdout == b"rows\n3000\n"
    assert "read meters.csv" in (text := shown(ours))
    assert f"{length:.1f}/{length:.1f} KiB" in text


def test_statements_of_several_tables(shelf):
    uri = shelf.uri("meters.csv")
    options = (
        "--schema",
        "day DATE, city VARCHAR, kwh DOUBLE, price DECIMAL(8,2), n BIGINT, ok BOOL, time TIMESTAMP",
    )
    for statement, expected in (
        (f"SELECT count(*) AS rows FROM '{uri}'", 3000),
        (f"SELECT count(*) AS rows FROM '{uri}' a JOIN '{uri}' b USING (n) WHERE a.n < 5", 5),
        (f"WITH t AS (SELECT n FROM '{uri}' WHERE n < 3) SELECT count(*) AS rows FROM t x, t y", 9),
        (f"SELECT count(*) AS rows FROM '{uri}' t(a, b, c, d, e, f, g) WHERE e < 4", 4),
        (
            f"SELECT sum(n) - 2 AS rows FROM '{uri}' AS m WHERE m.n IN (1, 2) AND n IS NOT NULL",
            1,
        ),
    ):
        done = command("query", statement, "--format", "json", *options)
        assert done.returncode == 0, done.stderr
        assert json.loads(done.stdout) == {"rows": expected}


@pytest.mark.parametrize("where", CONDITIONS[1:])
def test_statements_with_dictionaries_have_the_rows_of_a_plain_read(shelf, where, monkeypatch):
    monkeypatch.setattr(parts, "_SPLIT", 20_000)  # some parts have records with quotes, which are read here
    text = f"SELECT city, n FROM '{shelf.uri('meters.csv')}' WHERE {where} ORDER BY n"
    pushed, plain = (
        execute(text, Layout(), SCHEMA, pushdown=pushdown, endpoint=None) for pushdown in (True, False)
    )
    assert pushed.equals(plain)
    assert pushed.num_rows


def test_texts_that_repeat_keep_their_dictionaries_for_a_statement(shelf, answered):
    shelf.put("cities.csv", b"city,n\n" + b"".join(b"Delft,%d\n" % n for n in range(1000)))
    found = Source.open(shelf.uri("cities.csv"), None, Layout(), None)
    rows = found.candidates(["city", "n"], None, "t", pushdown=True)
    assert pa.types.is_dictionary(rows.schema.field("city").type)
    assert rows["city"].cast(pa.string()).to_pylist() == ["Delft"] * 1000


@pytest.mark.parametrize(
    "statement",
    [
        "SELECT * FROM {} ORDER BY kwh DESC, n LIMIT 7",
        "SELECT DISTINCT city FROM {} ORDER BY city",
        "SELECT city, ok, sum(n) FROM {} GROUP BY ROLLUP (city, ok) ORDER BY ALL",
        "SELECT count(DISTINCT city), count(DISTINCT day), median(n) FROM {}",
        "SELECT city, n FROM {} QUALIFY row_number() OVER (PARTITION BY city ORDER BY n) = 2 ORDER BY n",
        "SELECT count(*) FROM (SELECT n, city FROM {} LIMIT 7 OFFSET 40)",
        "SELECT max(n) FROM {} LIMIT 1",
        "SELECT count(*) FROM (SELECT DISTINCT city FROM {} LIMIT 4)",
        "SELECT count(*), min(n) >= 2990 FROM (SELECT n FROM {} WHERE n >= 2990 LIMIT 3)",
        "SELECT count(*) FROM (SELECT n FROM {} OFFSET 2990)",
        "SELECT city, n FROM {} WHERE n % 2 = 1 AND city IS NOT NULL ORDER BY n LIMIT 10 OFFSET 30",
    ],
)
def test_a_statement_of_one_table_has_the_rows_of_all_records(shelf, statement, monkeypatch):
    uri = shelf.uri("meters.csv")
    rows = headwater.query(uri, schema=SCHEMA, pushdown=False).read_all()
    with duckdb.connect() as connection:
        connection.register("rows", rows)
        expected = connection.execute(statement.format("rows")).to_arrow_table()
    monkeypatch.setattr(parts, "_SPLIT", 20_000)
    found = execute(statement.format(f"'{uri}'"), Layout(), SCHEMA, pushdown=True, endpoint=None)
    assert repr(found.to_pydict()) == repr(expected.to_pydict())  # NaN differs from NaN


@pytest.mark.parametrize("pushdown", [True, False])
def test_a_table_may_be_named_as_a_row(shelf, pushdown):
    statement = f"SELECT t AS row FROM '{shelf.uri('meters.csv')}' t WHERE n = 4"
    found = execute(statement, Layout(), SCHEMA, pushdown=pushdown, endpoint=None)
    assert list(found["row"][0].as_py()) == SCHEMA.names


@pytest.mark.parametrize("pushdown", [True, False])
def test_of_columns_that_differ_in_case_the_first_is_meant(shelf, pushdown):
    shelf.put("case.csv", b"Id,x,id\n1,2,3\n")
    statement = f"SELECT x FROM '{shelf.uri('case.csv')}' WHERE id = 1"
    found = execute(statement, Layout(), None, pushdown=pushdown, endpoint=None)
    assert found.to_pydict() == {"x": [2]}


def test_a_statement_finds_no_variable_of_the_program(shelf):
    with pytest.raises(HeadwaterError, match="tree does not exist"):
        execute("SELECT * FROM tree", Layout(), None, pushdown=True, endpoint=None)
    with pytest.raises(HeadwaterError, match="rows does not exist"):
        headwater.query(shelf.uri("meters.csv"), where="n = (SELECT max(n) FROM rows)").read_all()


def test_a_record_that_cannot_be_read_is_reported_with_its_object(shelf, monkeypatch):
    shelf.put("late.csv", b"n\n" + b"".join(b"%d\n" % n for n in range(1000)) + b"x\n")
    monkeypatch.setattr(parts, "_SPLIT", 500)
    statement = f"SELECT sum(n) FROM '{shelf.uri('late.csv')}'"
    with pytest.raises(HeadwaterError, match=r"^late.csv cannot be read: .* 'x'") as failed:
        execute(statement, Layout(), pa.schema([("n", pa.int64())]), pushdown=False, endpoint=None)
    assert failed.value.advice == "Check the schema and the object."


def test_parts_with_dictionaries_and_without_them_are_one_column(shelf, answered, monkeypatch):
    words = [b"Delft"] * 500 + [b"word-%d" % n for n in range(500)] + [b"Delft"] * 500
    shelf.put("words.csv", b"word\n" + b"\n".join(words) + b"\n")
    monkeypatch.setattr(parts, "_SPLIT", 1000)
    statement = f"SELECT word FROM '{shelf.uri('words.csv')}'"
    found = execute(statement, Layout(), None, pushdown=True, endpoint=None)
    assert found["word"].to_pylist() == [each.decode() for each in words]


def test_a_limit_ends_the_read(shelf, answered, monkeypatch):
    lines = b"".join(b"Delft,%d\n" % n for n in range(1000))
    uri = shelf.uri(shelf.put("limited.csv", b"city,n\n" + lines))
    source = Source.open(uri, None, Layout(), None)
    assert len(source.candidates(["n"], None, "t", limit=10, pushdown=True)) == 10
    monkeypatch.setattr(parts, "_SPLIT", 100)
    found = execute(f"SELECT n FROM '{uri}' LIMIT 25", Layout(), None, pushdown=True, endpoint=None)
    assert found["n"].to_pylist() == list(range(25))
    assert len(answered) < 20  # of about 100 parts
