"""User settings: Hadoop's committer factory, Spark's binding to it, and when parts become visible."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from pyspark.sql import SparkSession

from store import SCHEMES, Bucket, settings

_PAGE = (Path(__file__).resolve().parents[2] / "docs/guides/committers.md").read_text(encoding="utf-8")
_DOCUMENTED = dict(re.findall(r"^    ([a-z]\S+)=(\S+)$", _PAGE, re.MULTILINE))
"""The settings of the page: these tests run with them."""
_SCHEME = "mapreduce.outputcommitter.factory.scheme"
_FACTORY = _DOCUMENTED[f"{_SCHEME}.s3"]
_PROTOCOL = "spark.sql.sources.commitProtocolClass"
_CLOUD = _DOCUMENTED[_PROTOCOL]
_VISIBILITY = _DOCUMENTED["fs.headwater.commit.visibility"]
_OURS = "io.headwater.spark.HeadwaterCommitProtocol"
_ROWS = 1000
_LIMIT_SECONDS = 180

_one_session = pytest.mark.parametrize("session", [True], indirect=True)


@pytest.fixture
def committers(session: SparkSession) -> Iterator[None]:
    """Our committers for every scheme."""
    hadoops = session.sparkContext._jsc.hadoopConfiguration()
    names = [f"{_SCHEME}.{scheme}" for scheme in SCHEMES]
    for name in names:
        hadoops.set(name, _FACTORY)
    yield
    for name in names:
        hadoops.unset(name)


@pytest.fixture
def protocol(session: SparkSession) -> Iterator[None]:
    """Restore the commit protocol that a test changes."""
    before = session.conf.get(_PROTOCOL)
    yield
    session.conf.set(_PROTOCOL, before)


def _check(session: SparkSession, bucket: Bucket, folder: str) -> None:
    """The rows exist once, by one manifest, and no other objects remain."""
    read = session.read.parquet(f"{bucket.root}/{folder}")
    assert sorted(row.id for row in read.collect()) == list(range(_ROWS))
    assert b'"headwater"' in bucket.get(f"{folder}/_SUCCESS")
    assert not [key for key in bucket.keys(f"{folder}/") if ".tasks/" in key]
    assert not bucket.uploads(folder)


@_one_session
@pytest.mark.usefixtures("committers", "protocol")
def test_sparks_binding_commits_by_one_manifest(session: SparkSession, bucket: Bucket) -> None:
    session.conf.set(_PROTOCOL, _CLOUD)
    target = f"{bucket.root}/bound"
    rows = session.range(0, _ROWS, numPartitions=4)
    rows.where(f"id < {_ROWS // 2}").write.parquet(target)
    rows.where(f"id >= {_ROWS // 2}").write.mode("append").parquet(target)
    _check(session, bucket, "bound")


@_one_session
@pytest.mark.usefixtures("committers")
def test_rdd_commits_by_one_manifest(session: SparkSession, bucket: Bucket) -> None:
    target = f"{bucket.root}/rdd"
    numbers = session.sparkContext.parallelize([(str(number), number) for number in range(_ROWS)], 4)
    numbers.saveAsNewAPIHadoopFile(target, "org.apache.hadoop.mapreduce.lib.output.TextOutputFormat")
    lines = session.sparkContext.textFile(target).collect()
    assert sorted(int(line.split("\t")[1]) for line in lines) == list(range(_ROWS))
    assert b'"headwater"' in bucket.get("rdd/_SUCCESS")


@_one_session
@pytest.mark.usefixtures("committers", "protocol")
@pytest.mark.parametrize("protocol_class", [_CLOUD, _OURS])
def test_parts_are_uploads_that_the_job_completes(
    session: SparkSession, bucket: Bucket, protocol_class: str
) -> None:
    session.conf.set(_PROTOCOL, protocol_class)
    hidden = _hidden(session, bucket, protocol_class.rpartition(".")[2].lower())
    folder = "completed"
    session.range(0, _ROWS, numPartitions=4).write.parquet(f"{hidden.root}/{folder}")
    _check(session, hidden, folder)
    # The S3 API begins and completes an upload by POST. With Swift's API, its parts are segments.
    uploading = [line for line in hidden.requests() if " POST " in line or "_segments/" in line]
    assert [line for line in uploading if folder in line]


def test_commit_messages_can_be_sent_by_kryo(class_path: str, drawn_bucket: Bucket, tmp_path: Path) -> None:
    script = Path(__file__).with_name("kryo_job.py")
    done = subprocess.run(
        [sys.executable, str(script), class_path, f"{drawn_bucket.root}/kryo"],
        input=json.dumps(settings(tmp_path)),
        text=True,
        capture_output=True,
        timeout=_LIMIT_SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert b'"headwater"' in drawn_bucket.get("kryo/_SUCCESS")


def _hidden(session: SparkSession, like: Bucket, name: str) -> Bucket:
    """A bucket that no process has opened yet. Its parts become visible with their job's commit."""
    made = type(like)(f"{like.name}-{name}")
    hadoops = session.sparkContext._jsc.hadoopConfiguration()
    hadoops.set(f"fs.headwater.bucket.{made.name}.commit.visibility", _VISIBILITY)
    return made
