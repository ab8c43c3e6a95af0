"""import-linter accepts the Python packages, and finds each import against their layers."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SOURCES = {"headwater": "cli/src", "headwater_bench": "bench/src", "headwater_swift": "nearstore/src"}

PLANTED = [
    ("headwater_swift/wire/frames.py", "headwater_swift.access.policy", "The middleware's packages"),
    ("headwater_swift/access/rights.py", "headwater_swift.execution.jobs", "The middleware's packages"),
    ("headwater_swift/execution/jobs.py", "headwater_swift.http.proxy", "The middleware's packages"),
    ("headwater_swift/wire/frames.py", "headwater.core.errors", "The middleware imports neither"),
    ("headwater/core/errors.py", "headwater_bench.command", "The command line does not import"),
    ("headwater/core/errors.py", "headwater.commands.ls", "The command line's commands are above"),
    ("headwater/core/errors.py", "headwater_swift.wire.frames", "The command line's core does not"),
    ("headwater/commands/ls.py", "headwater.embedded.store", "The commands for any store need"),
    ("headwater/commands/sweep.py", "headwater.embedded.store", "The commands for any store need"),
    ("headwater/commands/verify.py", "headwater.embedded.store", "The commands for any store need"),
    ("headwater/access/stores.py", "headwater.embedded.store", "The commands for any store need"),
    ("headwater/commands/verify.py", "headwater_swift.wire.frames", "The commands for any store need"),
    ("headwater_bench/core/answers.py", "headwater_bench.command", "Packages have no cycles"),
    ("headwater_swift/wire/frames.py", "headwater_swift.wire.errors", "Packages have no cycles"),
]


def lint(folder: Path) -> subprocess.CompletedProcess[str]:
    """Run import-linter on the packages in a folder."""
    return subprocess.run(
        [Path(sys.executable).with_name("lint-imports"), "--no-cache", ROOT / ".importlinter"],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def packages(tmp_path: Path) -> Path:
    """A copy of the Python packages."""
    for package, source in SOURCES.items():
        shutil.copytree(
            ROOT / source / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__")
        )
    return tmp_path


def test_the_packages_keep_their_layers(packages: Path) -> None:
    done = lint(packages)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(("file", "forbidden", "contract"), PLANTED)
def test_a_planted_import_is_found(packages: Path, file: str, forbidden: str, contract: str) -> None:
    with (packages / file).open("a") as source:
        source.write(f"import {forbidden}\n")
    done = lint(packages)
    broken = [line for line in done.stdout.splitlines() if " BROKEN" in line]
    assert done.returncode == 1
    assert any(line.startswith(contract) for line in broken), done.stdout
