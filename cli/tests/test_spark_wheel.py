"""The wheel headwater-spark beside the wheel of the command, in an environment without a checkout."""

import re
from pathlib import Path

import pytest

from wheel_support import ROOT, install, installed, link, required, run

pytestmark = [pytest.mark.server, pytest.mark.spark]

# What PyPI accepts of one file.
LARGEST_BYTES = 100 << 20
PROGRAM = """
import sys
from pyspark.sql import SparkSession

jar, path, endpoint = sys.argv[1:]
settings = {"spark.master": "local[1]", "spark.driver.extraClassPath": jar, "spark.ui.enabled": "false"}
settings |= {"spark.driver.host": "127.0.0.1", "spark.hadoop.fs.headwater.s3.endpoint": endpoint}
spark = SparkSession.builder.config(map=settings).getOrCreate()
spark.range(10).write.parquet(path)
print("rows:", spark.read.parquet(path).count())
"""
LINES = {jar.stem.removeprefix("headwater-bundle") for jar in ROOT.glob("dist/headwater-bundle*.jar")}
# A copy of the default line's.
LINES -= {"-4.2"}


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment with both wheels and with PySpark."""
    folder = tmp_path_factory.mktemp("wheels")
    site = install(folder, ROOT / "cli", ROOT / "spark" / "python")
    for package in {"pyspark", "py4j"} | required(installed(site)):
        link(package, site)
    return folder / "venv/bin/python"


def jar(python: Path, **variables: str) -> Path:
    done = run(python.with_name("headwater"), "jar", **variables)
    assert done.returncode == 0, done.stderr
    return Path(done.stdout.rstrip("\n"))


def test_the_wheel_fits_on_pypi(python: Path) -> None:
    (wheel,) = python.parents[2].glob("headwater_spark-*.whl")
    assert wheel.stat().st_size < LARGEST_BYTES
    jars = {each.name for each in python.parents[1].glob("lib/*/site-packages/headwater_spark/jars/*")}
    assert jars == {f"headwater-bundle{line}.jar" for line in LINES}


@pytest.mark.parametrize("line", sorted(LINES))
def test_the_jar_is_that_of_the_installed_pyspark(python: Path, tmp_path: Path, line: str) -> None:
    spark, _, scala = (line or "-4.2").removeprefix("-").partition("_")
    pyspark = tmp_path / "pyspark"
    for file in ("__init__.py", "bin/spark-submit", f"jars/spark-core_{scala or '2.13'}-{spark}.9.jar"):
        (pyspark / file).parent.mkdir(parents=True, exist_ok=True)
        (pyspark / file).touch()
    found = jar(python, PYTHONPATH=str(tmp_path))
    assert re.search(
        rf"/site-packages/headwater_spark/jars/headwater-bundle{re.escape(line)}\.jar$", str(found)
    )


def test_a_program_uses_a_store(python: Path, tmp_path: Path, store: dict) -> None:
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    keys = {
        "AWS_ACCESS_KEY_ID": store["s3"]["access_key"],
        "AWS_SECRET_ACCESS_KEY": store["s3"]["secret_key"],
    }
    path = "s3://shared/wheels/numbers"
    done = run(python, program, jar(python), path, store["s3"]["endpoint"], **keys)
    assert done.stdout.splitlines()[-1:] == ["rows: 10"], done.stderr
    assert (
        run(
            python.with_name("headwater"), "verify", path, AWS_ENDPOINT_URL_S3=store["s3"]["endpoint"], **keys
        ).returncode
        == 0
    )
