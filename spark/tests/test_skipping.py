"""Queries skip objects that have no row according to an index or a manifest, with equal results."""

import re
from datetime import date, timedelta
from pathlib import Path

import pytest
from headwater.embedded import request_log
from pyspark.sql import SparkSession

from indexes import deploy_stats, index, put_all
from skips import PREDICATES, ROWS, answers, reader, skipped, sound
from store import Bucket
from watched import watching

pytestmark = pytest.mark.parametrize("session", [True], indirect=True)

_CSV = "date timestamp, meter int, city string, load double"


@pytest.fixture(scope="module", autouse=True)
def _storlet() -> None:
    deploy_stats()


@pytest.fixture
def bucket(drawn_bucket: Bucket) -> Bucket:
    """Skipping by an index does not depend on the scheme."""
    return drawn_bucket


@pytest.fixture
def folder(request: pytest.FixtureRequest) -> str:
    return re.sub(r"\W+", "-", request.node.name)


def read_keys(watched: request_log.Watched, bucket: Bucket) -> set[str]:
    """The keys of data objects of which bytes were requested."""
    paths = [each.path.split("?")[0] for each in watched.requests if each.kind == request_log.Kind.GET]
    keys = {path.rpartition(f"/{bucket.name}/")[2] for path in paths if f"/{bucket.name}/" in path}
    return {key for key in keys if not key.rpartition("/")[2].startswith("_")}


def day_of_meters(day: date) -> bytes:
    rows = [
        f"{day} {hour:02}:00:00,{meter},{('Rotterdam', 'Delft')[meter % 2]},{day.toordinal() + hour / 8}"
        for hour in range(24)
        for meter in range(4)
    ]
    return ("\n".join(rows) + "\n").encode()


def days(count: int, start: date = date(2015, 1, 1)) -> list[date]:
    return [start + timedelta(days=number) for number in range(count)]


def test_one_day_of_a_year(session: SparkSession, bucket: Bucket, folder: str) -> None:
    put_all(bucket, {f"{folder}/{day}.csv": day_of_meters(day) for day in days(365)})
    built = index(session, bucket, folder, "csv")
    assert (len(built.by_storlet), built.refusal) == (365, "")
    read = reader(session, f"{bucket.root}/{folder}", "csv", _CSV)
    wanted = "date >= '2015-07-01' and date < timestamp '2015-07-02'"
    assert answers(read, wanted) == (364, 365)
    text = reader(session, f"{bucket.root}/{folder}", "csv", _CSV.replace("timestamp", "string"))
    assert answers(text, "date like '2015-07-01%' and city = 'Delft'") == (364, 365)
    frame = read("true").where(wanted)
    with watching() as watched:
        assert frame.count() == 96
    assert read_keys(watched, bucket) == {f"{folder}/2015-07-01.csv"}
    with watching() as again:
        assert read("true").where("meter < 0").count() == 0
    assert read_keys(again, bucket) == set()
    # The listing showed the index, which is cached. The listing is the only request.
    assert again.counts[request_log.Kind.GET] == again.counts[request_log.Kind.HEAD] == 0


def test_changed_or_new_objects_are_read(session: SparkSession, bucket: Bucket, folder: str) -> None:
    put_all(bucket, {f"{folder}/{day}.csv": day_of_meters(day) for day in days(6)})
    index(session, bucket, folder, "csv")
    read = reader(session, f"{bucket.root}/{folder}", "csv", _CSV)
    wanted = "date = timestamp '2015-03-01 00:00:00'"
    assert answers(read, wanted) == (6, 6)
    late = day_of_meters(date(2015, 3, 1))
    bucket.put(f"{folder}/2015-01-02.csv", late)
    assert answers(read, wanted) == (5, 6)
    bucket.put(f"{folder}/new.csv", late)
    assert answers(read, wanted) == (5, 7)
    assert read("true").where(wanted).count() == 8
    built = index(session, bucket, folder, "csv")
    assert (len(built.kept), sorted(built.by_storlet)) == (
        5,
        [f"{folder}/2015-01-02.csv", f"{folder}/new.csv"],
    )
    assert answers(read, wanted) == (5, 7)
    assert answers(read, "date = timestamp '2015-01-02 00:00:00'") == (7, 7)


