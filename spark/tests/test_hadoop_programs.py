"""Hadoop's shell and MapReduce: files written under a temporary name never appear there in the store."""

import re
from collections import Counter
from pathlib import Path

import pytest

from hadoop import Hadoop
from soak import few_pairs
from store import Bucket

SHELL = "org.apache.hadoop.fs.FsShell"
DISTCP = "org.apache.hadoop.tools.DistCp"
WORDS = [b"to be or not to be\n" * 50, b"that is the question\n" * 30]
TEMPORARY_NAMES = ("_COPYING_", "_temporary", ".crc", ".distcp.tmp")


@pytest.fixture(scope="module", autouse=True)
def _only_final_names(buckets: dict[str, Bucket]):
    yield
    for bucket in buckets.values():
        requests = bucket.requests()
        assert requests
        assert not [line for line in requests if any(name in line for name in TEMPORARY_NAMES)]


def test_put_writes_the_final_name_alone(hadoop: Hadoop, bucket: Bucket, tmp_path: Path) -> None:
    source = tmp_path / "rows.csv"
    source.write_bytes(b"1,2,3\n" * 1000)
    target = f"{bucket.root}/rows.csv"
    hadoop.run_well(SHELL, "-put", source, target)
    assert bucket.keys("rows") == {"rows.csv": 6000}
    assert hadoop.run_well(SHELL, "-cat", target) == source.read_bytes()
    source.write_bytes(b"new\n")
    refused = hadoop.run(SHELL, "-put", source, target)
    assert refused.returncode == 1
    assert b"File exists" in refused.stderr
    hadoop.run_well(SHELL, "-put", "-f", source, target)
    assert bucket.get("rows.csv") == b"new\n"


def test_put_takes_folders_and_standard_input(hadoop: Hadoop, bucket: Bucket, tmp_path: Path) -> None:
    tree = tmp_path / "tree"
    (tree / "deep").mkdir(parents=True)
    for name in ("a", "deep/b"):
        (tree / name).write_text(name)
    hadoop.run_well(SHELL, "-put", tree, f"{bucket.root}/")
    files = {key: size for key, size in bucket.keys("tree/").items() if not key.endswith("/")}
    assert files == {"tree/a": 1, "tree/deep/b": 6}
    hadoop.run_well(SHELL, "-put", "-", f"{bucket.root}/piped", stdin=b"through a pipe")
    assert bucket.get("piped") == b"through a pipe"


def test_shell_cannot_delete_the_root(hadoop: Hadoop, bucket: Bucket) -> None:
    hadoop.run_well(SHELL, "-put", "-", f"{bucket.root}/kept", stdin=b"kept")
    done = hadoop.run(SHELL, "-rm", "-r", "-skipTrash", f"{bucket.root}/")
    assert done.returncode != 0
    assert hadoop.run_well(SHELL, "-cat", f"{bucket.root}/kept") == b"kept"


@pytest.mark.parametrize("options", [(), ("-direct",)])
def test_distcp_copies_to_the_final_names(
    hadoop: Hadoop, drawn_bucket: Bucket, tmp_path: Path, options
) -> None:
    source, back = tmp_path / "source", tmp_path / "back"
    (source / "deep").mkdir(parents=True)
    for name in ("a", "deep/b"):
        (source / name).write_text(name * 1000)
    folder = "-".join(("copied", *options))
    target = f"{drawn_bucket.root}/{folder}"
    hadoop.run_well(DISTCP, *options, source.as_uri(), target)
    files = {key: size for key, size in drawn_bucket.keys(f"{folder}/").items() if not key.endswith("/")}
    assert files == {f"{folder}/a": 1000, f"{folder}/deep/b": 6000}
    hadoop.run_well(DISTCP, *options, target, back.as_uri())
    assert (back / "deep" / "b").read_text() == "deep/b" * 1000


@pytest.mark.parametrize(
    ("job", "algorithm"),
    few_pairs(["OldApiJob", "NewApiJob"], [1, 2], [("OldApiJob", 1), ("NewApiJob", 2)]),
)
def test_map_reduce_counts_words(hadoop: Hadoop, bucket: Bucket, job: str, algorithm: int) -> None:
    folder = f"{job}-{algorithm}"
    for number, text in enumerate(WORDS):
        bucket.put(f"{folder}/in/{number}", text)
    main = f"io.headwater.spark.mapreduce.{job}"
    settings = [f"-Dmapreduce.fileoutputcommitter.algorithm.version={algorithm}", "-Dmapreduce.job.reduces=3"]
    places = [f"{bucket.root}/{folder}/{end}" for end in ("in", "out")]
    hadoop.run_well(main, *settings, *places)
    written = bucket.keys(f"{folder}/out/")
    assert written.pop(f"{folder}/out/_SUCCESS") == 0
    assert sorted(part_number(key) for key in written) == [0, 1, 2]
    lines = b"".join(bucket.get(key) for key in written).decode().splitlines()
    counted = {word: int(count) for word, count in (line.split("\t") for line in lines)}
    assert counted == Counter(b"".join(WORDS).decode().split())
    assert len(lines) == len(counted)


def part_number(key: str) -> int:
    """The number of a part whose name contains its attempt."""
    found = re.search(r"/part-(?:r-)?(\d{5})-attempt_local\d+_\d+_r_\d+_\d+$", key)
    assert found, f"{key} is nobody's"
    return int(found[1])
