"""Every row of docs/explain/architecture.md names a file that exists and what the file has."""

import re
from pathlib import Path

import pytest

PAGE = Path(__file__).resolve().parents[2] / "docs" / "explain" / "architecture.md"
ROW = re.compile(r"\| .* \| (`.*) \| (\[.*) \|")


def rows(page: str) -> list[tuple[str, str]]:
    """Each linked file with each name that its row gives."""
    return [
        (link, name)
        for names, files in (row.groups() for row in map(ROW.fullmatch, page.splitlines()) if row)
        for link in re.findall(r"\]\(([^)]+)\)", files)
        for name in re.findall(r"`([^`]+)`", names)
    ]


def missing(link: str, name: str) -> bool:
    """Whether the file is missing, or its text lacks the name as a whole word."""
    path = PAGE.parent / link
    return not path.is_file() or not re.search(rf"\b{re.escape(name)}\b", path.read_text(encoding="utf-8"))


@pytest.mark.parametrize(("link", "name"), rows(PAGE.read_text(encoding="utf-8")))
def test_a_row_names_what_its_file_has(link: str, name: str) -> None:
    assert not missing(link, name)


@pytest.mark.parametrize(("link", "name"), [("nowhere.md", "map"), ("architecture.md", "no such word" * 2)])
def test_a_planted_row_is_found(link: str, name: str) -> None:
    (row,) = rows(f"| step | `{name}` | [file]({link}) |")
    assert missing(*row)
