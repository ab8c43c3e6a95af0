"""Datasets that Stocator wrote appear as folders, by every scheme."""

import itertools
import json
import uuid
from collections.abc import Callable
from functools import cache

import pytest
from pyspark.sql import SparkSession

import foreign
from jobs import located
from s3_bucket import S3Bucket
from soak import few
from store import SCHEMES, SERVICE

_READERS = [
    *(("stocator", scheme) for scheme in ("s3", "s3a", "swift", "swift2d", "cos")),
    *((committer, scheme) for committer in foreign.COMMITTERS for scheme in ("s3", "s3a")),
]
_WITH_SERVICE = ("swift", "swift2d", "cos")
_CASES = list(itertools.product(_READERS, foreign.FORMS))
_SHORT = [(reader, form) for reader, form in _CASES if reader[0] in ("stocator", "magic")]
_FEW = [(reader, form) for reader, form in _SHORT if reader[1] in SCHEMES or form == foreign.FORMS[0]]
"""Of two writers, every form by the two APIs, and one form by the schemes of other programs."""

_FILES_BY_PARTITION = foreign.TASKS * 3 + 1
"""A file for each of three partitions of each task, and `_SUCCESS`."""

pytestmark = pytest.mark.parametrize("session", ["local"], indirect=True)


@pytest.fixture(scope="module")
def written(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Callable[[str], S3Bucket]:
    """The bucket with what a writer wrote. Each writes once: Stocator to Swift, S3A to versitygw."""

    @cache
    def bucket_of(writer: str) -> S3Bucket:
        folder = tmp_path_factory.mktemp(writer)
        bucket = S3Bucket(
            f"foreign-{writer}-{uuid.uuid4().hex[:8]}", "SWIFT" if writer == "stocator" else "VERSITY"
        )
        if writer == "stocator":
            foreign.write_by_stocator(request.getfixturevalue("master"), bucket, folder)
        else:
            foreign.write_by_s3a(writer, bucket, folder)
            assert json.loads(bucket.get(f"{writer}/parquet/_SUCCESS"))["committer"] == writer
        return bucket

    return bucket_of


def _rows(session: SparkSession, url: str) -> list[int]:
    if url.endswith("text"):
        return sorted(map(int, session.sparkContext.textFile(url).collect()))
    return sorted(row.row for row in session.read.parquet(url).select("row").collect())


@pytest.mark.parametrize("case", few(_CASES, _FEW), ids=lambda case: f"{'-'.join(case[0])}-{case[1]}")
def test_dataset_is_a_folder(session: SparkSession, written, case: tuple[tuple[str, str], str]) -> None:
    (writer, scheme), form = case
    bucket = written(writer)
    hadoops = session.sparkContext._jsc.hadoopConfiguration()
    hadoops.set("fs.s3a.impl", "io.headwater.fs.HeadwaterFileSystem")
    for name, value in bucket.settings.items():
        hadoops.set(f"fs.headwater.bucket.{bucket.name}.s3.{name}", value)
    root = f"{scheme}://{bucket.name}" + (f".{SERVICE}" if scheme in _WITH_SERVICE else "")
    dataset = f"{scheme}-{uuid.uuid4().hex[:8]}/{form}"
    bucket.duplicate(f"{writer}/{form}", dataset)
    assert _rows(session, f"{root}/{dataset}") == list(range(foreign.ROWS))
    before = bucket.keys(dataset)
    assert (dataset in before) == (writer == "stocator")
    path, file_system = located(session, f"{root}/{dataset}")
    _check_folder(file_system, path)

    folder, _, name = dataset.partition("/")
    moved = f"{folder}/moved/{name}"
    moved_path, _ = located(session, f"{root}/{moved}")
    assert file_system.rename(path, moved_path)
    assert _rows(session, f"{root}/{moved}") == list(range(foreign.ROWS))
    assert not file_system.exists(path)
    assert not bucket.keys(dataset)
    assert set(bucket.keys(moved)) <= {key.replace(dataset, moved, 1) for key in before}
    assert file_system.delete(moved_path, True)
    assert not bucket.keys(moved)


def _check_folder(file_system, path) -> None:
    """Statuses, listings and the summary show a folder of parts, without markers or failed attempts."""
    assert file_system.getFileStatus(path).isDirectory()
    (above,) = file_system.listStatus(path.getParent())
    assert above.isDirectory()
    listed = file_system.listStatus(path)
    files = {each.getPath().getName() for each in listed if each.isFile()}
    assert "_SUCCESS" in files
    assert not [name for name in files - {"_SUCCESS"} if not name.startswith("part-")]
    summary = file_system.getContentSummary(path)
    is_partitioned = path.getName() == "partitioned"
    assert summary.getDirectoryCount() == (4 if is_partitioned else 1)
    assert summary.getFileCount() == (_FILES_BY_PARTITION if is_partitioned else len(files))
