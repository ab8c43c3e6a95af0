"""`headwater submit`: the store's settings are applied, and no secret is visible."""

import json
import os
import shutil
import signal
import stat
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from headwater.core.errors import HeadwaterError
from headwater.spark import launcher
from store_support import headwater


@pytest.fixture
def fake_bundle(tmp_path, monkeypatch) -> Path:
    jar = tmp_path / "bundle.jar"
    jar.touch()
    monkeypatch.setenv("HEADWATER_BUNDLE", str(jar))
    return jar


def properties(line: list[str]) -> Path:
    return Path(line[line.index("--properties-file") + 1])


def test_secrets_are_in_a_private_file_that_is_deleted():
    with launcher.command({"a.key": "se\\cret"}, ["--master", "local", "p.py", "x"]) as line:
        file = properties(line)
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        assert file.read_text() == "a.key=se\\\\cret\n"
        assert not any("cret" in part for part in line)
        assert line[3:] == ["--master", "local", "p.py", "x"]
    assert not file.exists()


def test_the_defaults_apply_below_ours(tmp_path, monkeypatch):
    monkeypatch.setenv("SPARK_CONF_DIR", str(tmp_path))
    (tmp_path / "spark-defaults.conf").write_text("a.key theirs")
    with launcher.command({"a.key": "ours"}, ["p.py"]) as line:
        assert properties(line).read_text() == "a.key theirs\na.key=ours\n"


def test_a_properties_file_of_the_users_comes_after_ours_and_replaces_the_defaults(tmp_path):
    users = tmp_path / "users.conf"
    users.write_text("a.key=theirs")
    for named in (["--properties-file", str(users)], [f"--properties-file={users}"]):
        with launcher.command({"a.key": "ours"}, ["-v", *named, "p.py", "--properties-file", "x"]) as line:
            assert properties(line).read_text() == "a.key=ours\na.key=theirs"
            assert line[3:] == ["-v", "p.py", "--properties-file", "x"]


def test_the_class_path_of_the_user_stays(fake_bundle, monkeypatch):
    monkeypatch.setenv("SPARK_DIST_CLASSPATH", "/their.jar")
    assert launcher.environment()["SPARK_DIST_CLASSPATH"] == f"/their.jar:{fake_bundle}"


@pytest.fixture
def zipped(tmp_path, monkeypatch) -> Path:
    """A Spark whose Python is a zip file, as in Spark's distributions."""
    home = tmp_path / "spark"
    archive = home / "python" / "lib" / "pyspark.zip"
    archive.parent.mkdir(parents=True)
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr("pyspark/__init__.py", "")
    (home / "bin").mkdir()
    (home / "bin" / "spark-submit").touch()
    monkeypatch.delenv("SPARK_HOME", raising=False)
    monkeypatch.delitem(sys.modules, "pyspark", raising=False)
    monkeypatch.syspath_prepend(archive)
    return home


def test_spark_is_found_next_to_a_zipped_pyspark(zipped, fake_bundle, tmp_path, monkeypatch):
    assert launcher.home() == zipped
    assert launcher.environment()["SPARK_HOME"] == str(zipped)
    shutil.move(zipped / "bin", tmp_path / "bin")
    monkeypatch.setenv("SPARK_HOME", str(tmp_path))
    assert launcher.home() == tmp_path
    monkeypatch.delenv("SPARK_HOME")
    with pytest.raises(HeadwaterError, match="there is no bin/spark-submit in") as failed:
        launcher.home()
    assert "SPARK_HOME" in failed.value.advice


@pytest.mark.server
def test_without_a_store_the_error_shows_how_to_start_it(tmp_path):
    folder = tmp_path / "a folder"
    done = headwater("submit", "--data", folder, "p.py")
    assert done.returncode == 1
    assert "is not running" in done.stderr
    assert f"headwater up --data '{folder}'".replace(" ", "") in "".join(done.stderr.split())


PROGRAM = """
import json, sys
from pathlib import Path
import psutil
from pyspark.sql import SparkSession
spark = SparkSession.builder.getOrCreate()
spark.range(7).selectExpr("cast(id as string)").write.text("s3://shared/submitted")
seen = [process.cmdline() for process in [psutil.Process(), *psutil.Process().parents()[:3]]]
Path(sys.argv[1]).write_text(json.dumps({
    "rows": spark.read.text("s3://shared/submitted").count(),
    "rows by swift": spark.read.text("swift://shared.headwater/submitted").count(),
    "theirs": spark.conf.get("spark.their.own"),
    "commands": seen,
}))
sys.exit(7)
"""


@pytest.mark.spark
def test_a_program_reaches_the_store_and_no_command_line_has_its_key(store, tmp_path):
    program, results = tmp_path / "program.py", tmp_path / "results.json"
    program.write_text(PROGRAM)
    options = ["--master", "local[1]", "--conf", "spark.their.own=kept", "--conf", "spark.ui.enabled=false"]
    done = headwater("submit", "--data", store["data"], *options, program, results, env=dict(os.environ))
    assert done.returncode == 7, done.stderr
    found = json.loads(results.read_text())
    assert (found["rows"], found["rows by swift"], found["theirs"]) == (7, 7, "kept")
    commands = [part for line in found["commands"] for part in line]
    assert any("SparkSubmit" in part for part in commands)
    assert not any(store["s3"]["secret_key"] in part for part in commands)
    assert store["s3"]["secret_key"] not in done.stdout + done.stderr


