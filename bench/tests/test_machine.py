"""The commit that a result is recorded for."""

import subprocess
from pathlib import Path

from headwater_bench.core.machine import commit

_NAME = ("-c", "user.name=A", "-c", "user.email=a@example.org")


def _git(folder: Path, *arguments: str) -> None:
    subprocess.run(["git", "-C", str(folder), *_NAME, *arguments], check=True, capture_output=True)


def test_results_do_not_change_the_commit(tmp_path):
    assert commit(tmp_path) == ""
    _git(tmp_path, "init")
    for name in ("README.md", "docs/page.md", "bench/results/a.json", "src/code"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("1")
    _git(tmp_path, "add", ".")
    _git(tmp_path, "commit", "-m", "one")
    clean = commit(tmp_path)
    assert len(clean) == len(" at 1234567")
    for name in ("README.md", "docs/page.md", "bench/results/a.json"):
        (tmp_path / name).write_text("2")
    assert commit(tmp_path) == clean
    (tmp_path / "src/code").write_text("2")
    changed = commit(tmp_path)
    assert changed.startswith(f"{clean}+")
    (tmp_path / "src/code").write_text("3")
    assert commit(tmp_path) not in (changed, clean)
