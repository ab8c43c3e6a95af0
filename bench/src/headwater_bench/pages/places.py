"""Marked places of a Markdown page, between `<!-- figures: RESULT/TABLE -->` and `<!-- end -->`."""

import difflib
import re
from pathlib import Path

from headwater.core.errors import HeadwaterError
from headwater_bench.pages.tables import Results, text

_PLACE = re.compile(r"^(<!-- figures: (\S+) -->\n)(.*?)^(<!-- end -->)$", re.MULTILINE | re.DOTALL)
_BEGIN = re.compile(r"^<!-- figures:", re.MULTILINE)


def pages(root: Path) -> list[Path]:
    """The pages with places in a checkout."""
    found = (root / "README.md", *sorted((root / "docs").rglob("*.md")))
    return [file for file in found if _BEGIN.search(file.read_text(encoding="utf-8"))]


def filled(page: str, results: Results) -> str:
    """A page with the tables in its places. Raises HeadwaterError for a place without an end or a table."""
    if len(_BEGIN.findall(page)) != len(_PLACE.findall(page)):
        raise HeadwaterError(
            "a marked place of a page is not as it should be",
            advice="Write `<!-- figures: RESULT/TABLE -->` and `<!-- end -->` in separate lines.",
        )

    def fill(place: re.Match) -> str:
        begin, name, _, end = place.groups()
        found = text(name, results)
        return f"{begin}\n{found}\n\n{end}" if found else begin + end

    return _PLACE.sub(fill, page)


def changes(file: Path, wanted: str) -> str:
    """The differences between a file and a text, line by line, or an empty text."""
    lines = (file.read_text(encoding="utf-8").splitlines(), wanted.splitlines())
    return "\n".join(difflib.unified_diff(*lines, str(file), "measured", lineterm="", n=1))
