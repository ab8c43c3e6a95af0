"""Values and objects for which the store's help could change the rows of `headwater.query`."""

import gzip
from datetime import datetime

import pyarrow as pa
import pytest

import headwater
from headwater.core.errors import HeadwaterError
from query_support import read

pytestmark = pytest.mark.usefixtures("s3_environment")
BOTH = pytest.mark.parametrize("pushdown", [True, False])


@BOTH
@pytest.mark.parametrize(
    ("where", "ids"),
    [
        ("ts < '2015-01-01 00:00:00.123456789'", [1]),
        ("ts = '2015-01-01 00:00:00.123456789'", [2]),
        ("ts = '2015-01-01 00:00:00.123456'", [1]),
    ],
)
def test_a_time_with_nanoseconds(shelf, pushdown, where, ids):
    shelf.put("nano.csv", b"id,ts\n1,2015-01-01 00:00:00.123456\n2,2015-01-01 00:00:00.123456789\n")
    assert [each["id"] for each in read(shelf.uri("nano.csv"), where=where, pushdown=pushdown)] == ids


@BOTH
@pytest.mark.parametrize(
    ("where", "ids"), [("ts = '2015-01-01 00:00:00.5'", [2]), ("ts > '2015-01-01'", [2])]
)
def test_a_time_of_whole_seconds(shelf, pushdown, where, ids):
    shelf.put("seconds.csv", b"id,ts\n1,2015-01-01 00:00:00\n2,2015-01-01 00:00:01\n")
    assert [each["id"] for each in read(shelf.uri("seconds.csv"), where=where, pushdown=pushdown)] == ids


@BOTH
@pytest.mark.parametrize("operator", ["=", "<=", ">"])
def test_numbers_that_are_compared_as_doubles(shelf, pushdown, operator):
    shelf.put("long.csv", b"id,price\n9007199254740992,1.10\n9007199254740993,1.20\n")
    expected = {"=": 2, "<=": 2, ">": 0}[operator]
    found = read(shelf.uri("long.csv"), where=f"id {operator} 9007199254740992e0", pushdown=pushdown)
    assert len(found) == expected
    schema = pa.schema([("id", pa.int64()), ("price", pa.decimal128(20, 2))])
    assert len(read(shelf.uri("long.csv"), where="price = 1.1e0", schema=schema, pushdown=pushdown)) == 1


@BOTH
def test_a_condition_keeps_the_types_of_the_columns(shelf, pushdown):
    shelf.put("zoned.csv", b"id,at,none\n1,2015-01-01 00:00:00.123456789Z,\n2,2016-01-01 00:00:00Z,\n")
    schema = pa.schema([("id", pa.int8()), ("at", pa.timestamp("ns", "UTC")), ("none", pa.null())])
    options = {"schema": schema, "pushdown": pushdown}
    every = headwater.query(shelf.uri("zoned.csv"), **options).read_all()
    found = headwater.query(shelf.uri("zoned.csv"), where="id % 2 = 1", **options).read_all()
    assert found.schema == schema
    assert found["at"][0] == every["at"][0]
    assert found["at"][0].value % 1000 == 789


@BOTH
def test_a_condition_of_a_row_alone(shelf, pushdown):
    shelf.put("rows.csv", b"id,n\n1,5\n2,\n3,7\n")
    uri = shelf.uri("rows.csv")
    for where, ids in (
        ("n", [1, 3]),
        ("COLUMNS(*) > 2", [3]),
        ("n > 5 -- why", [3]),
        ("id IN (SELECT 2)", [2]),
    ):
        assert [each["id"] for each in read(uri, where=where, pushdown=pushdown)] == ids, where
    for where in (
        "max(id) > 1",
        "unnest([true])",
        "row_number() OVER () = 1",
        "true) OR (true",
        "id = 1 LIMIT 1",
    ):
        with pytest.raises(HeadwaterError, match=r"cannot be (parsed|evaluated)|is not a condition"):
            read(uri, where=where, pushdown=pushdown)


@BOTH
def test_texts_that_look_like_null_are_texts(shelf, pushdown):
    shelf.put("na.csv", b"id,v,later\n1,NA,\n2,NULL,\n,,\n")
    assert read(shelf.uri("na.csv"), pushdown=pushdown) == [
        {"id": 1, "v": "NA", "later": None},
        {"id": 2, "v": "NULL", "later": None},
        {"id": None, "v": None, "later": None},
    ]
    shelf.put("late.csv", b"id,later\n" + b"1,\n" * 400_000 + b"2,x\n")
    assert read(shelf.uri("late.csv"), where="id = 2", pushdown=pushdown) == [{"id": 2, "later": "x"}]


@BOTH
def test_the_first_objects_of_a_folder_have_no_rows(shelf, pushdown):
    shelf.put("heads/a.csv", b"id,v\n")
    shelf.put("heads/b.csv.gz", gzip.compress(b"id,v\n"))
    shelf.put("heads/c.csv", b"id,v\n2,5\n")
    assert read(shelf.uri("heads"), where="id = 2", pushdown=pushdown) == [{"id": 2, "v": 5}]
    shelf.put("heads/only/a.csv", b"id,v\n")
    assert read(shelf.uri("heads/only"), pushdown=pushdown) == []


@BOTH
@pytest.mark.parametrize("begin", [b"\n", b"\r\n\n", b"\r", b"\xef\xbb\xbf"])
def test_what_stands_before_the_header(shelf, pushdown, begin):
    end = b"\r" if begin == b"\r" else b"\n"
    shelf.put("begin.csv", begin + b"id,v" + end + b"1,2" + end)
    if begin == b"\r" and pushdown:
        return  # Lines that end with CR alone are left to the plain read, which the store does not help.
    assert read(shelf.uri("begin.csv"), pushdown=pushdown) == [{"id": 1, "v": 2}]


@BOTH
def test_objects_with_other_headers_are_refused(shelf, pushdown):
    shelf.put("order/a.csv", b"city,region,kwh\nDelft,ZH,1.5\n")
    shelf.put("order/b.csv", b"region,city,kwh\nZH,Rotterdam,2.5\n")
    with pytest.raises(HeadwaterError, match=r"order/b.csv has the columns region, city, kwh"):
        read(shelf.uri("order"), pushdown=pushdown)
    schema = pa.schema([("x", pa.string()), ("y", pa.string()), ("kwh", pa.float64())])
    assert len(read(shelf.uri("order"), schema=schema, pushdown=pushdown)) == 2


def test_a_time_is_read_back_as_written(shelf):
    shelf.put("time.csv", b"ts\n2015-01-01 00:00:00.5\n")
    schema = pa.schema([("ts", pa.timestamp("ms"))])
    for where in ("ts = '2015-01-01 00:00:00.5'", "ts = '2015-01-01 00:00:00.5004'"):
        rows = read(shelf.uri("time.csv"), where=where, schema=schema, pushdown=True)
        assert rows == [{"ts": datetime(2015, 1, 1, 0, 0, 0, 500_000)}]  # noqa: DTZ001 (no zone)
