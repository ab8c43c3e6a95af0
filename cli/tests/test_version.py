"""The version is the same in every file, and one command changes it."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from code_support import ROOT

TOOL = ROOT / "tools/version"


def version(*arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, TOOL, *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A repository with the files that may name a version."""
    patterns = ["*pom.xml", "*pyproject.toml", "engine/Cargo.*", "docs/*.md"]
    listed = subprocess.run(
        ["git", "ls-files", *patterns], cwd=ROOT, capture_output=True, text=True, check=True
    )
    for name in listed.stdout.splitlines():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    for command in (["init", "-q"], ["add", "."]):
        subprocess.run(["git", *command], cwd=tmp_path, check=True)
    return tmp_path


def test_every_file_has_the_same_version() -> None:
    done = version("--check")
    assert (done.returncode, done.stderr) == (0, "")


def test_one_command_changes_all(copy: Path) -> None:
    before = version().stdout.strip()
    assert version("--root", copy, "9.8.7").stdout == "9.8.7\n"
    assert version("--root", copy, "--check").returncode == 0
    own = re.compile(rf"(?:headwater|io\.headwater|^version)\S*[^\n\d]*{re.escape(before)}", re.MULTILINE)
    docs = [*copy.glob("docs/guides/*.md"), *copy.glob("docs/operate/*.md")]
    for path in [*copy.rglob("pom.xml"), *copy.rglob("pyproject.toml"), copy / "engine/Cargo.toml", *docs]:
        assert not own.search(path.read_text()), path


def test_a_file_that_differs_is_reported(copy: Path) -> None:
    (copy / "engine/Cargo.toml").write_text('[workspace.package]\nversion = "0.0.1"\n')
    done = version("--root", copy, "--check")
    assert done.returncode == 1
    assert "engine/Cargo.toml:2: 0.0.1" in done.stderr


def test_the_changelog_has_the_version() -> None:
    headings = re.findall(r"^## \[(.+?)\]", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert version().stdout.strip() == next(each for each in headings if each != "Unreleased")
