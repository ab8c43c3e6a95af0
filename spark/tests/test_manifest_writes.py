"""Every way in which Spark writes a DataFrame or a table, committed by manifest."""

import json
import re
from concurrent.futures import ThreadPoolExecutor

import pytest
from py4j.protocol import Py4JJavaError
from pyspark.errors import AnalysisException
from pyspark.sql import DataFrame, SparkSession

import jobs
from store import Bucket

_FORMATS = ("parquet", "orc", "csv", "json", "text")
_NAME = re.compile(
    r"part-\d{5}(-c\d{3})?-attempt_manifest-[0-9a-f]{12}-[0-9a-f]{32}_0000_m_\d{6}_\d+(_\d{5})?(\.\S+)?"
)
_DYNAMIC = "spark.sql.sources.partitionOverwriteMode"

pytestmark = pytest.mark.parametrize("session", ["manifest"], indirect=True)


@pytest.fixture
def target(request, bucket: Bucket) -> str:
    return f"{bucket.root}/{_folder(request)}"


@pytest.fixture
def folder(request) -> str:
    return _folder(request)


def _folder(request) -> str:
    return re.sub(r"\W+", "-", request.node.name)


@pytest.fixture
def dynamic(session: SparkSession):
    session.conf.set(_DYNAMIC, "dynamic")
    yield
    session.conf.unset(_DYNAMIC)


def manifest(bucket: Bucket, folder: str) -> dict:
    return json.loads(bucket.get(f"{folder}/_SUCCESS"))["headwater"]


def data(bucket: Bucket, folder: str) -> set[str]:
    """The keys of data objects below a folder."""
    return {key.removeprefix(f"{folder}/") for key in bucket.keys(f"{folder}/") if "/_SUCCESS" not in key}


def ids(frame: DataFrame) -> list[int]:
    return sorted(int(row[0]) for row in frame.select(frame.columns[0]).collect())


def grouped(session: SparkSession, start: int, end: int) -> DataFrame:
    return session.range(start, end, 1, 2).selectExpr("id", "id % 3 as k")


@pytest.mark.parametrize("form", _FORMATS)
def test_each_format_is_written_once_and_listed_in_its_manifest(
    session: SparkSession, bucket: Bucket, target: str, folder: str, form: str
) -> None:
    session.range(0, 30, 1, 3).selectExpr("cast(id as string) as id").write.format(form).save(target)
    keys = bucket.keys(f"{folder}/")
    document = manifest(bucket, folder)
    assert {f"{folder}/{entry['key']}": entry["length"] for entry in document["entries"]} == {
        key: length for key, length in keys.items() if "/_SUCCESS" not in key
    }
    assert len(document["entries"]) == 3
    assert all(_NAME.fullmatch(entry["key"]) for entry in document["entries"])
    assert document["job"]["application"] == session.sparkContext.applicationId
    assert ids(session.read.format(form).load(target)) == list(range(30))
    assert ids(session.read.format(form).load(f"{target}/*")) == list(range(30))


def test_save_modes(session: SparkSession, target: str) -> None:
    session.range(0, 5).write.parquet(target)
    with pytest.raises(AnalysisException, match="already exists"):
        session.range(5, 6).write.parquet(target)
    session.range(6, 7).write.mode("ignore").parquet(target)
    assert ids(session.read.parquet(target)) == [0, 1, 2, 3, 4]
    session.range(5, 8).write.mode("append").parquet(target)
    session.range(8, 9).write.mode("append").parquet(target)
    assert ids(session.read.parquet(target)) == list(range(9))
    session.range(100, 102).write.mode("overwrite").parquet(target)
    assert ids(session.read.parquet(target)) == [100, 101]
    session.range(102, 103).write.mode("append").parquet(target)
    assert ids(session.read.parquet(target)) == [100, 101, 102]


