"""`headwater.query` on real stores: the same rows with and without the store's help."""

import gzip
import json
import random
from collections.abc import Iterator
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path

import pyarrow as pa
import pytest
from pyarrow import parquet

import headwater
from dataset_support import A, Lake, part
from headwater.core.bucket import Bucket, RefusedError
from headwater.core.errors import HeadwaterError
from headwater.core.frames import AnswerStream, BrokenAnswerError, FailedAnswerError
from headwater.core.s3 import connect
from headwater.core.storlet_names import Header
from headwater.queries import parts
from headwater.queries.objects import Layout
from headwater.queries.query import Source
from headwater.queries.statement import execute
from store_support import headwater as command
from versity_support import BUCKET, PROGRAM, versitygw

FRAMES = sorted((Path(__file__).parents[2] / "protocol" / "golden-frames").glob("*.json"))
SCHEMA = pa.schema(
    [
        ("day", pa.date32()),
        ("city", pa.string()),
        ("kwh", pa.float64()),
        ("price", pa.decimal128(8, 2)),
        ("n", pa.int64()),
        ("ok", pa.bool_()),
        ("time", pa.timestamp("us")),
    ]
)
CITIES = ["Rotterdam", "Delft", '"a,b"', '"say ""x"""', "", "back\\slash", '"plain"', "ä"]
CONDITIONS = [
    None,
    "city = 'Rotterdam'",
    "city like 'R%' and day >= '2026-01-15'",
    "not (city in ('Delft', 'ä') or kwh < 10.5)",
    "city is null",
    "price between 1.25 and 700 and n <> 3",
    "ok or n = 7",
    "city = 'say \"x\"'",
    "upper(city) = 'DELFT' and n < 400",
    "time > timestamp '2026-01-02 03:00:00' and price > 5",
    "city like '%ott%' or city not like 'D_lft'",
]


@pytest.fixture(scope="module")
def shelf(store: dict, s3, tmp_path_factory) -> Lake:
    """A bucket of a store that has the storlets."""
    assert command("storlets", "deploy", "--data", store["data"]).returncode == 0
    lake = Lake(store, s3, "query-shelf")
    lake.put("meters.csv", rows_of_csv(3000))
    return lake


pytestmark = pytest.mark.usefixtures("s3_environment")


