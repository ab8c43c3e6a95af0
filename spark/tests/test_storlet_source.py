"""The format `storlet`: storlet responses for a path as DataFrames and RDDs."""

import gzip
import re
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from headwater.core.artifacts import shipped
from py4j.protocol import Py4JJavaError
from pyspark.errors import PySparkException
from pyspark.sql import DataFrame, SparkSession

import storlets
from cutting import cutting
from s3_bucket import S3Bucket
from samples import jpeg, pdf
from store import Bucket

pytestmark = [
    pytest.mark.parametrize("session", ["local"], indirect=True),
    # The proxy's threads check that an answer is longer than what is cut off.
    pytest.mark.filterwarnings("error::pytest.PytestUnhandledThreadExceptionWarning"),
]

_NAMES = ("csv", "decompress", "grep", "image-meta", "jsonl", "pdf-text")
_FAILURES = (PySparkException, Py4JJavaError)


@pytest.fixture(scope="module", autouse=True)
def _deployed() -> None:
    modules = {name: (shipped("storlets") / f"{name}.wasm").read_bytes() for name in _NAMES}
    storlets.deploy(**modules)


@pytest.fixture
def folder(request: pytest.FixtureRequest) -> str:
    """A separate folder for the test."""
    return re.sub(r"\W+", "-", request.node.name)


@contextmanager
def setting(session: SparkSession, name: str, value: str) -> Iterator[None]:
    """Temporarily change a session's setting."""
    session.conf.set(name, value)
    try:
        yield
    finally:
        session.conf.unset(name)


def read(session: SparkSession, path: str, storlet: str, schema: str = "", **options: str) -> DataFrame:
    """The storlets' responses. A parameter `NAME` is the option `param_NAME`."""
    reader = session.read.format("storlet").option("storlet", storlet)
    for name, value in options.items():
        reader = reader.option(name.replace("param_", "param."), value)
    return (reader.schema(schema) if schema else reader).load(path)


def test_exif_of_a_folder_of_pictures(session: SparkSession, bucket: Bucket, folder: str) -> None:
    objects = {
        f"{folder}/{number}.jpg": jpeg(make=f"Maker {number}", orientation=number) for number in (1, 6)
    }
    for key, body in objects.items():
        bucket.put(key, body)
    photos = read(session, f"{bucket.root}/{folder}", "image-meta", output="json")
    assert photos.columns == ["Make", "Orientation", "name", "length", "etag", "metadata"]
    found = {row.Make: row for row in photos.collect()}
    assert found.keys() == {"Maker 1", "Maker 6"}
    for number in (1, 6):
        row, key = found[f"Maker {number}"], f"{folder}/{number}.jpg"
        assert (row.Orientation, row.name, row.length) == (number, f"{bucket.root}/{key}", len(objects[key]))
        assert row.metadata == {"exif-make": f"Maker {number}", "exif-orientation": str(number)}
        assert re.fullmatch("[0-9a-f]{32}", row.etag)
    given = read(
        session, f"{bucket.root}/{folder}", "image-meta", "orientation INT, Model STRING", output="json"
    )
    assert given.columns[:2] == ["orientation", "Model"]
    rows = given.where("name LIKE '%6.jpg'").select("Model", "length").collect()
    assert rows == [(None, len(objects[f"{folder}/6.jpg"]))]


def test_inference_keeps_the_case_of_parameters(session: SparkSession, bucket: Bucket, folder: str) -> None:
    bucket.put(f"{folder}/lines", b'{"a": 1}\n{"a": 2}\n')
    frame = read(session, f"{bucket.root}/{folder}", "jsonl", output="json", param_lineSep="\n")
    assert [row.a for row in frame.select("a").collect()] == [1, 2]


def test_text_of_a_folder_of_papers(session: SparkSession, bucket: Bucket, folder: str) -> None:
    bucket.put(f"{folder}/a.pdf", pdf("The open sea", "Page two"))
    bucket.put(f"{folder}/b.pdf", pdf("A river"))
    bucket.put(f"{folder}/notes.txt", b"no PDF")
    path = f"{bucket.root}/{folder}/*.pdf"
    lines = read(session, path, "pdf-text")
    assert lines.columns == ["value", "name", "length", "etag", "metadata"]
    assert lines.where("value LIKE '%sea%'").select("name").collect() == [(f"{bucket.root}/{folder}/a.pdf",)]
    whole = read(session, path, "pdf-text", output="binary").orderBy("name").collect()
    assert [bytes(row.value).decode().split() for row in whole] == [
        ["The", "open", "sea", "Page", "two"],
        ["A", "river"],
    ]
    assert read(session, path, "pdf-text", output="binary").count() == 2


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_each_line_of_all_splits_is_returned_once(
    session: SparkSession, bucket: Bucket, folder: str, end: str
) -> None:
    lines = [
        f"{number} is {'odd' if number % 2 else 'even'}" + "." * (number % 97) for number in range(20_000)
    ]
    bucket.put(f"{folder}/lines", end.join(lines).encode())
    with setting(session, "spark.sql.files.maxPartitionBytes", "70001"):
        found = read(session, f"{bucket.root}/{folder}", "grep", split="records", param_pattern="odd")
        assert found.rdd.getNumPartitions() > 5
        assert sorted(row.value for row in found.collect()) == sorted(lines[1::2])
        assert found.count() == 10_000
        whole = read(session, f"{bucket.root}/{folder}", "grep", param_pattern="odd")
        assert whole.rdd.getNumPartitions() == 1
        assert [row.value for row in whole.collect()] == lines[1::2]


