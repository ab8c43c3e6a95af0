"""Names of columns and separators of objects that `headwater.query` reads, on a real store."""

import gzip

import pyarrow as pa
import pytest

import headwater
from headwater.core.errors import HeadwaterError
from headwater.queries.objects import Layout
from headwater.queries.statement import execute
from query_support import read

pytestmark = pytest.mark.usefixtures("s3_environment")
BOTH = pytest.mark.parametrize("pushdown", [True, False])


@BOTH
def test_a_column_without_a_name(shelf, pushdown):
    shelf.put("unnamed.csv", b",a,b\n0,x,1\n1,y,2\n")  # as pandas writes its index
    uri = shelf.uri("unnamed.csv")
    assert read(uri, where="b = 2", pushdown=pushdown) == [{"": 1, "a": "y", "b": 2}]
    assert read(uri, where="b % 2 = 0", columns=["a", ""], pushdown=pushdown) == [{"a": "y", "": 1}]
    found = execute(f"SELECT a FROM '{uri}' WHERE b = 2", Layout(), None, pushdown=pushdown, endpoint=None)
    assert found.to_pydict() == {"a": ["y"]}


@BOTH
def test_a_condition_means_the_first_of_columns_that_differ_in_case(shelf, pushdown):
    shelf.put("cases.csv", b"Id,x,id\n1,2,3\n3,4,1\n")
    uri = shelf.uri("cases.csv")
    assert read(uri, columns=["id"], where="x = 2", pushdown=pushdown) == [{"id": 3}]
    assert read(uri, columns=["id"], where="id = 1", pushdown=pushdown) == [{"id": 3}]
    assert read(uri, columns=["id", "Id"], where="x % 4 = 0", pushdown=pushdown) == [{"id": 1, "Id": 3}]


@BOTH
def test_columns_of_one_name_are_refused(shelf, pushdown):
    shelf.put("twice.csv", b"a,b,a\n1,2,3\n")
    uri = shelf.uri("twice.csv")
    for options in ({}, {"columns": ["b"], "where": "b = 2"}):
        with pytest.raises(HeadwaterError, match="several columns are named a"):
            read(uri, pushdown=pushdown, **options)
    schema = pa.schema([("a", pa.int64()), ("b", pa.int64()), ("c", pa.int64())])
    assert read(uri, columns=["c"], schema=schema, pushdown=pushdown) == [{"c": 3}]
    with pytest.raises(HeadwaterError, match="several columns are named b"):
        read(uri, columns=["b", "b"], schema=schema, pushdown=pushdown)


@BOTH
def test_tabs_separate_the_fields_of_tsv(shelf, pushdown):
    content = b"a\tb\n1,5\tx\n2,5\ty\n"
    shelf.put("tabs/a.tsv", content)
    shelf.put("tabs/b.tsv.gz", gzip.compress(content))
    expected = [{"a": "2,5", "b": "y"}] * 2
    assert read(shelf.uri("tabs"), where="b = 'y'", pushdown=pushdown) == expected
    shelf.put("tabs.txt", content)
    assert read(shelf.uri("tabs.txt"), format="tsv", where="b = 'y'", pushdown=pushdown) == expected[:1]
    shelf.put("commas.tsv", b"a,b\n1,x\n")
    assert read(shelf.uri("commas.tsv"), separator=",", pushdown=pushdown) == [{"a": 1, "b": "x"}]
    for name in ("a.tsv", "b.csv"):
        shelf.put(f"mixed/{name}", content)
    with pytest.raises(HeadwaterError, match="not all CSV, all TSV or all JSON lines"):
        read(shelf.uri("mixed"), pushdown=pushdown)


def test_the_store_answers_for_tsv(shelf, answered):
    shelf.put("answered.tsv", b"a\tb\n1,5\tx\n2,5\ty\n")
    assert read(shelf.uri("answered.tsv"), where="b = 'y'", pushdown=True) == [{"a": "2,5", "b": "y"}]


def test_an_unknown_format_is_refused(shelf):
    with pytest.raises(HeadwaterError, match="there is no format 'xml'"):
        headwater.query(shelf.uri("meters.csv"), format="xml")
