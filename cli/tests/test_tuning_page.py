"""docs/operate/tuning.md gives the reason for each setting of docs/reference/settings.md."""

import re
from pathlib import Path

import pytest

DOCS = Path(__file__).resolve().parents[2] / "docs"
TABLE = re.compile(r"<!-- (settings|settings of scans), .*?-->(.*?)<!-- end of \1 -->", re.DOTALL)
PREFIXES = {"settings": "", "settings of scans": "spark.headwater."}
SETTINGS = [
    PREFIXES[subject] + name
    for subject, table in TABLE.findall((DOCS / "reference" / "settings.md").read_text(encoding="utf-8"))
    for name in re.findall(r"^\| `([^`]+)` \|", table, re.MULTILINE)
]


def test_there_are_settings() -> None:
    assert len(SETTINGS) > 50


@pytest.mark.parametrize("name", SETTINGS)
def test_a_setting_has_its_reason(name: str) -> None:
    page = (DOCS / "operate" / "tuning.md").read_text(encoding="utf-8")
    rows = [line for line in page.splitlines() if line.startswith("|")]
    (row,) = [line for line in rows if f"`{name}`" in line.split("|")[1]]
    assert all(cell.strip() for cell in row.split("|")[1:-1])