def test_overwrite_removes_all_old_rows(
    session: SparkSession, bucket: Bucket, target: str, folder: str
) -> None:
    session.range(0, 50, 1, 5).write.parquet(target)
    session.range(0, 5, 1, 1).write.mode("append").parquet(target)
    bucket.put(f"{folder}/foreign.parquet", b"not even Parquet")
    session.range(7, 9, 1, 2).write.mode("overwrite").parquet(target)
    assert data(bucket, folder) == {entry["key"] for entry in manifest(bucket, folder)["entries"]}
    assert len(bucket.keys(f"{folder}/")) == 3
    assert ids(session.read.parquet(target)) == [7, 8]


def test_output_of_a_failed_job_is_invisible(
    session: SparkSession, bucket: Bucket, target: str, folder: str
) -> None:
    session.range(0, 5).write.csv(target)
    broken = session.range(0, 10, 1, 2).selectExpr("if(id = 9, raise_error('broken'), id) as id")
    for mode in ("append", "overwrite"):
        with pytest.raises(Exception, match="broken"):
            broken.write.mode(mode).csv(target)
        assert ids(session.read.csv(target)) == [0, 1, 2, 3, 4]
    job = f"manifest-{manifest(bucket, folder)['tag']}-{'0' * 32}"
    bucket.put(f"{folder}/part-00000-attempt_{job}_0000_m_000000_0.csv", b"12345\n")
    assert ids(session.read.csv(target)) == [0, 1, 2, 3, 4]
    assert ids(session.read.csv(f"{target}/*")) == [0, 1, 2, 3, 4]


def test_partitions(session: SparkSession, target: str) -> None:
    grouped(session, 0, 30).write.partitionBy("k").csv(target)
    read = session.read.schema("id long, k int").csv(target)
    assert sorted(map(tuple, read.collect())) == [(each, each % 3) for each in range(30)]
    assert ids(session.read.csv(f"{target}/k=1")) == list(range(1, 30, 3))
    assert ids(session.read.csv(f"{target}/*")) == list(range(30))
    assert ids(session.read.csv(f"{target}/k=*/part-*")) == list(range(30))


@pytest.mark.usefixtures("dynamic")
def test_dynamic_overwrite_replaces_only_written_partitions(
    session: SparkSession, bucket: Bucket, target: str, folder: str
) -> None:
    grouped(session, 0, 30).write.partitionBy("k").parquet(target)
    grouped(session, 30, 33).where("k = 1").write.mode("append").partitionBy("k").parquet(target)
    session.range(100, 102).selectExpr("id", "1 as k").write.mode("overwrite").partitionBy("k").parquet(
        target
    )
    assert ids(session.read.parquet(target)) == sorted([*range(0, 30, 3), *range(2, 30, 3), 100, 101])
    assert ids(session.read.parquet(f"{target}/k=1")) == [100, 101]
    assert data(bucket, folder) == {entry["key"] for entry in manifest(bucket, folder)["entries"]}


def test_files_of_few_records(session: SparkSession, bucket: Bucket, target: str, folder: str) -> None:
    session.range(0, 20, 1, 2).write.option("maxRecordsPerFile", 3).json(target)
    assert len(manifest(bucket, folder)["entries"]) == 8
    assert ids(session.read.json(target)) == list(range(20))


def test_foreign_objects_are_read(session: SparkSession, bucket: Bucket, target: str, folder: str) -> None:
    session.range(0, 3).write.csv(target)
    bucket.put(f"{folder}/other.csv", b"77\n")
    assert ids(session.read.csv(target)) == [0, 1, 2, 77]