def test_other_dialect_or_failfast_skips_nothing(session: SparkSession, bucket: Bucket, folder: str) -> None:
    put_all(bucket, {f"{folder}/{n}.csv": f"{n},{n}\n".encode() for n in range(3)})
    index(session, bucket, folder, "csv")
    for options in ({}, {"mode": "DROPMALFORMED"}):
        read = reader(session, f"{bucket.root}/{folder}", "csv", "a int, b int", **options)
        assert answers(read, "a = 1") == (2, 3), options
    for options in ({"sep": ";"}, {"header": "true"}, {"nullValue": "1"}, {"multiLine": "true"}):
        read = reader(session, f"{bucket.root}/{folder}", "csv", "a int, b int", **options)
        assert answers(read, "a = 1") in (None, (0, 3)), options
    failing = reader(session, f"{bucket.root}/{folder}", "csv", "a int, b int", mode="FAILFAST")
    assert answers(failing, "a = 1") is None


def test_skipping_is_turned_off_for_a_session(session: SparkSession, bucket: Bucket, folder: str) -> None:
    put_all(bucket, {f"{folder}/{n}.csv": f"{n}\n".encode() for n in range(2)})
    index(session, bucket, folder, "csv")
    frame = session.read.schema("a int").csv(f"{bucket.root}/{folder}").where("a = 1")
    assert skipped(frame) == (1, 2)
    session.conf.set("spark.headwater.skipping", "false")
    try:
        assert skipped(session.read.schema("a int").csv(f"{bucket.root}/{folder}").where("a = 1")) is None
    finally:
        session.conf.unset("spark.headwater.skipping")


DIRTY = {
    "clean": "1,a,2015-01-01\n2,b,2015-01-02\n",
    "text": "x,c,2015-01-03\n2,d,2015-01-04\n",
    "decimal": "1.0,a,2015-1-5\n",
    "short": "5\n6,e\n",
    "long": "7,f,2015-01-07,more\n",
    "quoted": '8,"g,h",2015-01-08\n9,"i""j",2015-01-09\n',
    "broken": '10,"k\n11,l"m,2015-01-11\n',
    "empty": '12,"",\n13,,2015-01-13\n',
    "spaces": " 14, m ,2015-01-14\n",
    "bytes": b"15,\xff,2015-01-15\n",
    "big": f"{2**31},n,2015-02-30\n{2**63},o,9999-12-31\n",
    "nan": "NaN,NaN,NaN\n1e3,Infinity,-1\n",
    "zone": "16,p,2015-01-16T00:00:00Z\n",
}
DIRTY_PREDICATES = [
    "a = 1", "a > 5", "a < 2", "a is null", "a is not null", "not (a > 1)", "a <=> null",
    "a in (5, 16)", "a = 1 or b = 'n'",
    "a not in (1, 2)", "b = 'a'", "b = 'g,h'", "b = ''", "b is null", "b like 'i%'", "b > 'm'", "b = ' m '",
    "b = '\ufffd'", "not (b like 'g%')", "c is null", "c = '2015-01-03'", "c >= '2015-01-08'",
    "a = 2 and c = '2015-01-04'",
]  # fmt: skip


@pytest.mark.parametrize(
    "schema",
    ["a int, b string, c date", "a double, b string, c string", "a decimal(5,1), b double, c timestamp"],
)
def test_dirty_values(session: SparkSession, bucket: Bucket, folder: str, schema: str) -> None:
    objects = {f"{folder}/{name}.csv": text for name, text in DIRTY.items()}
    put_all(
        bucket, {key: text if isinstance(text, bytes) else text.encode() for key, text in objects.items()}
    )
    index(session, bucket, folder, "csv")
    read = reader(session, f"{bucket.root}/{folder}", "csv", schema)
    session.conf.set("spark.sql.ansi.enabled", "false")
    try:
        counts = sound(read, DIRTY_PREDICATES)
        corrupt = reader(session, f"{bucket.root}/{folder}", "csv", f"{schema}, _corrupt_record string")
        sound(corrupt, DIRTY_PREDICATES)
    finally:
        session.conf.unset("spark.sql.ansi.enabled")
    assert any(count and count[0] for count in counts.values())


@pytest.mark.parametrize("source", ["json", "parquet", "orc"])
def test_other_sources(session: SparkSession, bucket: Bucket, folder: str, source: str) -> None:
    session.sql(ROWS).write.format(source).save(f"{bucket.root}/{folder}")
    schema = session.sql(ROWS).schema.simpleString()[len("struct<") : -1]
    schema = ", ".join(field.replace(":", " ", 1) for field in re.split(r",(?![^(]*\))", schema))
    built = index(session, bucket, folder, source, schema=schema if source == "json" else None)
    assert len(built.by_spark) == 4
    read = reader(session, f"{bucket.root}/{folder}", source, schema if source == "json" else None)
    counts = sound(read, PREDICATES)
    assert answers(read, "id = 7") == counts["id = 7"] == (3, 4)
    assert counts["id > 390"] == (3, 4)
    assert counts["name = 'name 7'"] == (3, 4)
    assert counts["price = 1.125"] == (3, 4)
    assert counts["at < timestamp'2015-01-01 05:00:00'"] == (3, 4)
    assert counts["small = 9"] == (4, 4)
    assert counts["id = 7 or id = 391"] == (2, 4)
    # In JSON a row may be null because of a value in another column.
    assert counts["id is null"] == ((0, 4) if source == "json" else (4, 4))
    other = schema.replace("id bigint", "id string") if source == "json" else None
    if other:
        assert answers(reader(session, f"{bucket.root}/{folder}", source, other), "id = '7'") == (0, 4)


