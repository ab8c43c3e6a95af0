"""`inferSchema` infers the same columns from the store's sample of lines as from all lines."""

import bz2
import gzip
import itertools
import os
import random

import pytest
from pyspark.errors import PySparkException
from pyspark.sql import SparkSession

from csv_texts import Texts
from differential import FAILURES, Outcome
from scene import Scene
from soak import few
from watched import bodies, sent, watching

pytestmark = pytest.mark.parametrize("session", ["local"], indirect=True)

SEED = int(os.environ.get("HEADWATER_SEED", "11"))
DRAWS = 10
ONE_TASK = {"spark.sql.files.minPartitionNum": "1"}
"""One task reads file after file and keeps the types inferred so far."""
TWO_TASKS = {"spark.sql.files.minPartitionNum": "2", "spark.sql.files.openCostInBytes": "0"}
METERS = "date,index,vid,city,on,day\n" + "".join(
    f"2015-01-{number % 28 + 1:02} 00:10:00,{number * 7}.5,METER{number:06},Rotterdam,{number % 2 == 0},"
    f"2015-01-{number % 28 + 1:02}\n"
    for number in range(20_000)
)


def _same(scene: Scene, *, settings: dict | None = None, **options: str) -> Outcome:
    """The inferred columns and the rows of the folder, equal with and without pushdown."""
    return scene.same(None, pushed=None, settings=settings or ONE_TASK, inferSchema="true", **options)


def _inferred(scene: Scene, session: SparkSession, **options: str) -> str:
    reader = session.read.options(header="true", inferSchema="true", **options)
    return reader.csv(scene.root).schema.simpleString()


@pytest.mark.parametrize("scene", ["s3", "swift"], indirect=True)
def test_sample_of_lines_suffices(scene: Scene) -> None:
    scene.put(METERS)
    pushing, plain = scene.differential.sessions
    with bodies(scene.bucket) as whole:
        wanted = _inferred(scene, plain)
    with bodies(scene.bucket) as turned_off:
        assert _inferred(scene, pushing, **{"headwater.pushdown": "false"}) == wanted
    with bodies(scene.bucket) as few:
        assert _inferred(scene, pushing) == wanted
    assert wanted == "struct<date:timestamp,index:double,vid:string,city:string,on:boolean,day:date>"
    assert whole.storlets == turned_off.storlets == 0
    assert 0 < few.storlets < len(METERS) / 100
    assert few.plain < whole.plain


COLUMNS = [
    ["1", "2", "2147483647", "2147483648", "3"],
    ["1", "-9223372036854775808", "9223372036854775808", "12", "99999999999999999999"],
    ["00012", "1.", "0012", "12345", "1234567"],
    ["1", "2.5", "7", "1e3", "NaN", "Inf", "-Inf", "1.5e-7"],
    ["1", "nan", "2"],
    ["1.5", "1,5"],
    ["2015-01-02", "2015", "2016", "20167", "1234567", "12345678"],
    ["2015-01-02 00:00:00", "2015", "7"],
    ["2015", "2015-01-02 00:00:00", "2016"],
    ["2015-01-02", "2015-01-02 00:00:00", "2015-01-03", "2015-1-2"],
    ["2015-01-02T00:00:00", "2015-01-02T00:00:00Z", "2015-01-02T00:00:00.5+01:00"],
    ["2015-02-30", "2015-02-28"],
    ["294246", "294248", "2015-01-02 00:00:00"],
    ["true", "FALSE", "1"],
    ["true", "x", "2"],
    ["fal\u017fe", "true", "abc"],
    ["\ufeff5", "", "6"],
    ["T12:30", "t1", "now", "12:30"],
    ["METER1", "now", "5"],
    ["", "NA", '""', '"NA"', "5"],
    [" 5", "5 ", '" 5"', "5"],
    ['"5"', '"6"', '"x""y"', "7"],
    ["#5", "6"],
    ["é", "5"],
]
# One of each kind of value, and half of the others.
OFTEN = [
    column for column in COLUMNS if column in COLUMNS[::2] or {"NaN", "FALSE", "NA", '"5"'} & set(column)
]
OPTIONS = [{}, {"nullValue": "NA", "emptyValue": "5", "ignoreLeadingWhiteSpace": "true"}]