def test_tables_of_the_catalog(session: SparkSession, target: str, bucket: Bucket, folder: str) -> None:
    table = f"t_{folder.replace('-', '_')}"
    session.sql(f"CREATE TABLE {table} (id BIGINT, k INT) USING csv PARTITIONED BY (k) LOCATION '{target}'")
    try:
        session.sql(f"INSERT INTO {table} VALUES (1, 1), (2, 2)")
        session.sql(f"INSERT INTO {table} PARTITION (k = 1) VALUES (3)")
        session.sql(f"INSERT OVERWRITE {table} PARTITION (k = 2) VALUES (20)")
        assert sorted(map(tuple, session.table(table).collect())) == [(1, 1), (3, 1), (20, 2)]
        elsewhere = f"{bucket.root}/{folder}-elsewhere/seven"
        session.sql(f"ALTER TABLE {table} ADD PARTITION (k = 7) LOCATION '{elsewhere}'")
        session.sql(f"INSERT INTO {table} VALUES (4, 7), (5, 1)")
        session.sql(f"INSERT OVERWRITE {table} PARTITION (k = 7) VALUES (70)")
        assert sorted(map(tuple, session.table(table).collect())) == [
            (1, 1),
            (3, 1),
            (5, 1),
            (20, 2),
            (70, 7),
        ]
        session.sql(f"INSERT OVERWRITE {table} VALUES (9, 9)")
        assert sorted(map(tuple, session.table(table).collect())) == [(9, 9)]
        assert data(bucket, folder) == {entry["key"] for entry in manifest(bucket, folder)["entries"]}
    finally:
        session.sql(f"DROP TABLE {table}")


def test_partition_deleted_by_path_has_no_rows(session: SparkSession, target: str) -> None:
    grouped(session, 0, 9).write.partitionBy("k").parquet(target)
    path, file_system = jobs.located(session, f"{target}/k=2")
    assert file_system.delete(path, True)
    assert ids(session.read.parquet(target)) == [0, 1, 3, 4, 6, 7]


def test_partition_folder_accepts_appends_and_refuses_overwrites(
    session: SparkSession, bucket: Bucket, target: str, folder: str
) -> None:
    grouped(session, 0, 30).write.partitionBy("k").parquet(target)
    before = bucket.keys(f"{folder}/")
    with pytest.raises(Py4JJavaError, match="has files of the dataset"):
        session.range(3).write.mode("overwrite").parquet(f"{target}/k=2")
    assert bucket.keys(f"{folder}/") == before
    assert ids(session.read.parquet(target)) == list(range(30))
    session.range(100, 103).write.mode("append").parquet(f"{target}/k=2")
    assert ids(session.read.parquet(target)) == [*range(30), 100, 101, 102]


def test_renamed_partition_has_its_rows(session: SparkSession, target: str) -> None:
    grouped(session, 0, 9).write.partitionBy("k").parquet(target)
    path, file_system = jobs.located(session, f"{target}/k=2")
    renamed, _ = jobs.located(session, f"{target}/k=5")
    assert file_system.rename(path, renamed)
    read = session.read.schema("id long, k int").parquet(target)
    assert sorted(map(tuple, read.where("k = 5").collect())) == [(2, 5), (5, 5), (8, 5)]
    assert ids(read) == list(range(9))


def test_renamed_dataset_is_unchanged(session: SparkSession, target: str) -> None:
    grouped(session, 0, 9).write.partitionBy("k").parquet(target)
    path, file_system = jobs.located(session, target)
    renamed, _ = jobs.located(session, f"{target}-renamed")
    assert file_system.rename(path, renamed)
    assert ids(session.read.parquet(f"{target}-renamed")) == list(range(9))
    session.range(9, 11).selectExpr("id", "0 as k").write.mode("append").partitionBy("k").parquet(
        f"{target}-renamed"
    )
    assert ids(session.read.parquet(f"{target}-renamed")) == list(range(11))


def test_missing_or_changed_entry_is_reported_by_name(
    session: SparkSession, bucket: Bucket, target: str, folder: str
) -> None:
    session.range(0, 4, 1, 2).write.csv(target)
    key = manifest(bucket, folder)["entries"][1]["key"]
    bucket.put(f"{folder}/{key}", b"666\n")
    with pytest.raises(Py4JJavaError, match=f"{key}.*_SUCCESS"):
        session.read.schema("id long").csv(target).collect()


