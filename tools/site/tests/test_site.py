"""The built site (`make docs`) loads nothing from other hosts and has every document."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
SITE = ROOT / "target" / "site"
HOST = re.compile(r"^(?:[a-z]+:)?//")
LOADED = {
    "script": "src",
    "img": "src",
    "iframe": "src",
    "source": "src",
    "link": "href",
    "object": "data",
}
LINKS_ONLY = {"canonical", "next", "prev"}
CSS_URL = re.compile(
    r"url\(\s*[\"']?((?:https?:)?//[^)\"']+)|@import\s+[\"']((?:https?:)?//[^\"']+)"
)


class _Loads(HTMLParser):
    """What a page loads, and the classes of its elements."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.classes: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        self.classes.update((named.get("class") or "").split())
        if tag == "link" and LINKS_ONLY & set((named.get("rel") or "").split()):
            return
        if (address := named.get(LOADED.get(tag, ""))) is not None:
            self.found.append(address)


def loads(page: str) -> _Loads:
    parser = _Loads()
    parser.feed(page)
    return parser


def pages() -> list[Path]:
    found = sorted(SITE.rglob("*.html"))
    assert len(found) > 60, "run `make docs` first"
    return found


def test_pages_load_nothing_from_other_hosts() -> None:
    for page in pages():
        outside = [
            address
            for address in loads(page.read_text(encoding="utf-8")).found
            if HOST.match(address)
        ]
        assert not outside, page


def test_style_sheets_load_nothing_from_other_hosts() -> None:
    sheets = sorted(SITE.rglob("*.css"))
    assert sheets
    for sheet in sheets:
        assert not CSS_URL.search(sheet.read_text(encoding="utf-8")), sheet


def test_no_page_has_diagrams_that_the_theme_draws_with_a_script_of_another_host() -> (
    None
):
    for page in pages():
        assert "mermaid" not in loads(page.read_text(encoding="utf-8")).classes, page


def test_every_picture_exists() -> None:
    for page in pages():
        for address in loads(page.read_text(encoding="utf-8")).found:
            if not address.startswith(("data:", "http", "/")):
                assert (page.parent / address.partition("?")[0]).resolve().is_file(), (
                    page,
                    address,
                )


def test_every_document_is_a_page() -> None:
    documents = [
        path.relative_to(ROOT / "docs") for path in (ROOT / "docs").rglob("*.md")
    ]
    for document in documents:
        name = "index.html" if document.name == "README.md" else f"{document.stem}.html"
        assert (SITE / document.with_name(name)).is_file(), document


@pytest.mark.parametrize(
    "page",
    [
        "<script src='https://cdn.example/x.js'>",
        "<link rel='stylesheet' href='//fonts.example/a.css'>",
    ],
)
def test_a_planted_load_is_found(page: str) -> None:
    assert [address for address in loads(page).found if HOST.match(address)]
