"""`headwater index` on a real store, with and without the storlet."""

import gzip
import json
import os
import re
import subprocess
from pathlib import Path

import jsonschema
import pytest

from headwater.core.artifacts import shipped
from headwater.skipping import storlet
from headwater.skipping.document import NAME
from store_support import HEADWATER, headwater

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "guides" / "skipping.md").read_text(encoding="utf-8")
SCHEMA = json.loads(
    (Path(__file__).resolve().parents[2] / "protocol" / "skip-index.schema.json").read_text(encoding="utf-8")
)
ROWS = b'id,name\n1,Ann\n2,"B, b"\n3,\n'


@pytest.fixture(scope="module", autouse=True)
def _deployed(store: dict) -> None:
    done = headwater("storlets", "deploy", shipped("storlets") / "stats.wasm", "--data", store["data"])
    assert done.returncode == 0, done.stderr


def made(lake, path: str, *options: str) -> dict:
    done = lake.run("index", path, "--json", *options)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def written(lake, path: str) -> dict:
    body = lake.s3.get_object(Bucket=lake.bucket, Key=f"{path}/{NAME}")["Body"].read()
    document = json.loads(gzip.decompress(body))
    jsonschema.validate(document, SCHEMA)
    return document


def test_an_index_is_made_in_the_store_and_kept_up(lake):
    lake.put_all(["d/_hidden/x.csv", "d/.x.csv", "d/_SUCCESS"])
    for name in ("d/a.csv", "d/sub/b.csv"):
        lake.put(name, ROWS)
    first = made(lake, "d", "-o", "header=true")
    assert (first["by_storlet"], first["by_spark"], first["kept"], first["refusal"]) == (2, 0, 0, "")
    document = written(lake, "d")
    assert [each["key"] for each in document["objects"]] == ["a.csv", "sub/b.csv"]
    assert document["columns"] == [{"position": 0, "name": "id"}, {"position": 1, "name": "name"}]
    assert document["objects"][0]["columns"][1] == {"nulls": 1, "values": ["Ann", "B, b"]}
    lake.put("d/a.csv", b"id,name\n9,x\n")
    lake.put("d/c.csv", ROWS)
    again = made(lake, "d", "-o", "header=true")
    assert (again["by_storlet"], again["kept"]) == (2, 1)
    assert written(lake, "d")["objects"][0]["columns"][0]["values"] == ["9"]
    lake.s3.delete_object(Bucket=lake.bucket, Key="d/c.csv")
    assert made(lake, "d", "-o", "header=true")["kept"] == 2
    assert len(written(lake, "d")["objects"]) == 2
    assert made(lake, "d")["kept"] == 2
    assert "d as csv with header=true: 2 of 2 objects" in lake.run("index", "d", "--show").stdout
    assert made(lake, "d", "-o", "header=false")["by_storlet"] == 2
    assert made(lake, "d", "-o", "header=true")["by_storlet"] == 2
    assert made(lake, "d", "--format", "csv")["by_storlet"] == 2


def test_the_shown_text(lake):
    lake.put("d/a.csv", b"\n".join(b"%d,x" % n for n in range(100)))
    made(lake, "d")
    lake.put("d/b.csv", b"1,y\n")
    shown = json.loads(lake.run("index", "d", "--show", "--json").stdout)
    assert shown["objects"] == {"read": 2, "indexed": 1, "stale": 0}
    assert shown["columns"] == [
        {"position": 0, "objects": 1, "values": 0, "bounds": 1, "filters": 1},
        {"position": 1, "objects": 1, "values": 1, "bounds": 0, "filters": 0},
    ]
    assert "1 of 2 objects" in lake.run("index", "d", "--show").stdout


