"""The commands and configurations of docs/operate/install.md, by section."""

import re

from machine import HERE

PAGE = (HERE.parents[1] / "docs/operate/install.md").read_text()
SECTIONS = dict(re.findall(r"^## (.*?)\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL))


def commands(section: str) -> list[str]:
    """The commands of the section whose heading begins so."""
    blocks = re.findall(r"```sh\n(.*?)```", _text(section), re.DOTALL)
    return [line for block in blocks for line in block.splitlines()]


def with_filters(text: str, title: str) -> str:
    """Swift's configuration with the pipeline and the filters that the page has under a title."""
    block = re.search(rf"```ini title=\"{re.escape(title)}\"\n(.*?)```", PAGE, re.DOTALL)[1]
    pipeline, filters = re.fullmatch(r"\[pipeline:main\]\n(.*?)\n(\n\[.*)", block, re.DOTALL).groups()
    changed, count = re.subn(r"^pipeline = .*", pipeline, text, flags=re.MULTILINE)
    assert count == 1
    return changed + filters


def _text(section: str) -> str:
    (text,) = (text for heading, text in SECTIONS.items() if heading.startswith(section))
    return text
