"""Marked places of a Markdown document, between the lines `<!-- figures: reads -->` and `<!-- end -->`."""

import re
import textwrap
from collections.abc import Mapping

from headwater.core.errors import HeadwaterError

_WIDTH = 120
_PLACE = re.compile(r"^(<!-- figures: (\S+) -->\n)(.*?)^(<!-- end -->)$", re.MULTILINE | re.DOTALL)
_BEGIN = re.compile(r"^<!-- figures:", re.MULTILINE)


def filled(document: str, texts: Mapping[str, str]) -> str:
    """A document with the texts in its places. Raises HeadwaterError for a place without an end or a text."""
    if len(_BEGIN.findall(document)) != len(_PLACE.findall(document)):
        raise HeadwaterError(
            "a marked place of a document is not as it should be",
            advice="Write `<!-- figures: NAME -->` and `<!-- end -->` in lines of their own.",
        )

    def fill(place: re.Match) -> str:
        begin, name, _, end = place.groups()
        if name not in texts:
            raise HeadwaterError(f"no figures are known as {name}", advice=f"There are: {', '.join(texts)}.")
        return begin + "".join(f"{_wrapped(line)}\n" for line in texts[name].splitlines()) + end

    return _PLACE.sub(fill, document)


def _wrapped(line: str) -> str:
    """A line of prose wrapped to a width. Table lines are unchanged."""
    if line.startswith("|"):
        return line
    return textwrap.fill(line, _WIDTH, break_long_words=False, break_on_hyphens=False)