def test_malformed_json_is_read(session: SparkSession, bucket: Bucket, folder: str) -> None:
    put_all(
        bucket,
        {
            f"{folder}/a.json": b'{"a": 1}\n',
            f"{folder}/b.json": b'{"a": 2}\n{"a": "x"}\n',
            f"{folder}/c.json": b'{"a": 3}\n{"a":\n',
        },
    )
    index(session, bucket, folder, "json", schema="a bigint")
    read = reader(session, f"{bucket.root}/{folder}", "json", "a bigint")
    assert answers(read, "a = 9") == (1, 3)
    assert answers(read, "a is null") == (0, 3)


def test_partitions_of_a_table(session: SparkSession, bucket: Bucket, folder: str) -> None:
    for part in "ab":
        put_all(bucket, {f"{folder}/part={part}/{n}.csv": f"{n},{part}\n".encode() for n in range(3)})
    index(session, bucket, folder, "csv")
    read = reader(session, f"{bucket.root}/{folder}", "csv", "n int, letter string")
    assert answers(read, "n = 1") == (4, 6)
    assert answers(read, "n = 1 and part = 'a'") == (2, 3)
    partition = reader(session, f"{bucket.root}/{folder}/part=a", "csv", "n int, letter string")
    assert answers(partition, "n = 1") == (2, 3)
    names = reader(session, f"{bucket.root}/{folder}/part=a/*.csv", "csv", "n int, letter string")
    assert answers(names, "n = 1") in ((0, 3), (2, 3))


@pytest.mark.parametrize("body", [b"no gzip", b""])
def test_invalid_index_is_ignored(session: SparkSession, bucket: Bucket, folder: str, body: bytes) -> None:
    put_all(
        bucket,
        {f"{folder}/{n}.csv": f"{n}\n".encode() for n in range(2)} | {f"{folder}/_headwater_index": body},
    )
    read = reader(session, f"{bucket.root}/{folder}", "csv", "a int")
    assert answers(read, "a = 1") == (0, 2)


def test_times_skipped_by_daylight_saving(session: SparkSession, bucket: Bucket, folder: str) -> None:
    times = ["2015-03-29 01:59:00", "2015-03-29 02:30:00", "2015-03-29 03:10:00", "2015-10-25 02:30:00"]
    put_all(bucket, {f"{folder}/{n}.csv": f"{time}\n".encode() for n, time in enumerate(times)})
    filler = "\n".join(f"2015-03-29 02:{n % 60:02}:{n // 60:02}" for n in range(90))
    bucket.put(f"{folder}/many.csv", f"{filler}\n".encode())
    index(session, bucket, folder, "csv")
    read = reader(session, f"{bucket.root}/{folder}", "csv", "at timestamp", timeZone="Europe/Amsterdam")
    session.conf.set("spark.sql.session.timeZone", "Europe/Amsterdam")
    minutes = [f"03-29 {hour}:{minute:02}" for hour in ("01", "02", "03", "04") for minute in range(0, 60, 7)]
    bounds = [
        f"at {sign} timestamp'2015-03-29 03:{n}:00'" for n in ("00", "30", "59") for sign in ("<", ">=")
    ]
    try:
        sound(read, [f"at = timestamp'2015-{minute}:00'" for minute in minutes] + bounds)
    finally:
        session.conf.unset("spark.sql.session.timeZone")


def test_documented_program(session: SparkSession, bucket: Bucket) -> None:
    page = (Path(__file__).resolve().parents[2] / "docs/guides/skipping.md").read_text(encoding="utf-8")
    (program,) = re.findall(r"^```python\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    rows = {day: "".join(f"{day} {hour:02}:00:00,1,a,2.5\n" for hour in range(24)) for day in days(5)}
    put_all(bucket, {f"meters/{day}.csv": text.encode() for day, text in rows.items()})
    index(session, bucket, "meters", "csv")
    assert "s3://lake/meters" in program
    names = {"spark": session}
    exec(program.replace("s3://lake/meters", f"{bucket.root}/meters"), names)
    assert skipped(names["one_day"]) == (4, 5)
