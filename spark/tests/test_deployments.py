"""Ways to put the bundle into Spark, and Hive's tables: docs/guides/deploy.md."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from headwater.spark import launcher
from headwater.spark.cluster import cluster

import pages
import store
import submitted
from program import SETTINGS
from s3_bucket import S3Bucket
from submitted import PROGRAMS

ROOT = Path(__file__).resolve().parents[2]
# `make docs-test` runs them: a cluster, or a Spark that downloads, for each.
pytestmark = pytest.mark.soak
DOCUMENTED = pages.settings("guides/deploy.md")


@pytest.fixture
def bucket(request: pytest.FixtureRequest) -> S3Bucket:
    return S3Bucket(f"{request.node.name.replace('_', '-')[:40]}-{os.getpid()}")


@pytest.fixture
def settings(tmp_path: Path) -> dict[str, str]:
    return SETTINGS | store.spark_settings(tmp_path)


def submit(
    home: Path, settings: dict[str, str], arguments: list[str], folder: Path, class_path: str = ""
) -> str:
    environment = submitted.environment(home, sys.executable, class_path)
    return submitted.run(submitted.command(home, settings, arguments, folder), environment)


def documented(*names: str) -> dict[str, str]:
    """The page's values of settings."""
    return {name: DOCUMENTED[name] for name in names}


def program(name: str, *arguments: str) -> list[str]:
    return [str(PROGRAMS / f"{name}.py"), *arguments]


@pytest.mark.usefixtures("_storlets")
def test_a_standalone_cluster_with_the_bundle_among_sparks_jars(
    bucket: S3Bucket, settings: dict[str, str], tmp_path: Path
) -> None:
    home = tmp_path / "spark"
    (home / "jars").mkdir(parents=True)
    for each in [*launcher.home().iterdir(), *(launcher.home() / "jars").iterdir()]:
        if each.name != "jars":
            (home / each.relative_to(launcher.home())).symlink_to(each)
    shutil.copy(launcher.bundle(), home / "jars")
    with cluster(tmp_path / "cluster", home) as url:
        more = {"spark.master": url, "spark.executor.memory": "512m"}
        local = tmp_path / "local"
        local.mkdir()
        output = submit(home, settings | more, program("line", bucket.root, str(local)), tmp_path)
    assert output.count("holds:") == 9, output


@pytest.mark.usefixtures("_storlets")
def test_a_java_that_opens_only_what_spark_itself_needs(
    bucket: S3Bucket, settings: dict[str, str], tmp_path: Path
) -> None:
    """Without `--add-opens=java.base/java.nio=ALL-UNNAMED`, which Arrow needs."""
    home = launcher.home()
    _, *arguments = submitted.command(home, settings, program("small", bucket.root), tmp_path)
    java = ["java", "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED"]
    class_path = f"{home}/jars/*:{launcher.bundle()}"
    line = [*java, "-cp", class_path, "org.apache.spark.deploy.SparkSubmit", *arguments]
    output = submitted.run(line, submitted.environment(home, sys.executable))
    assert "Pushdown: storlet csv" in output
    assert "--add-opens=java.base/java.nio=ALL-UNNAMED" in output


@pytest.mark.usefixtures("_storlets")
def test_coordinates_resolve_from_a_repository_in_a_folder(
    bucket: S3Bucket, settings: dict[str, str], tmp_path: Path
) -> None:
    jar = shutil.copy(launcher.bundle(), tmp_path / "headwater-bundle-4.2.jar")
    repository = tmp_path / "maven"
    subprocess.run([ROOT / "tools/maven-repository", repository, jar], check=True)
    more = {
        **documented("spark.jars.packages", "spark.hadoop.fs.s3.impl"),
        "spark.jars.repositories": repository.as_uri(),
        "spark.jars.ivy": str(tmp_path / "ivy"),
    }
    output = submit(launcher.home(), settings | more, program("small", bucket.root), tmp_path)
    assert "Pushdown: storlet csv" in output
    assert b'"entries"' in bucket.get("frame/_SUCCESS")


def test_hive_tables_of_each_format(bucket: S3Bucket, settings: dict[str, str], tmp_path: Path) -> None:
    more = {
        "spark.hadoop.javax.jdo.option.ConnectionURL": "jdbc:derby:memory:metastore;create=true",
        **documented("spark.hadoop.hive.exec.dynamic.partition.mode"),
        "spark.sql.warehouse.dir": f"{bucket.root}/warehouse",
        # Derby writes a log into this folder.
        "spark.driver.extraJavaOptions": f"{launcher.SHORT_LIVED} -Dderby.system.home={tmp_path}",
    }
    output = submit(
        launcher.home(), settings | more, program("hive", bucket.root), tmp_path, str(launcher.bundle())
    )
    assert output.count("holds:") == 3, output
    keys = bucket.keys("sales.db/")
    # Hive moves the files of text tables from a staging folder.
    assert "sales.db/of_textfile/_SUCCESS" not in keys, keys
    for table in ("of_orc", "of_parquet"):
        assert b'"entries"' in bucket.get(f"sales.db/{table}/_SUCCESS"), table