def test_other_file_systems_use_sparks_protocol(session: SparkSession, tmp_path) -> None:
    session.range(0, 3).write.csv(f"file://{tmp_path}/out")
    session.range(3, 5).write.mode("overwrite").csv(f"file://{tmp_path}/out")
    assert ids(session.read.csv(f"file://{tmp_path}/out")) == [3, 4]
    assert (tmp_path / "out" / "_SUCCESS").read_bytes() == b""


def test_one_setting_turns_it_off(session: SparkSession, bucket: Bucket, target: str, folder: str) -> None:
    setting = f"fs.headwater.bucket.{bucket.name}.commit.manifest"
    plain = session.newSession()
    hadoop = plain.sparkContext._jsc.hadoopConfiguration()
    hadoop.set(setting, "false")
    hadoop.set("fs.s3.impl.disable.cache", "true")
    hadoop.set("fs.swift.impl.disable.cache", "true")
    try:
        plain.range(0, 3).write.csv(target)
    finally:
        for name in (setting, "fs.s3.impl.disable.cache", "fs.swift.impl.disable.cache"):
            hadoop.unset(name)
    assert bucket.get(f"{folder}/_SUCCESS") == b""
    assert ids(session.read.csv(target)) == [0, 1, 2]


def test_parquet_rows_and_ranges_are_recorded(
    session: SparkSession, bucket: Bucket, target: str, folder: str
) -> None:
    rows = session.range(0, 100, 1, 2).selectExpr(
        "id", "if(id < 60, null, concat('n', id)) as name", "cast(id as decimal(10, 2)) as price"
    )
    rows.write.parquet(target)
    document = manifest(bucket, folder)
    assert document["summary"]["rows"] == 100
    assert [entry["rows"] for entry in document["entries"]] == [50, 50]
    first, second = (entry["columns"] for entry in document["entries"])
    assert first["id"] == {"min": "0", "max": "49", "nulls": 0}
    assert first["name"] == {"nulls": 50}
    assert second["name"] == {"min": "n60", "max": "n99", "nulls": 10}
    assert second["price"] == {"min": "50.00", "max": "99.00", "nulls": 0}


def test_summaries_without_rows_are_unknown(
    session: SparkSession, bucket: Bucket, target: str, folder: str
) -> None:
    session.range(0, 10).write.csv(target)
    assert "rows" not in manifest(bucket, folder)["summary"]


def test_two_files_of_the_same_name_in_an_attempt_are_refused(session: SparkSession, target: str) -> None:
    """If the default partition's name is also a value, Spark writes two files to it. None may be lost."""
    rows = session.sql("VALUES (1L, '__HIVE_DEFAULT_PARTITION__'), (2L, NULL) AS rows(id, p)").coalesce(1)
    with pytest.raises(Exception, match=r"FileAlreadyExistsException|FAILED_WRITE|already"):
        rows.write.partitionBy("p").csv(target)


def test_one_of_two_jobs_that_create_a_dataset_fails(session: SparkSession, target: str) -> None:
    frames = [session.range(10, 12), session.range(20, 22)]
    with ThreadPoolExecutor(2) as pool:
        writes = [pool.submit(frame.write.mode("overwrite").csv, target) for frame in frames]
    failures = [write.exception() for write in writes]
    assert all("another job" in str(failure) for failure in failures if failure)
    assert ids(session.read.csv(target)) in ([10, 11], [20, 21])


def test_folder_created_by_mkdirs_is_overwritten(
    session: SparkSession, bucket: Bucket, target: str, folder: str
) -> None:
    path, file_system = jobs.located(session, target)
    file_system.mkdirs(path)
    session.range(0, 3).write.mode("overwrite").csv(target)
    assert manifest(bucket, folder)["excluded"] == []
    assert ids(session.read.csv(target)) == [0, 1, 2]