@pytest.mark.parametrize(
    ("core", "name"),
    [
        ("2.12-3.5.9", "headwater-bundle-3.5_2.12.jar"),
        ("2.13-3.5.9", "headwater-bundle-3.5_2.13.jar"),
        ("2.13-4.2.0", "headwater-bundle.jar"),
        ("2.13-4.3.0", "headwater-bundle-4.3.jar"),
    ],
)
def test_the_bundle_is_that_of_the_installed_spark(tmp_path, monkeypatch, core: str, name: str):
    jars = tmp_path / "jars"
    jars.mkdir()
    (jars / f"spark-core_{core}.jar").touch()
    (tmp_path / "dist").mkdir()
    (tmp_path / "dist" / name).touch()
    monkeypatch.delenv("HEADWATER_BUNDLE", raising=False)
    monkeypatch.setattr(launcher, "home", lambda: tmp_path)
    monkeypatch.setattr(launcher, "_CHECKOUT", tmp_path)
    assert launcher.bundle() == tmp_path / "dist" / name


def test_without_a_bundle_the_error_says_how_to_get_one(tmp_path, monkeypatch):
    (tmp_path / "jars").mkdir()
    (tmp_path / "jars" / "spark-core_2.13-4.4.0.jar").touch()
    monkeypatch.delenv("HEADWATER_BUNDLE", raising=False)
    monkeypatch.setattr(launcher, "home", lambda: tmp_path)
    monkeypatch.setattr(launcher, "_CHECKOUT", tmp_path)
    with pytest.raises(HeadwaterError, match=r"(?m)there is no headwater-bundle-4\.4\.jar$") as failure:
        launcher.bundle()
    assert "pip install 'headwater[spark]'" in failure.value.advice


@pytest.mark.parametrize(("core", "first"), [("2.12-3.5.9", "spark.sql.extensions="), ("2.13-4.0.5", "a=b")])
def test_pyspark_3_5_gets_the_extension_that_it_does_not_find(tmp_path, monkeypatch, core: str, first: str):
    (tmp_path / "jars").mkdir()
    (tmp_path / "jars" / f"spark-core_{core}.jar").touch()
    monkeypatch.setattr(launcher, "home", lambda: tmp_path)
    with launcher.command({"a": "b"}, ["p.py"]) as line:
        text = properties(line).read_text()
    assert text.startswith(first)
    assert text.endswith("a=b\n")


def test_the_bundle_of_an_unknown_spark_must_be_named(tmp_path, monkeypatch, fake_bundle):
    monkeypatch.setattr(launcher, "home", lambda: tmp_path)
    assert launcher.bundle() == fake_bundle
    monkeypatch.delenv("HEADWATER_BUNDLE")
    with pytest.raises(HeadwaterError, match="no spark-core jar in") as failure:
        launcher.bundle()
    assert "HEADWATER_BUNDLE" in failure.value.advice


def test_a_relative_path_of_the_bundle_becomes_absolute(fake_bundle, monkeypatch):
    monkeypatch.chdir(fake_bundle.parent)
    monkeypatch.setenv("HEADWATER_BUNDLE", fake_bundle.name)
    assert launcher.bundle() == fake_bundle


def test_a_folder_is_not_a_bundle(tmp_path, monkeypatch):
    monkeypatch.setenv("HEADWATER_BUNDLE", str(tmp_path))
    with pytest.raises(HeadwaterError, match=f"(?m)^{tmp_path} is a folder$"):
        launcher.bundle()


def test_the_jar_is_printed(fake_bundle):
    assert headwater("jar").stdout == f"{fake_bundle}\n"


def test_an_installed_line_of_spark_is_imported(tmp_path, monkeypatch):
    package = tmp_path / "3.5_2.12" / "lib" / "python3.11" / "site-packages" / "pyspark"
    package.mkdir(parents=True)
    monkeypatch.setattr(sys, "path", ["others"])
    launcher.use("3.5", tmp_path)
    assert sys.path == [str(package.parent), "others"]
    with pytest.raises(
        HeadwaterError, match=r"no line 4\.9 of Spark is installed; installed are: 3\.5_2\.12"
    ):
        launcher.use("4.9", tmp_path)


# A program that needs longer to end than Python waits for one after Ctrl-C.
SLOW_TO_END = """
import signal, sys, time
def end(number, frame):
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    time.sleep(1)
    print("ended", flush=True)
    sys.exit(3)
signal.signal(signal.SIGINT, end)
print("ready", flush=True)
signal.pause()
"""


@pytest.mark.parametrize("send", [os.kill, os.killpg], ids=["alone", "as a terminal"])
def test_a_program_ends_its_work_after_ctrl_c(send):
    line = [sys.executable, "-c", SLOW_TO_END]
    program = f"from headwater.spark import launcher; launcher._run({line!r}, None)"
    with subprocess.Popen(
        # Background processes, such as these tests, may ignore Ctrl-C.
        ["env", "--default-signal=INT", sys.executable, "-c", program],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as running:
        assert running.stdout.readline() == "ready\n"
        send(running.pid, signal.SIGINT)
        try:
            output, errors = running.communicate(timeout=60)
        finally:
            running.kill()
    assert output == "ended\n"
    assert "KeyboardInterrupt" in errors
