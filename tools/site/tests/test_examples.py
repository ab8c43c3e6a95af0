"""Every code block of docs/get-started and docs/guides has a test that runs it."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

SITE = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(SITE))
from examples import PYTEST, ROOT, groups, pages

FENCED = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)
INDENTED = re.compile(r"(?:\A|\n\n)((?: {4}\S.*\n(?:\n(?= {4}))*)+)")


def blocks(text: str) -> int:
    """How many code blocks a page has: fenced ones, and indented ones outside lists."""
    return len(FENCED.findall(text)) + len(INDENTED.findall(FENCED.sub("", text)))


def documents() -> list[str]:
    docs = ROOT / "docs"
    found = [path for folder in ("get-started", "guides") for path in (docs / folder).glob("*.md")]
    return sorted(str(path.relative_to(docs)) for path in found)


@pytest.mark.parametrize("name", documents())
def test_every_block_has_a_test(name: str) -> None:
    count = blocks((ROOT / "docs" / name).read_text(encoding="utf-8"))
    assert count == pages().get(name, {"blocks": 0})["blocks"], "name the new block's test in examples.toml"


@pytest.mark.parametrize("name", pages())
def test_a_test_reads_the_page(name: str) -> None:
    files = {test.partition("::")[0] for test in pages()[name]["tests"]}
    assert all((ROOT / file).is_file() for file in files)
    texts = [(ROOT / file).read_text(encoding="utf-8") for file in files]
    if reader := pages()[name].get("reader"):
        assert any(f"import {Path(reader).stem}" in text for text in texts), f"no test imports {reader}"
        texts = [(ROOT / reader).read_text(encoding="utf-8")]
    assert name == "get-started/index.md" or any(Path(name).name in text for text in texts)


@pytest.mark.parametrize("group", groups(), ids=lambda group: group[0].partition("/")[0])
def test_the_tests_of_each_folder_are_found(group: list[str]) -> None:
    command = [*PYTEST, "--collect-only", *group]
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stdout + found.stderr


def test_a_planted_block_is_counted() -> None:
    page = "Text.\n\n```sh\nls\n```\n\nText:\n\n    $ ls\n    a\n\n    $ pwd\n\nText.\n\n- item\n\n    pwd\n"
    assert blocks(page) == 3