def test_records_with_a_schema(session: SparkSession, bucket: Bucket, folder: str) -> None:
    rows = b'id,kwh,city\n1,2.5,Bern\n2,x,"Lake, the"\n3,,Nice\n'
    bucket.put(f"{folder}/day=1/meters.csv", rows)
    bucket.put(f"{folder}/day=2/meters.csv", rows.replace(b"2.5", b"7"))
    options = {"output": "csv", "param_header": "true", "param_columns": "2,1", "split": "records"}
    found = read(session, f"{bucket.root}/{folder}", "csv", "city STRING, kwh DOUBLE", **options)
    assert found.columns == ["city", "kwh", "name", "length", "etag", "metadata", "day"]
    expected = [("Bern", 2.5), ("Lake, the", None), ("Nice", None)]
    assert found.where("day = 1").select("city", "kwh").collect() == expected
    assert found.where("kwh = 7").select("day", "city").collect() == [(2, "Bern")]
    with pytest.raises(_FAILURES, match="MALFORMED_RECORD"):
        read(
            session, f"{bucket.root}/{folder}", "csv", "city STRING, kwh DOUBLE", mode="FAILFAST", **options
        ).collect()


def test_pipeline_of_storlets(session: SparkSession, bucket: Bucket, folder: str) -> None:
    bucket.put(f"{folder}/a/rows.gz", gzip.compress(b"one\ntwo\nthree\n"))
    bucket.put(f"{folder}/b/c/rows.gz", gzip.compress(b"four\ntwenty\n"))
    options = {"param_2.pattern": "^t", "recursiveFileLookup": "true", "pathGlobFilter": "*.gz"}
    found = read(session, f"{bucket.root}/{folder}", "decompress, grep", **options)
    assert sorted(row.value for row in found.select("value").collect()) == ["three", "twenty", "two"]


def test_failing_object(session: SparkSession, bucket: Bucket, folder: str) -> None:
    bucket.put(f"{folder}/good.jpg", jpeg())
    bucket.put(f"{folder}/bad.jpg", b"GIF89a")
    path, schema = f"{bucket.root}/{folder}", "Make STRING"
    with pytest.raises(_FAILURES, match=r"bad\.jpg.*failed.*not a readable JPEG"):
        read(session, path, "image-meta", schema, output="json").collect()
    kept = read(session, path, "image-meta", schema, output="json", mode="PERMISSIVE")
    assert kept.columns == ["Make", "name", "length", "etag", "metadata", "error"]
    bad, good = kept.orderBy("name").collect()
    assert (good.Make, good.error) == ("Headwater", None)
    assert (bad.Make, bad.name, bad.length) == (None, f"{path}/bad.jpg", 6)
    assert "not a readable JPEG" in bad.error
    with pytest.raises(_FAILURES, match="never-deployed"):
        read(session, path, "never-deployed", mode="PERMISSIVE").collect()
    with pytest.raises(_FAILURES, match="parameters"):
        read(session, path, "grep", mode="PERMISSIVE").collect()


@pytest.mark.parametrize("threshold", ["32", "0"])
def test_replaced_object(session: SparkSession, bucket: Bucket, folder: str, threshold: str) -> None:
    bucket.put(f"{folder}/day=1/lines", b"one\n")
    bucket.put(f"{folder}/day=2/lines", b"two\n")
    # If there are more folders than the threshold, tasks list them and send the result to the driver.
    with setting(session, "spark.sql.sources.parallelPartitionDiscovery.threshold", threshold):
        found = read(session, f"{bucket.root}/{folder}", "grep", param_pattern="o")
    assert found.count() == 2
    bucket.put(f"{folder}/day=2/lines", b"other\n")
    assert found.where("day = 1").count() == 1
    with pytest.raises(_FAILURES, match="replaced"):
        found.collect()


def test_request_to_a_busy_store_is_repeated(session: SparkSession, bucket: Bucket, folder: str) -> None:
    for number in range(8):
        bucket.put(f"{folder}/{number}", b"".join(b"%d\n" % line for line in range(200_000)))
    with storlets.account() as owner:
        policy = {"X-Container-Storlet-Policy": '{"quota": {"at_once": 1}}'}
        owner.send("POST", f"/{bucket.name}", headers=policy)
    try:
        with setting(session, "spark.sql.files.maxPartitionBytes", "1000"):
            found = read(session, f"{bucket.root}/{folder}", "grep", param_pattern="9$")
            assert found.rdd.getNumPartitions() == 8
            assert found.count() == 8 * 20_000
    finally:
        with storlets.account() as owner:
            owner.send("POST", f"/{bucket.name}", headers={"X-Container-Storlet-Policy": ""})


