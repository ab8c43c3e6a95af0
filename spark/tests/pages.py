"""What the tests take from the pages of the documentation."""

import re
from pathlib import Path

_DOCS = Path(__file__).resolve().parents[2] / "docs"


def text(page: str) -> str:
    """A page."""
    return (_DOCS / page).read_text(encoding="utf-8")


def settings(page: str) -> dict[str, str]:
    """Spark's settings in the properties of a page."""
    return dict(re.findall(r"^(spark\.[\w.-]+)=(\S+)$", text(page), re.MULTILINE))


def block(page: str, language: str) -> str:
    """The only code block of a page in a language."""
    (found,) = re.findall(rf"^```{language}\n(.*?)^```$", text(page), re.MULTILINE | re.DOTALL)
    return found