@pytest.mark.parametrize("column", few(COLUMNS, OFTEN), ids=lambda column: column[0])
def test_every_order_of_values(scene: Scene, column: list[str]) -> None:
    orders = list(itertools.permutations(column, min(3, len(column))))
    draw = random.Random(SEED)
    draw.shuffle(orders)
    # Each order is a separate column. The rows after it are there to be left out.
    rows = zip(*[order * 2 + order[:1] * 3 for order in orders[:60]], strict=True)
    scene.put("".join(",".join(row) + "\n" for row in rows))
    for options in OPTIONS:
        _same(scene, **options)


@pytest.mark.parametrize("options", [{"header": "true"}, {}, {"header": "true", "comment": "#"}])
def test_headers(scene: Scene, options: dict[str, str]) -> None:
    scene.put("# a comment\n\na,b\n1,2\na,b\n3,4\n" + "5,6\n" * 40, "1.csv")
    scene.put("a,b\n7,8.5\n", "2.csv")
    scene.put("b,a\n9,1\n", "3.csv")
    scene.put("", "4.csv")
    scene.put("\ufeffa,b\n1,2\n", "5.csv")
    _same(scene, **options)
    _same(scene.put("1,2,3\n4\n5,6,x\n" * 20, "6.csv"), **options)


def test_header_longer_than_a_request_allows(scene: Scene) -> None:
    names = [f"a_long_name_of_a_column_{number}" for number in range(200)]
    scene.put("\n".join([",".join(names)] + [",".join(["5"] * 200)] * 5))
    assert "a_long_name_of_a_column_199:int" in _same(scene, header="true").schema


@pytest.mark.parametrize(
    "options",
    [
        {"dateFormat": "dd/MM/yyyy"},
        {"timestampFormat": "dd/MM/yyyy"},
        {"preferDate": "false"},
        {"nanValue": "x"},
        {"locale": "de-DE"},
        {"samplingRatio": "0.5"},
        {"multiLine": "true"},
        {"encoding": "UTF-16LE"},
        {"sep": ";"},
        {"quote": "'"},
        {"escape": '"'},
        {"lineSep": "\n"},
        {"mode": "FAILFAST"},
        {"maxColumns": "2"},
        {"timeZone": "Europe/Paris"},
    ],
)
def test_options(scene: Scene, options: dict[str, str]) -> None:
    scene.put("1;2,x,02/01/2015\n3;4,5.5,03/01/2015\n7,x,2015-01-02\n'8,9',x,2015-01-02 01:00:00\n" * 5)
    _same(scene, **options)


def test_partitions_and_files_without_data(scene: Scene) -> None:
    scene.put("a,b\n1,x\n", "p=1/1.csv").put("a,b\n2.5,y\n", "p=2/1.csv").put("no,data\n", "_hidden/1.csv")
    assert "struct<a:double,b:string,p:int>" in _same(scene, header="true").schema
    scene.put("p,b\n1,x\n", "p=3/1.csv")
    _same(scene, header="true")
    scene.same(None, pushed=None, inferSchema="true", pathGlobFilter="*.none")


def test_no_data(scene: Scene) -> None:
    _same(scene)
    _same(scene.put("", "1.csv"))
    _same(scene.put("\n \n", "2.csv"), header="true")


def test_compressed_files(scene: Scene) -> None:
    scene.put(gzip.compress(METERS.encode()), "1.csv.gz").put("", "2.csv.gz")
    found = _same(scene, header="true")
    assert found.schema.startswith("struct<date:timestamp,index:double")


