"""Every link of a document to a file of the repository leads to one."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LINK = re.compile(r"\]\((?![a-z]+:|#)([^)\s#]+)(?:#[^)\s]*)?\)")
GENERATED_FROM = "bench/src/"  # texts whose links are those of the generated pages


def documents() -> list[str]:
    listed = subprocess.run(["git", "ls-files", "*.md"], cwd=ROOT, capture_output=True, text=True, check=True)
    names = listed.stdout.splitlines()
    return [name for name in names if not name.startswith(GENERATED_FROM) and (ROOT / name).is_file()]


def broken(document: Path, text: str) -> list[str]:
    return [link for link in LINK.findall(text) if not (document.parent / link).exists()]


@pytest.mark.parametrize("name", documents())
def test_links_lead_to_files(name: str) -> None:
    path = ROOT / name
    assert not broken(path, path.read_text(encoding="utf-8"))


def test_a_planted_link_is_found() -> None:
    assert broken(ROOT / "README.md", "[a class](connector/Nowhere.java#L3) and [a page](README.md)") == [
        "connector/Nowhere.java"
    ]