def test_interrupted_answer_continues_after_the_last_row(session: SparkSession) -> None:
    bucket = S3Bucket(f"cut-answers-{uuid.uuid4().hex[:8]}")
    lines = [f"{line} of many" for line in range(400_000)]
    bucket.put("lines", "\n".join(lines).encode())
    endpoint = f"fs.headwater.bucket.{bucket.name}.s3.endpoint"
    with cutting() as proxy, setting(session, endpoint, f"http://{proxy.address}"):
        found = read(session, f"{bucket.root}/lines", "grep", param_pattern="many").select("value")
        proxy.cuts.extend([20, 2_000_000, 5_000_000])  # In frames of up to a megabyte.
        assert [row.value for row in found.collect()] == lines
        assert not proxy.cuts
        proxy.cuts.extend([5_000_000] * 10)
        with pytest.raises(_FAILURES, match="the answer broke"):
            found.collect()
        assert len(proxy.cuts) == 6, "the request is repeated three times"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"storlet": ""}, "name one or more storlets"),
        ({"storlet": "grep", "output": "csv"}, "needs a schema"),
        ({"storlet": "grep", "output": "table"}, "not one of text, json, csv, binary"),
        ({"storlet": "grep", "split": "lines"}, "not one of object, records"),
        ({"storlet": "grep", "split": "records", "output": "binary"}, "each object as one row"),
        ({"storlet": "grep", "param.2.pattern": "a"}, "refers to storlet 2"),
        ({"storlet": "grep", "parm.pattern": "a"}, "unknown option parm.pattern.*param.NAME"),
        ({"storlet": "grep", "param.pattern": "a", "splits": "records"}, "unknown option splits.*split"),
    ],
)
def test_invalid_options(
    session: SparkSession, bucket: Bucket, folder: str, options: dict[str, str], message: str
) -> None:
    bucket.put(f"{folder}/lines", b"one\n")
    with pytest.raises(_FAILURES, match=message):
        session.read.format("storlet").options(**options).load(f"{bucket.root}/{folder}")


def test_invalid_schemas_and_paths(
    session: SparkSession, bucket: Bucket, folder: str, tmp_path: Path
) -> None:
    bucket.put(f"{folder}/lines", b"one\n")
    (tmp_path / "lines").write_text("one\n")
    with pytest.raises(_FAILURES, match="runs no storlets"):
        read(session, tmp_path.as_uri(), "grep", param_pattern="o")
    with pytest.raises(_FAILURES, match="one path"):
        session.read.format("storlet").option("storlet", "grep").load()
    with pytest.raises(_FAILURES, match="cannot have a column name"):
        read(session, f"{bucket.root}/{folder}", "grep", "name INT", output="csv")
    with pytest.raises(_FAILURES, match="without a header"):
        read(session, f"{bucket.root}/{folder}", "grep", "a INT", output="csv", header="true").collect()


def test_table(session: SparkSession, bucket: Bucket, folder: str) -> None:
    bucket.put(f"{folder}/lines", b"one\ntwo\n")
    for schema in ("", "(value STRING)"):
        session.sql(
            f"CREATE TABLE lines {schema} USING storlet "
            f"OPTIONS (path '{bucket.root}/{folder}', storlet 'grep', `param.pattern` 'o$')"
        )
        try:
            assert session.sql("SELECT value, length FROM lines").collect() == [("two", 8)]
        finally:
            session.sql("DROP TABLE lines")


def test_rdds(session: SparkSession, bucket: Bucket, folder: str) -> None:
    bucket.put(f"{folder}/a.jpg", jpeg(make="Maker A"))
    bucket.put(f"{folder}/b.jpg", jpeg(make="Maker B"))
    jvm, path = session._jvm, f"{bucket.root}/{folder}"
    rdds, java = jvm.io.headwater.spark.storlet.StorletRDD, session.sparkContext._jsc
    options = jvm.java.util.HashMap({"storlet": "image-meta"})
    scala = (java.sc(), jvm.PythonUtils.toScalaMap(options))
    expected = ['{"Make":"Maker A","Orientation":6}', '{"Make":"Maker B","Orientation":6}']
    assert sorted(rdds.lines(java, path, options).collect()) == expected
    assert sorted(rdds.lines(scala[0], path, scala[1]).collect()) == expected
    for rdd in (rdds.objects(java, path, options), rdds.objects(scala[0], path, scala[1]).toJavaRDD()):
        found = sorted(rdd.collect(), key=lambda each: each.name())
        assert [bytes(each.value()).decode() for each in found] == [f"{line}\n" for line in expected]
        assert [each.name() for each in found] == [f"{path}/a.jpg", f"{path}/b.jpg"]
        assert found[0].metadataAsJava()["exif-make"] == "Maker A"
        assert found[0].length() == len(jpeg(make="Maker A"))