@pytest.fixture
def answered(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The keys of the parts that the store answered. A part that was read plainly fails the test."""
    found: list[str] = []
    answer = parts.Reader._answered

    def record(self: parts.Reader, part_: parts.Part) -> list[pa.Table]:
        rows = answer(self, part_)
        found.append(part_.stored.key)
        return rows

    def fail(self: parts.Reader, part_: parts.Part) -> list[pa.Table]:
        raise AssertionError(f"{part_} was read plainly")

    monkeypatch.setattr(parts.Reader, "_answered", record)
    monkeypatch.setattr(parts.Reader, "_plain", fail)
    yield found
    assert found


def rows_of_csv(count: int) -> bytes:
    draw = random.Random(7)
    lines = [",".join(SCHEMA.names)]
    for n in range(count):
        day = f"2026-{n % 12 + 1:02}-{n % 28 + 1:02}"
        price = "" if n % 17 == 0 else f"{draw.randrange(100_000) / 100}"
        kwh = "NaN" if n % 101 == 0 else f"{n / 8}"
        flag = draw.choice(["true", "false", ""])
        lines.append(f"{day},{draw.choice(CITIES)},{kwh},{price},{n},{flag},{day} 0{n % 10}:00:00")
    return ("\n".join(lines) + "\n").encode()


def read(uri: str, *, pushdown: bool, **options) -> list[dict]:
    return headwater.query(uri, pushdown=pushdown, **options).read_all().to_pylist()


def alike(rows: list[dict]) -> list[str]:
    return sorted(map(repr, rows))


@pytest.mark.parametrize("where", CONDITIONS)
@pytest.mark.parametrize("columns", [None, ["city", "n"], ["price"]])
def test_the_store_answers_what_a_plain_read_has(shelf, where, columns):
    options = {"columns": columns, "where": where, "schema": SCHEMA}
    pushed = read(shelf.uri("meters.csv"), pushdown=True, **options)
    plain = read(shelf.uri("meters.csv"), pushdown=False, **options)
    assert alike(pushed) == alike(plain)
    assert pushed


def test_what_the_store_answers_is_not_read(shelf, answered):
    rows = read(shelf.uri("meters.csv"), pushdown=True, schema=SCHEMA, where="n = 2999", columns=["n", "day"])
    assert rows == [{"n": 2999, "day": date(2026, 12, 4)}]


def test_parts_of_an_object_have_each_record_once(shelf, answered, monkeypatch):
    monkeypatch.setattr(parts, "_SPLIT", 1000)
    found = read(shelf.uri("meters.csv"), pushdown=True, schema=SCHEMA, columns=["n"])
    assert sorted(each["n"] for each in found) == list(range(3000))
    assert len(answered) > 100


def test_plain_parts_of_an_object_have_each_record_once(shelf, monkeypatch):
    length = len(rows_of_csv(50))
    shelf.put("small.csv", rows_of_csv(50))
    for size in (1, 2, 63, 64, 65, 1000, length - 1, length):
        monkeypatch.setattr(parts, "_SPLIT", size)
        found = read(shelf.uri("small.csv"), pushdown=False, schema=SCHEMA, columns=["n"])
        assert [each["n"] for each in found] == list(range(50)), size


def test_the_schema_is_inferred(shelf, answered):
    query = headwater.query(shelf.uri("meters.csv"), where="n >= 2998")
    types = [pa.date32(), pa.string(), pa.float64(), pa.float64(), pa.int64(), pa.bool_(), pa.timestamp("s")]
    assert query.schema.types == types
    assert [each["n"] for each in query.read_all().to_pylist()] == [2998, 2999]


def test_json_lines(shelf, answered):
    lines = [
        {"id": n, "city": "Delft" if n % 2 else "ä", "at": {"x": n / 2}, "tags": [str(n)]} for n in range(100)
    ]
    text = (
        "\n".join(json.dumps(each, ensure_ascii=False) for each in lines)
        + '\n{"id": 100, "city": "\\u00e4"}\n'
    )
    shelf.put("events/a.jsonl", text.encode())
    rows = read(shelf.uri("events"), pushdown=True, where="city = 'ä' and id > 96")
    assert rows == [lines[98], {"id": 100, "city": "ä", "at": None, "tags": None}]


def test_only_committed_objects_of_a_folder_are_read(shelf):
    key = part("days", A).replace(".parquet", ".csv")
    shelf.commit("days", A, [shelf.put(key, b"n\n1\n")])
    shelf.put(part("days", A, attempt=1).replace(".parquet", ".csv"), b"n\n2\n")
    assert read(shelf.uri("days"), pushdown=True) == [{"n": 1}]


def test_compressed_objects_and_other_layouts_are_read(shelf):
    shelf.put("packed.csv.gz", gzip.compress(b"n\n1\n2\n"))
    assert read(shelf.uri("packed.csv.gz"), pushdown=True, where="n > 1") == [{"n": 2}]
    shelf.put("bare.txt", b"1;x\n2;y\n")
    schema = pa.schema([("n", pa.int32()), ("name", pa.string())])
    options = {"format": "csv", "header": False, "separator": ";", "schema": schema, "where": "n = 2"}
    assert read(shelf.uri("bare.txt"), pushdown=True, **options) == [{"n": 2, "name": "y"}]


def test_a_value_with_a_line_break_is_an_error_and_can_be_read_plainly(shelf):
    shelf.put("breaks.csv", b'n,text\n1,"two\nlines"\n')
    with pytest.raises(HeadwaterError, match=r"cannot be read|line break"):
        read(shelf.uri("breaks.csv"), pushdown=True)
    assert read(shelf.uri("breaks.csv"), pushdown=False) == [{"n": 1, "text": "two\nlines"}]


def test_wrong_queries_are_errors(shelf):
    uri = shelf.uri("meters.csv")
    for options, message in (
        ({"columns": ["gone"]}, "no column gone"),
        ({"columns": []}, "no column is wanted"),
        ({"where": "n ="}, "cannot be parsed"),
        ({"where": "gone = 1"}, "cannot be evaluated"),
        ({"schema": pa.schema([("n", pa.int64())])}, "cannot be read"),
    ):
        with pytest.raises(HeadwaterError, match=message):
            read(uri, pushdown=False, **options)
    with pytest.raises(HeadwaterError, match="not all CSV or all JSON"):
        read(shelf.uri(""), pushdown=True)


def test_an_answer_that_breaks_off_is_read_plainly(shelf, monkeypatch):
    class Cut(AnswerStream):
        def readinto(self, _buffer) -> int:
            raise BrokenAnswerError("the answer broke off")

    monkeypatch.setattr(parts, "AnswerStream", Cut)
    assert len(read(shelf.uri("meters.csv"), pushdown=True, schema=SCHEMA)) == 3000


def test_after_a_refusal_the_store_is_not_asked_again(shelf, monkeypatch):
    asked: list[str] = []

    def refuse(self: Bucket, seen, headers: dict[str, str]):
        asked.append(headers[Header.RUN_STORLET])
        raise RefusedError("StorletPolicy: not allowed")

    monkeypatch.setattr(Bucket, "get_with_headers", refuse)
    monkeypatch.setattr(parts, "_SPLIT", 20_000)
    assert len(read(shelf.uri("meters.csv"), pushdown=True, schema=SCHEMA)) == 3000
    assert 1 <= len(asked) <= 5


@pytest.mark.skipif(not PROGRAM, reason="versitygw is not installed: make versitygw")
def test_a_store_without_storlets(tmp_path, monkeypatch):
    with versitygw(tmp_path) as server:
        monkeypatch.setenv("AWS_ACCESS_KEY_ID", server.access_key)
        monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", server.secret_key)
        connect(server).put_object(Bucket=BUCKET, Key="m.csv", Body=rows_of_csv(10))
        found = headwater.query(f"s3://{BUCKET}/m.csv", where="n > 8", columns=["n"], endpoint=server.url)
        assert found.read_all().to_pylist() == [{"n": 9}]


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
    for statement, reason in (
        ("DROP TABLE sales", "cannot be parsed"),
        ("", "there are 0 statements"),
        ("SELECT 1; SELECT 2", "there are 2 statements"),
        ("SELECT * FROM sales", "Table with name sales does not exist"),
    ):
        wrong = command("query", statement)
        assert (wrong.returncode, wrong.stderr.count("\n")) == (1, 2)
        assert reason in wrong.stderr


def test_values_that_a_format_does_not_have():
    numbers = "'nan'::DOUBLE AS a, [1.5, '-inf'::DOUBLE] AS b"
    values = f"SELECT {numbers}, 'x'::BLOB AS c, {{'d': 2.50::DECIMAL(4, 2)}} AS e"
    done = command("query", values, "--format", "json")
    assert json.loads(done.stdout) == {"a": "NaN", "b": [1.5, "-Infinity"], "c": "eA==", "e": {"d": "2.50"}}
    done = command("query", values, "--format", "csv")
    assert (done.returncode, done.stdout) == (1, "")
    assert "the result cannot be written as csv" in done.stderr
    assert "Traceback" not in done.stderr


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


@pytest.mark.parametrize("case", FRAMES, ids=lambda path: path.stem)
def test_the_golden_frames(case: Path):
    golden = json.loads(case.read_text(encoding="utf-8"))
    content = memoryview(case.with_suffix(".bin").read_bytes())
    position = 0

    def receive(count: int) -> bytes:
        nonlocal position
        taken = bytes(content[position : position + count])
        position += len(taken)
        return taken

    stream = AnswerStream(receive)
    if golden["whole"] and golden["frames"][-1]["type"] == "E":
        data = [each["payload_hex"] for each in golden["frames"] if each["type"] == "D"]
        assert stream.readall() == bytes.fromhex("".join(data))
    else:
        with pytest.raises((BrokenAnswerError, FailedAnswerError)):
            stream.readall()


def test_types_of_values(shelf):
    rows = read(shelf.uri("meters.csv"), pushdown=True, schema=SCHEMA, where="n = 1")
    assert rows[0]["time"] == datetime(2026, 2, 2, 1)  # noqa: DTZ001 (the column has no zone)
    assert isinstance(rows[0]["price"], Decimal)
