"""`python tools/code --check` accepts the repository, and reports a planted example of each rule."""

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TOOL = ROOT / "tools/code"

CYCLES = {
    "java": (
        {
            "m/src/One.java": "package io.headwater.x;\nimport io.headwater.y.Two;\nclass One {}\n",
            "m/src/Two.java": "package io.headwater.y;\nimport io.headwater.x.One;\nclass Two {}\n",
        },
        "io.headwater.x, io.headwater.y",
    ),
    "scala": (
        {
            "m/src/main/scala/One.scala": "package io.headwater.v\nimport io.headwater.w.Two\nobject One\n",
            "m/src/main/scala/Two.scala": "package io.headwater.w\nimport io.headwater.v.One\nobject Two\n",
        },
        "io.headwater.v, io.headwater.w",
    ),
    "python": (
        {
            "p/src/headwater/a/one.py": "from headwater.b import two\n",
            "p/src/headwater/b/two.py": "import headwater.a.one\n",
        },
        "headwater.a, headwater.b",
    ),
    "rust": (
        {"e/src/one.rs": "use crate::two::f;\n", "e/src/two.rs": "use crate::one::g;\n"},
        "e::one, e::two",
    ),
}


def check(folder: Path, files: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
    """The tool's result for a repository of these files."""
    subprocess.run(["git", "init", "-q"], cwd=folder, check=True)
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    subprocess.run(["git", "add", "."], cwd=folder, check=True)
    return run(folder)


def run(folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, TOOL, "--check"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def package(files: int) -> dict[str, str]:
    return {f"p/src/headwater/many/file{number}.py": "" for number in range(files)}


def names(count: int) -> dict[str, str]:
    return {"p/src/headwater/old.py": "".join(f"told_{number} = 1\n" for number in range(count))}


def test_the_repository_keeps_the_limits() -> None:
    done = run(ROOT)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("language", CYCLES)
def test_a_cycle_is_reported_with_its_packages(tmp_path: Path, language: str) -> None:
    files, cycle = CYCLES[language]
    done = check(tmp_path, files)
    assert done.returncode == 1
    assert done.stderr.startswith(f"Packages import each other: {cycle}. Move ")
    assert len(done.stderr.splitlines()) == 1


def test_a_large_package_is_reported_with_its_files(tmp_path: Path) -> None:
    assert check(tmp_path, package(30)).returncode == 0
    done = check(tmp_path, package(31))
    assert done.returncode == 1
    assert done.stderr == "p/src/headwater/many has 31 files, more than 30. Split it by subject.\n"


def test_too_many_old_words_are_reported_with_their_files(tmp_path: Path) -> None:
    limit = 40
    assert check(tmp_path, names(limit)).returncode == 0
    done = check(tmp_path, names(limit + 1))
    assert done.returncode == 1
    assert f"'told' is in {limit + 1} names and strings, more than {limit}." in done.stderr
    assert f"p/src/headwater/old.py ({limit + 1})" in done.stderr
