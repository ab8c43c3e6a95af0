"""The wheel in a fresh environment that has its required packages and none of its extras."""

from pathlib import Path

import pytest

from wheel_support import ROOT, install, installed, link, required, run


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program `headwater` of the wheel, in an environment without the extra `store`."""
    site = install(tmp_path_factory.mktemp("wheel"), ROOT / "cli")
    for package in required(installed(site)):
        link(package, site)
    return site.parents[2] / "bin" / "headwater"


def test_the_wheel_needs_neither_swift_nor_spark(bare: Path) -> None:
    (site,) = bare.parents[1].glob("lib/python*/site-packages")
    packages = required(installed(site))
    assert packages >= {"botocore", "click", "requests", "rich"}
    assert not packages & {"swift", "headwater-swift", "psutil", "pyspark"}


@pytest.mark.parametrize("command", ["ls", "verify", "sweep", "doctor"])
def test_datasets_need_no_extra(bare: Path, store: dict, s3, command: str) -> None:
    s3.put_object(Bucket="shared", Key=f"wheel-{command}/part", Body=b"1")
    keys = {
        "AWS_ENDPOINT_URL_S3": store["s3"]["endpoint"],
        "AWS_ACCESS_KEY_ID": store["s3"]["access_key"],
        "AWS_SECRET_ACCESS_KEY": store["s3"]["secret_key"],
    }
    done = run(bare, command, f"s3://shared/wheel-{command}", **keys)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("command", ["storlets", "policy"])
def test_swift_accounts_need_no_extra(bare: Path, store: dict, command: str) -> None:
    swift = store["swift"]
    account = {"ST_AUTH": swift["auth_url"], "ST_USER": swift["user"], "ST_KEY": swift["key"]}
    done = run(bare, command, {"storlets": "list", "policy": "show"}[command], **account)
    assert (done.returncode, done.stderr) == (0, "")


def test_help_names_the_extra_of_each_missing_command(bare: Path) -> None:
    done = run(bare, "--help")
    assert done.returncode == 0, done.stderr
    rows = {line.split()[0]: line for line in done.stdout.splitlines() if line.startswith("  ")}
    for extra, commands in {
        "export": {"export"},
        "queries": {"query"},
        "store": {"demo", "down", "env", "index", "status", "submit", "up"},
    }.items():
        assert {name for name, row in rows.items() if f"headwater[{extra}]" in row} == commands


@pytest.mark.server
@pytest.mark.parametrize(
    "command",
    [
        ("up", "--bucket", "lake"),
        ("submit", "--master", "local", "job.py"),
        ("index", "s3://lake/flights"),
        ("storlets", "run", "grep", "lake/flights", "-p", "pattern=x"),
        ("ls", "swift://lake.headwater/flights"),
        ("ls", "s3://lake/flights", "--data", "here"),
        ("storlets", "list"),
    ],
    ids=" ".join,
)
def test_a_command_without_its_extra_names_it(bare: Path, command: tuple[str, ...]) -> None:
    done = run(bare, *command)
    assert done.returncode == 1
    assert "headwater_swift, psutil, swift" in done.stderr
    assert "pip install 'headwater[store]'" in done.stderr
    assert "Traceback" not in done.stderr


def test_without_a_store_the_error_names_the_settings(bare: Path) -> None:
    done = run(bare, "ls", "s3://lake/flights")
    assert done.returncode == 1
    assert "no object store is named" in done.stderr
    assert "AWS_ENDPOINT_URL_S3" in done.stderr
