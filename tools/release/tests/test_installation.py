"""The first path of docs/get-started, on a machine that has only the release and the package registries."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from release_support import RELEASE, ROOT, VERSION

PAGE = (ROOT / "docs/get-started/local-store.md").read_text()
BLOCK = re.compile(r"```python title=\"(?P<name>\S+)\"\n(?P<code>.*?)```", re.DOTALL)


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment that pip filled from the release, with the tested versions of all other packages."""
    folder = tmp_path_factory.mktemp("installed")
    subprocess.run([sys.executable, "-m", "venv", folder / "venv"], check=True)
    own = ["--find-links", RELEASE / "wheels", "--constraint", RELEASE / "constraints.txt"]
    command = [folder / "venv/bin/pip", "install", "-q", *own, f"headwater[store,spark]=={VERSION}"]
    subprocess.run(command, check=True)
    return folder


@pytest.fixture
def environment(installed: Path) -> Iterator[dict[str, str]]:
    """The variables of a new user, whose store is stopped after the test."""
    kept = {name: os.environ[name] for name in ("JAVA_HOME", "LANG") if name in os.environ}
    home = {"HOME": str(installed), "XDG_DATA_HOME": str(installed / "data")}
    variables = kept | home | {"PATH": f"{installed}/venv/bin:/usr/local/bin:/usr/bin:/bin"}
    yield variables
    subprocess.run(["headwater", "down"], env=variables, cwd=installed, check=True)


def shell(command: str, folder: Path, variables: dict[str, str]) -> str:
    done = subprocess.run(
        ["bash", "-c", command], cwd=folder, env=variables, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_commands_of_the_page(installed: Path, environment: dict[str, str]) -> None:
    block = BLOCK.search(PAGE)
    (installed / block["name"]).write_text(block["code"])
    commands = [line.strip()[2:] for line in PAGE.splitlines() if line.startswith("    $ ")]
    outputs = [shell(command, installed, environment) for command in commands if "down" not in command]
    assert "flights in May: 83\n" in outputs
    assert "1\n" in outputs


def test_the_bundle_from_an_empty_maven_repository(installed: Path, environment: dict[str, str]) -> None:
    """Spark's own resolver finds the jar by its coordinates, and nothing else of Headwater is on its class path."""
    shell("headwater up --bucket lake", installed, environment)
    store = dict(line[7:].split("=", 1) for line in shell("headwater env", installed, environment).splitlines())
    program = installed / "maven.py"
    program.write_text(
        "from pyspark.sql import SparkSession\nspark = SparkSession.builder.getOrCreate()\n"
        "spark.range(10).write.mode('overwrite').parquet('s3://lake/maven')\n"
        "print('rows:', spark.read.parquet('s3://lake/maven').count())\n"
    )
    settings = {
        "spark.jars.packages": f"io.headwater:headwater-bundle-4.2:{VERSION}",
        "spark.jars.repositories": (RELEASE / "maven").as_uri(),
        "spark.jars.ivy": str(installed / "ivy"),
        "spark.hadoop.fs.s3.impl": "io.headwater.fs.HeadwaterFileSystem",
        "spark.hadoop.fs.headwater.s3.endpoint": store["AWS_ENDPOINT_URL"],
        "spark.hadoop.fs.headwater.s3.path.style.access": "true",
        "spark.driver.host": "127.0.0.1",
    }
    options = " ".join(f"--conf {name}={value}" for name, value in settings.items())
    keys = {name: store[name] for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_REGION")}
    output = shell(f"spark-submit --master 'local[1]' {options} {program}", installed, environment | keys)
    assert "rows: 10" in output
    shell("headwater verify s3://lake/maven", installed, environment)
