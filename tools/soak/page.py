"""The part of a page that a command writes: between `<!-- report -->` and `<!-- end of the report -->`."""

import re
from pathlib import Path

_PLACE = re.compile(r"(?<=<!-- report -->\n).*?(?=<!-- end of the report -->)", re.DOTALL)


def write(page: Path, text: str) -> None:
    """Replace the report of a page."""
    page.write_text(_PLACE.sub(lambda _: f"\n{text}\n", page.read_text(encoding="utf-8")), encoding="utf-8")
