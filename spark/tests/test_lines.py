"""Each line of Spark with its bundle, and with the bundle of another line.

`make test-sparks` installs each line's PySpark in .cache/sparks and names the lines in HEADWATER_SPARKS.
A line's name has the version of Scala where Spark has two, such as 3.5_2.12.
"""

import os
import re
import subprocess
from pathlib import Path

import pytest

import store
from program import SETTINGS
from s3_bucket import S3Bucket

ROOT = Path(__file__).resolve().parents[2]
LINES = os.environ.get("HEADWATER_SPARKS", "").split()
DEFAULT = "4.2"
# Lines with bundles that are not theirs.
WRONG = [(line, DEFAULT) for line in LINES if line != DEFAULT]
WRONG += [(line, "3.5_2.12") for line in (DEFAULT, "3.5_2.13") if {line, "3.5_2.12"} <= set(LINES)]
LIMIT_SECONDS = 600

# Each task may fail once.
FAILING = SETTINGS | {"spark.master": "local[2,2]", "spark.log.level": "ERROR"}
# The page's line for PySpark 3.5, which does not find the extension by itself. Other lines find it twice.
PAGE = (ROOT / "docs/get-started/spark.md").read_text(encoding="utf-8")
EXTENSION = dict(re.findall(r"^(spark\.sql\.extensions)=(\S+)$", PAGE, re.MULTILINE))

pytestmark = pytest.mark.skipif(not LINES, reason="make test-sparks names the lines")


def versions(line: str) -> tuple[str, str]:
    """The versions of Spark and Scala that a line's name has."""
    spark, _, scala = line.partition("_")
    return spark, scala or "2.13"


def run(line: str, bundle: str, program: str, bucket: S3Bucket, folder: Path) -> str:
    """Run a program of ours on a line's PySpark, and return its output."""
    python = ROOT / ".cache" / "sparks" / line / "bin" / "python"
    found = "import pathlib, pyspark; print(pathlib.Path(pyspark.__file__).parent)"
    home = subprocess.run([python, "-c", found], capture_output=True, text=True, check=True).stdout.strip()
    properties = folder / "spark.conf"
    settings = FAILING | EXTENSION | store.spark_settings(folder)
    properties.write_text("".join(f"{name}={value}\n" for name, value in settings.items()))
    local = folder / "local"
    local.mkdir()
    arguments = [Path(__file__).parent / "programs" / f"{program}.py", f"{bucket.root}/{program}", local]
    done = subprocess.run(
        [f"{home}/bin/spark-submit", "--properties-file", properties, *arguments],
        env=os.environ
        | {
            "SPARK_HOME": home,
            "SPARK_DIST_CLASSPATH": str(ROOT / "dist" / f"headwater-bundle-{bundle}.jar"),
            "SPARK_LOCAL_IP": "127.0.0.1",
            "PYSPARK_PYTHON": str(python),
            "PYSPARK_DRIVER_PYTHON": str(python),
        },
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=LIMIT_SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


@pytest.fixture
def bucket(request) -> S3Bucket:
    name = "".join(each if each.isalnum() else "-" for each in request.node.callspec.id)
    return S3Bucket(f"line-{name}-{os.getpid()}")


@pytest.mark.usefixtures("_storlets")
@pytest.mark.parametrize("line", LINES)
def test_everything_works_on_each_line(
    line: str, bucket: S3Bucket, tmp_path: Path, matrix: list[str]
) -> None:
    output = run(line, line, "line", bucket, tmp_path)
    spark, scala = versions(line)
    begin = re.compile(rf"Spark {re.escape(spark)}\.\S+, Scala {re.escape(scala)}\.")
    (found,) = [text for text in output.splitlines() if begin.match(text)]
    matrix.append(f"{found}: {output.count('holds: ')} promises hold")
    for folder in ("frame", "parts", "csv", "json", "skipped"):
        assert b'"entries"' in bucket.get(f"line/{folder}/_SUCCESS"), folder


@pytest.mark.parametrize(("line", "bundle"), WRONG)
def test_a_bundle_of_another_line_refuses_its_paths_alone(
    line: str, bundle: str, bucket: S3Bucket, tmp_path: Path
) -> None:
    output = run(line, bundle, "wrong_line", bucket, tmp_path)
    spark, scala = versions(bundle)
    sentence = f"its bundle is for Spark {spark} with Scala {scala}, and this is Spark {versions(line)[0]}."
    assert sum(sentence in text for text in output.splitlines() if text.startswith("refused:")) == 3, output
    assert f"Use headwater-bundle-{line}.jar instead" in output
    assert not bucket.keys(), bucket.keys()
