"""The pages of docs/get-started work as written."""

import os
import shutil
import sys
from pathlib import Path

import pytest

from headwater.spark import launcher
from page_support import ROOT, environment, examples, page, programs, run

pytestmark = [pytest.mark.spark, pytest.mark.page]


@pytest.fixture
def work(tmp_path: Path) -> Path:
    folder = tmp_path / "work"
    folder.mkdir()
    return folder


def save(work: Path, text: str) -> None:
    for name, program in programs(text).items():
        (work / name).write_text(program, encoding="utf-8")


@pytest.mark.parametrize("name", ["local-store.md", "storlets.md"])
def test_a_page_of_the_local_store(name: str, own_store, work: Path, tmp_path_factory) -> None:
    data, home = tmp_path_factory.mktemp("data"), tmp_path_factory.mktemp("home")
    own_store(data=data)  # on a free port: `headwater up` of the page finds it and adds the bucket
    text = page(f"get-started/{name}")
    save(work, text)
    run(examples(text), work, environment(data, home))


def test_spark_on_your_store(own_store, work: Path, tmp_path_factory) -> None:
    data, home = tmp_path_factory.mktemp("data"), tmp_path_factory.mktemp("home")
    store = own_store("--bucket", "bucket", data=data)
    text = page("get-started/spark.md")
    for theirs, ours in {
        "https://s3.example.org": store["s3"]["endpoint"],
        "https://swift.example.org/auth/v1.0": store["swift"]["auth_url"],
        "user=account:user": f"user={store['swift']['user']}",
        "secret.key=KEY": f"secret.key={store['swift']['key']}",
    }.items():
        assert theirs in text
        text = text.replace(theirs, ours)
    save(work, text)
    shutil.copy(launcher.bundle(), work / "headwater-bundle.jar")
    keys = {
        "AWS_ACCESS_KEY_ID": store["s3"]["access_key"],
        "AWS_SECRET_ACCESS_KEY": store["s3"]["secret_key"],
        "PYSPARK_PYTHON": sys.executable,
    }
    run(examples(text), work, environment(data, home) | keys)


def test_hadoop_without_spark(own_store, work: Path, tmp_path_factory) -> None:
    data, home = tmp_path_factory.mktemp("data"), tmp_path_factory.mktemp("home")
    store = own_store("--bucket", "bucket", data=data)
    text = page("get-started/hadoop.md")
    assert "https://s3.example.org" in text
    save(work, text.replace("https://s3.example.org", store["s3"]["endpoint"]))
    env = environment(data, home) | {
        "AWS_ACCESS_KEY_ID": store["s3"]["access_key"],
        "AWS_SECRET_ACCESS_KEY": store["s3"]["secret_key"],
    }
    run(examples(text), work, env | {"PATH": f"{hadoop_command(work)}:{env['PATH']}"})


def hadoop_command(work: Path) -> Path:
    """A folder with the command `hadoop fs`, of the Hadoop inside PySpark."""
    jars = [*(launcher.home() / "jars").glob("hadoop-client-*.jar")]
    jars += [*(launcher.home() / "jars").glob("slf4j-api-*.jar")]
    path = os.pathsep.join(map(str, [work, ROOT / "dist" / "headwater-hadoop.jar", *jars]))
    command = work / "bin" / "hadoop"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nshift\nexec java -cp "{path}" org.apache.hadoop.fs.FsShell "$@"\n')
    command.chmod(0o755)
    return command.parent
