"""Every decision has its five sections, a line in the index and a place in the site."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "docs" / "adr"
DECISIONS = sorted(FOLDER.glob("0*.md"))
SECTIONS = ["Status", "Date", "Context", "Decision", "Consequences"]


@pytest.mark.parametrize("path", DECISIONS, ids=lambda path: path.stem)
def test_a_decision(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert re.findall(r"^## (.*)$", text, re.MULTILINE) == SECTIONS
    assert re.search(r"^## Date\n\n20\d\d-\d\d-\d\d\n", text, re.MULTILINE)
    number, title = re.match(r"# (\d+)\. (.*)\n", text).groups()
    assert path.name.startswith(f"{int(number):04}-")
    index = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert f"| {number} | [{title}]({path.name}) | " in index
    assert f"- adr/{path.name}\n" in (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