def test_compressed_file_that_spark_splits(scene: Scene) -> None:
    """In halves: with more than two types the result depends on the order in which Spark's tasks end."""
    body = bz2.compress(b"2015-01-02\n" * 240_000 + b"2015\n" * 600_000, 1)
    scene.put(body, "1.csv.bz2")
    halves = {
        "spark.sql.files.maxPartitionBytes": str(len(body) // 2),
        "spark.sql.files.openCostInBytes": "0",
    }
    scene.same(None, ["typeof(first(_c0))"], pushed=None, inferSchema="true", settings=halves)


def test_files_without_data_are_ignored(scene: Scene) -> None:
    scene.put("2015-01-02\n", "a.csv").put("2015\n", "b.csv").put("", "c.csv").put("", "d.csv")
    # By default files are assigned to tasks by their number and lengths.
    _same(scene, settings={"spark.sql.shuffle.partitions": "2"})


def test_byte_order_mark_before_the_first_row(scene: Scene) -> None:
    scene.put(",\n\ufeff5,\n")
    assert _same(scene).schema == "struct<_c0:string,_c1:string>"


def test_partitions_below_a_given_base(scene: Scene) -> None:
    for number in range(12):
        scene.put(f"c{number:02}\n1\n", f"value={number:02}/1.csv")
    _same(scene, header="true", basePath=scene.root)


def test_too_many_columns(scene: Scene) -> None:
    scene.put("1\n" + "," * 20_480 + "\n")
    # The position of the failing record differs, because some records were left out.
    failures = []
    for session in scene.differential.sessions:
        with pytest.raises(FAILURES) as failure:
            session.read.csv(scene.root, inferSchema=True)
        failures.append(type(failure.value))
    assert failures[0] == failures[1]


def test_missing_paths(scene: Scene) -> None:
    pushing, plain = scene.differential.sessions
    messages = []
    for session in (pushing, plain):
        reader = session.read.option("inferSchema", "true").option("path", f"{scene.root}/none")
        with pytest.raises(PySparkException) as failure:
            reader.format("csv").load(f"{scene.root}/other")
        messages.append(str(failure.value))
    assert messages[0] == messages[1]


@pytest.mark.parametrize("options", [{"multiLine": "true"}, {"headwater.pushdown": "false"}])
def test_unsupported_inference_sends_no_other_request(scene: Scene, options: dict[str, str]) -> None:
    scene.put("1,2\n", "1.csv").put("3,4\n", "2.csv")
    pushing, plain = scene.differential.sessions
    counts = []
    for session in (plain, pushing, plain):  # The first session finds the files.
        with watching() as watched:
            session.read.options(**options).csv(scene.root, inferSchema=True)
        counts.append(sent(watched))
    assert counts[1] == counts[2]


def test_legacy_time_parser(scene: Scene) -> None:
    scene.put("2015-1-2,1\n2015-01-02,2\n")
    for policy in ("LEGACY", "EXCEPTION", "CORRECTED"):
        _same(scene, settings={**ONE_TASK, "spark.sql.legacy.timeParserPolicy": policy})
    _same(scene, settings={**ONE_TASK, "spark.sql.timestampType": "TIMESTAMP_NTZ"})


@pytest.mark.parametrize("seed", few(range(SEED, SEED + DRAWS), range(SEED, SEED + 4)))
def test_draws(scene: Scene, seed: int) -> None:
    draw = random.Random(seed)
    options = draw.choice([{}, {}, {"header": "true"}, {"nullValue": "NA"}, {"sep": ";"}, {"escape": '"'}])
    texts = Texts(draw, options)
    sep = options.get("sep", ",")
    # Many columns, because a column with one text is inferred as text.
    kinds = [draw.choice(["INT", "DOUBLE", "DATE", "TIMESTAMP", "BOOLEAN", None]) for _ in range(40)]
    pools = [[texts.value(kind or "INT") for _ in range(draw.choice([1, 2, 4]))] for kind in kinds]
    for number in range(draw.choice([1, 2, 4])):
        rows = [[draw.choice(pool) for pool in pools] for _ in range(draw.choice([3, 30]))]
        scene.put("".join(sep.join(row) + "\n" for row in rows), f"{number}.csv")
    settings = draw.choice([ONE_TASK, ONE_TASK, TWO_TASKS])
    _same(scene, settings=settings, **options)
