"""The wheel in a fresh environment that has its required packages and none of its extras."""

import os
import subprocess
import sys
import venv
from importlib.metadata import Distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement

CLI = Path(__file__).resolve().parents[1]


def required(distribution: Distribution) -> set[str]:
    """The packages that a package needs, directly or not, without extras."""
    found: set[str] = set()
    pending = [distribution]
    while pending:
        for each in map(Requirement, pending.pop().requires or ()):
            if each.name not in found and (not each.marker or each.marker.evaluate({"extra": ""})):
                found.add(each.name)
                pending.append(Distribution.from_name(each.name))
    return found


def link(package: str, site: Path) -> None:
    """Install a package of this environment in another one, by links to its files."""
    source = Distribution.from_name(package)
    for name in {file.parts[0] for file in source.files or ()} - {"..", "__pycache__"}:
        if not (site / name).exists():
            (site / name).symlink_to(Path(source.locate_file(name)))


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program `headwater` of the wheel, in an environment without the extra `store`."""
    folder = tmp_path_factory.mktemp("wheel")
    offline = ["--no-deps", "--no-index", "--disable-pip-version-check", "--quiet"]
    pip = [sys.executable, "-m", "pip"]
    subprocess.run([*pip, "wheel", *offline, "--no-build-isolation", "--wheel-dir", folder, CLI], check=True)
    venv.create(folder / "venv", with_pip=False)
    python = folder / "venv/bin/python"
    (wheel,) = folder.glob("headwater-*.whl")
    subprocess.run([*pip, "--python", python, "install", *offline, wheel], check=True)
    (site,) = (folder / "venv/lib").glob("python*/site-packages")
    for package in required(installed(site)):
        link(package, site)
    return folder / "venv/bin/headwater"


def installed(site: Path) -> Distribution:
    """The wheel's own metadata."""
    (info,) = site.glob("headwater-*.dist-info")
    return Distribution.at(info)


def run(program: Path, *arguments: object, **variables: str) -> subprocess.CompletedProcess[str]:
    clean = {
        name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "AWS_", "ST_"))
    }
    return subprocess.run(
        [program, *map(str, arguments)],
        capture_output=True,
        text=True,
        env=clean | variables,
        check=False,
        timeout=600,
    )


def test_the_wheel_needs_neither_swift_nor_spark(bare: Path) -> None:
    (site,) = bare.parents[1].glob("lib/python*/site-packages")
    packages = required(installed(site))
    assert packages >= {"boto3", "click", "requests", "rich"}
    assert not packages & {"swift", "headwater-swift", "psutil", "pyspark"}


@pytest.mark.parametrize("command", ["ls", "verify", "sweep"])
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
    missing = {name for name, row in rows.items() if "pip install 'headwater[store]'" in row}
    assert missing == {"demo", "down", "env", "index", "status", "submit", "up"}


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
