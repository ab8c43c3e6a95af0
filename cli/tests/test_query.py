"""`headwater.query` on real stores: the same rows with and without the store's help."""

import gzip
import json
from contextlib import suppress
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path

import pyarrow as pa
import pytest

import headwater
from dataset_support import A, part
from headwater.core.bucket import Bucket, RefusedError
from headwater.core.errors import HeadwaterError
from headwater.core.frames import AnswerStream, BrokenAnswerError, FailedAnswerError
from headwater.core.s3 import connect
from headwater.core.storlet_names import Header
from headwater.queries import parts
from query_support import CONDITIONS, SCHEMA, read, rows_of_csv
from versity_support import BUCKET, PROGRAM, versitygw

FRAMES = sorted((Path(__file__).parents[2] / "protocol" / "golden-frames").glob("*.json"))
pytestmark = pytest.mark.usefixtures("s3_environment")


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


@pytest.mark.parametrize("where", [None, "n = 2", "n < 0", "n = 2 and text like '%e%'"])
def test_no_line_of_a_value_is_a_row(shelf, where):
    shelf.put("breaks.csv", b'n,text\n1,"one\n2,line\n2,lines"\n3,three\n')
    with pytest.raises(HeadwaterError, match="line break"):
        read(shelf.uri("breaks.csv"), pushdown=True, where=where)


def test_an_object_is_not_cut_in_a_value(shelf, monkeypatch):
    content = b'n,text\n1,"one\n2,line\n2,lines"\n3,"th""ree"\n4,5" and 6"\n'
    shelf.put("breaks.csv", content)
    found = []
    for size in range(1, len(content)):
        monkeypatch.setattr(parts, "_SPLIT", size)
        with suppress(HeadwaterError):
            found.append([each["n"] for each in read(shelf.uri("breaks.csv"), pushdown=False)])
    assert found == len(found) * [[1, 3, 4]]
    assert 2 < len(found) < len(content) - 2


def test_blank_lines_of_json_are_no_rows(shelf):
    shelf.put("blank.jsonl", b'\n{"d":1}\n\n \n{"d":2}\n\n')
    for pushdown in (True, False):
        assert read(shelf.uri("blank.jsonl"), pushdown=pushdown) == [{"d": 1}, {"d": 2}]
        assert read(shelf.uri("blank.jsonl"), pushdown=pushdown, where="d > 1") == [{"d": 2}]


def test_dates_of_json_are_texts(shelf):
    shelf.put("dates.jsonl", b'{"d":"2015-01-31"}\n{"d":null}\n')
    schema = pa.schema([("d", pa.date32())])
    for pushdown in (True, False):
        rows = read(shelf.uri("dates.jsonl"), pushdown=pushdown, schema=schema)
        assert rows == [{"d": date(2015, 1, 31)}, {"d": None}]


def test_a_schema_in_another_order_than_the_header_is_an_error(shelf):
    shelf.put("places.csv", b"city,country\nParis,France\n")
    swapped = pa.schema([("country", pa.string()), ("city", pa.string())])
    with pytest.raises(HeadwaterError, match="has the columns city, country, the schema has country, city"):
        read(shelf.uri("places.csv"), pushdown=True, schema=swapped)
    renamed = pa.schema([("a", pa.string()), ("b", pa.string())])
    assert read(shelf.uri("places.csv"), pushdown=True, schema=renamed) == [{"a": "Paris", "b": "France"}]


def test_a_schema_reads_what_a_header_and_rows_that_are_left_out_do_not_show(shelf, answered):
    shelf.put("odd.csv", "n,café\n1,2,3\n4,5\n".encode("latin-1"))
    schema = pa.schema([("n", pa.int64()), ("m", pa.int64())])
    with pytest.raises(HeadwaterError, match="cannot be read"):
        read(shelf.uri("odd.csv"), pushdown=True, schema=schema)
    shelf.put("header.csv", "n,café\n4,5\n".encode("latin-1"))
    assert read(shelf.uri("header.csv"), pushdown=True, schema=schema) == [{"n": 4, "m": 5}]


@pytest.mark.parametrize("pushdown", [True, False])
def test_what_cannot_be_read_is_an_error(shelf, pushdown):
    shelf.put("latin.csv", "a,café\n1,2\n".encode("latin-1"))
    with pytest.raises(HeadwaterError, match="cannot be inferred"):
        read(shelf.uri("latin.csv"), pushdown=pushdown)
    for kind in (pa.list_(pa.int64()), pa.float16(), pa.decimal256(50, 2)):
        with pytest.raises(HeadwaterError, match="cannot be read"):
            read(shelf.uri("meters.csv"), pushdown=pushdown, schema=pa.schema([("n", kind)]))


def test_a_condition_reads_no_files(shelf, tmp_path):
    (tmp_path / "secret.csv").write_text("n\n1\n")
    with pytest.raises(HeadwaterError, match="cannot be evaluated"):
        read(shelf.uri("meters.csv"), pushdown=True, where=f"n in (SELECT n FROM '{tmp_path}/secret.csv')")


def test_wrong_queries_are_errors(shelf):
    uri = shelf.uri("meters.csv")
    for options, message in (
        ({"columns": ["gone"]}, "no column gone"),
        ({"columns": []}, "no column is wanted"),
        ({"schema": pa.schema([])}, "no column is wanted"),
        ({"where": "n ="}, "cannot be parsed"),
        ({"where": "gone = 1"}, "cannot be evaluated"),
        ({"schema": pa.schema([("n", pa.int64())])}, "cannot be read"),
        *(({"separator": each}, "is not one ASCII character") for each in ("", ";;", "é", '"', "\n")),
    ):
        with pytest.raises(HeadwaterError, match=message) as failed:
            read(uri, pushdown=False, **options)
        assert "\n" not in str(failed.value)
    shelf.put("notes.txt", b"1")
    with pytest.raises(HeadwaterError, match="not all CSV, all TSV or all JSON"):
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