def test_some_columns_alone(lake):
    lake.put("d/a.csv", ROWS)
    made(lake, "d", "-o", "header=true", "--columns", "name")
    assert [column["name"] for column in written(lake, "d")["columns"]] == ["name"]
    refused = lake.run("index", "d", "-o", "header=true", "--columns", "nam")
    assert refused.returncode == 1
    assert "has the column nam" in refused.stderr


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--format", "csv", "-o", "dateFormat=d"], "dateFormat is not an option"),
        (["--format", "csv", "-o", "sep"], "has no value"),
        (["--format", "parquet", "-o", "a=b"], "without options"),
        (["--format", "csv", "--schema", "a int"], "--schema is for"),
        ([], "the format of the objects is not clear"),
        (["--show"], "has no index"),
    ],
)
def test_impossible_options_are_reported(lake, options, message):
    lake.put("d/data", ROWS)
    refused = lake.run("index", "d", *options)
    assert refused.returncode == 1
    assert message in refused.stderr
    assert "Traceback" not in refused.stderr


def test_an_object_of_many_splits(lake, monkeypatch):
    monkeypatch.setattr(storlet, "SPLIT", 1000)
    lake.put("a.csv", b"".join(b"%d,%d\n" % (n, abs(n) % 3) for n in range(-200, 800)))
    bucket = lake.connect()
    (seen,) = bucket.list("a.csv")
    columns, statistics = storlet.describe(bucket, seen, {})
    assert columns == [{"position": 0}, {"position": 1}]
    first, second = statistics["columns"]
    assert (statistics["rows"], first["low"], first["high"], first["form"]) == (
        1000,
        "-200",
        "799",
        "integer",
    )
    assert second == {"nulls": 0, "values": ["0", "1", "2"]}


@pytest.mark.spark
def test_spark_reads_what_the_store_does_not(lake):
    lake.put("c/a.csv.gz", gzip.compress(b"1,x\n2,y\n"))
    lake.put("c/b.csv", b"3,z\n")
    found = made(lake, "c", "--format", "csv")
    assert (found["by_storlet"], found["by_spark"]) == (1, 1)
    columns = {each["key"]: each["columns"] for each in written(lake, "c")["objects"]}
    assert columns["a.csv.gz"][0] == {"nulls": 0, "values": ["1", "2"]}
    lake.put("j/a.json", b'{"a": 1, "b": "x"}\n{"a": 2}\n')
    assert made(lake, "j", "--schema", "a int, b string")["by_spark"] == 1
    assert written(lake, "j")["columns"] == [{"name": "a", "type": "int"}, {"name": "b", "type": "string"}]
    refused = lake.run("index", "j", "--format", "parquet")
    assert refused.returncode == 1
    assert "could not read" in refused.stderr


@pytest.mark.spark
def test_times_are_read_again_in_another_zone(lake, monkeypatch):
    line = b'{"at": "2015-01-01T00:00:00"}\n'
    options = ("--format", "json", "--schema", "at timestamp")
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    lake.put("t/a.json", line)
    made(lake, "t", *options)
    tokyo = written(lake, "t")["objects"][0]["columns"]
    monkeypatch.setenv("TZ", "UTC")
    lake.put("t/b.json", line)
    found = made(lake, "t", *options)
    assert (found["by_spark"], found["kept"]) == (2, 0)
    first, second = (each["columns"] for each in written(lake, "t")["objects"])
    assert first == second != tokyo


def test_the_examples_of_the_page(store, lake_of_the_pages, tmp_path):
    lake_of_the_pages.put("meters/a.csv", b"2015-01-03 00:00:00,1,a,2.5\n")
    (tmp_path / "headwater").symlink_to(store["data"])
    clean = {name: value for name, value in os.environ.items() if not name.startswith("AWS_")}
    clean |= {"XDG_DATA_HOME": str(tmp_path), "PATH": f"{Path(HEADWATER).parent}:{os.environ['PATH']}"}
    commands = re.findall(r"^    (headwater .*)$", PAGE, re.MULTILINE)
    assert len(commands) == 2
    for line in commands:
        done = subprocess.run(
            line, shell=True, env=clean, capture_output=True, text=True, timeout=600, check=False
        )
        assert done.returncode == 0, done.stderr
