"""Runs tools/code on a planted repository."""

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import limits
from sources import sources

ROOT = Path(__file__).resolve().parents[2]
TOOL = ROOT / "tools/code"


def check(folder: Path, files: Mapping[str, str]) -> list[str]:
    """The violations in a repository of these files. The tool runs in this process."""
    subprocess.run(["git", "init", "-q"], cwd=folder, check=True)
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    subprocess.run(["git", "add", "."], cwd=folder, check=True)
    return list(limits.violations(folder, sources(folder)))


def run(folder: Path) -> subprocess.CompletedProcess[str]:
    """The program's result for the repository of a folder."""
    command = [sys.executable, TOOL, "--check"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
