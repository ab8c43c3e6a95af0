"""docs/operate/tuning.md gives the reason for each setting of docs/reference/settings.md."""

import re
from pathlib import Path

import pytest

DOCS = Path(__file__).resolve().parents[2] / "docs"
TABLE = re.compile(r"<!-- settings, .*?-->(.*?)<!-- end of settings -->", re.DOTALL)
SETTINGS = re.findall(
    r"^\| `([^`]+)` \|",
    TABLE.search((DOCS / "reference" / "settings.md").read_text(encoding="utf-8")).group(1),
    re.MULTILINE,
)


def test_there_are_settings() -> None:
    assert len(SETTINGS) > 50


@pytest.mark.parametrize("name", SETTINGS)
def test_a_setting_has_its_reason(name: str) -> None:
    page = (DOCS / "operate" / "tuning.md").read_text(encoding="utf-8")
    rows = [line for line in page.splitlines() if line.startswith("|")]
    (row,) = [line for line in rows if f"`{name}`" in line.split("|")[1]]
    assert all(cell.strip() for cell in row.split("|")[1:-1])
