"""Installations that are not complete: what does not work is reported once, and other paths work as usual.

`make test-sparks` runs it. The lines are those of test_lines.py.
"""

import re
import uuid
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

import store
import submitted
from lines import ROOT, bundle_of, environment, home
from s3_bucket import S3Bucket
from test_lines import EXECUTORS, EXTENSION, LINES, LOCAL, WRONG, java_variables

OLD_JAVA = "11"
OLD_LINES = [line for line in LINES if line.startswith("3.5")]
HADOOP_JAR = ROOT / "dist" / "headwater-hadoop.jar"

pytestmark = pytest.mark.skipif(not LINES, reason="make test-sparks names the lines")


@pytest.fixture
def bucket() -> S3Bucket:
    return S3Bucket(f"installations-{uuid.uuid4().hex[:8]}")


def run(
    line: str,
    jars: Sequence[Path],
    program: Sequence[str],
    folder: Path,
    more: Mapping[str, str] | None = None,
    java: str = "",
) -> str:
    """The output of a program of ours on a line's PySpark with jars on all class paths."""
    settings = LOCAL | store.spark_settings(folder) | {"spark.log.level": "WARN"} | (more or {})
    name, *arguments = program
    command = [str(submitted.PROGRAMS / f"{name}.py"), *arguments]
    return submitted.run(
        submitted.command(home(line), settings, command, folder),
        environment(line, jars) | java_variables(java),
    )


def paths(bucket: S3Bucket, folder: Path) -> list[str]:
    return ["paths", (folder / "local").as_uri(), bucket.root]


def refused(output: str) -> list[str]:
    """The attempts that failed with the reason."""
    return re.findall(r"^(\w+):.* cannot be used\. Headwater is not installed", output, re.MULTILINE)


def reports(output: str) -> list[str]:
    """What Headwater logged."""
    return [text for text in output.splitlines() if "Installation: " in text]


@pytest.mark.parametrize(("line", "wrong"), [each for each in WRONG if each[0] in OLD_LINES])
def test_a_wrong_bundle_is_reported_at_the_start_also_without_the_extension(
    line: str, wrong: str, bucket: S3Bucket, tmp_path: Path
) -> None:
    """Also with the right bundle after it."""
    jars = [bundle_of(wrong), bundle_of(line)]
    output = run(line, jars, paths(bucket, tmp_path), tmp_path)
    (report,) = reports(output)
    assert f"Headwater is not installed: {jars[0]} is for Spark {wrong.partition('_')[0]} " in report
    assert f"Use headwater-bundle-{line}.jar instead" in report
    assert output.index(report) < output.index("local paths work")
    assert refused(output) == ["write", "read", "storlet"], output
    assert not bucket.keys(), bucket.keys()


@pytest.mark.parametrize("line", OLD_LINES)
@pytest.mark.parametrize("jar", ["bundle", "wrong bundle", "hadoop"])
def test_an_old_java_refuses_headwaters_paths_alone(
    line: str, jar: str, bucket: S3Bucket, tmp_path: Path
) -> None:
    jars = {"bundle": bundle_of(line), "wrong bundle": bundle_of("4.2"), "hadoop": HADOOP_JAR}
    output = run(line, [jars[jar]], paths(bucket, tmp_path), tmp_path, EXTENSION, OLD_JAVA)
    (report,) = reports(output)
    assert f"it needs Java 17 or newer, and this is Java {OLD_JAVA}." in report
    assert {"write", "read"} <= set(refused(output)), output
    assert not bucket.keys(), bucket.keys()


@pytest.mark.parametrize("line", LINES)
def test_executors_need_no_bundle_to_write_to_other_paths(line: str, tmp_path: Path) -> None:
    """docs/get-started/spark.md says which other queries need it."""
    more = EXTENSION | EXECUTORS | {"spark.driver.extraClassPath": str(bundle_of(line))}
    more["spark.sql.warehouse.dir"] = str(tmp_path / "warehouse")
    root = (tmp_path / "local").as_uri()
    assert f"written: {root}" in run(line, [], ["local_writes", root], tmp_path, more)


@pytest.mark.parametrize("line", LINES)
def test_the_jar_for_hadoop_says_that_it_is_not_for_spark(
    line: str, bucket: S3Bucket, tmp_path: Path
) -> None:
    output = run(line, [HADOOP_JAR], paths(bucket, tmp_path), tmp_path)
    (report,) = reports(output)
    assert "headwater-hadoop.jar is for Hadoop without Spark" in report
    assert output.index("local paths work") < output.index(report)
    assert "write: done\nread: done\n" in output


@pytest.mark.parametrize("line", OLD_LINES)
def test_a_session_without_the_extension_says_so(line: str, bucket: S3Bucket, tmp_path: Path) -> None:
    output = run(line, [bundle_of(line)], paths(bucket, tmp_path), tmp_path)
    (report,) = reports(output)
    assert "Set spark.sql.extensions=io.headwater.spark.HeadwaterExtensions" in report
    assert "write: done\nread: done\n" in output
