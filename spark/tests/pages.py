"""What the tests take from the pages of the documentation."""

import re
from pathlib import Path

_DOCS = Path(__file__).resolve().parents[2] / "docs"


def settings(page: str) -> dict[str, str]:
    """Spark's settings in the properties of a page."""
    text = (_DOCS / page).read_text(encoding="utf-8")
    return dict(re.findall(r"^(spark\.[\w.-]+)=(\S+)$", text, re.MULTILINE))


def block(page: str, language: str) -> str:
    """The only code block of a page in a language."""
    text = (_DOCS / page).read_text(encoding="utf-8")
    (found,) = re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return found
