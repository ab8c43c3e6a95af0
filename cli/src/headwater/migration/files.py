"""Reads the settings of a core-site.xml or a spark-defaults.conf."""

import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

from headwater.core.errors import HeadwaterError

_ADVICE = "Name a core-site.xml or a spark-defaults.conf."
_BOM = b"\xef\xbb\xbf"
_SETTING = re.compile(r"(spark\.[^\s=:]+)(?:\s*[=:]\s*|\s+)(.*)")


def settings(file: Path) -> dict[str, str]:
    """The settings by their names. HeadwaterError if the file is of another kind, broken, or has none."""
    if file.is_dir():
        raise HeadwaterError(f"{file} is a folder.", advice=_ADVICE)
    content = file.read_bytes()
    if content.removeprefix(_BOM).lstrip().startswith(b"<"):
        found = dict(_of_xml(file, content))
    elif b"\0" in content:
        raise HeadwaterError(f"{file} is not a text file.", advice=_ADVICE)
    else:
        found = dict(_of_lines(file, content.removeprefix(_BOM).decode(errors="replace")))
    if not found:
        raise HeadwaterError(f"{file} has no settings.", advice=_ADVICE)
    return found


def _of_xml(file: Path, content: bytes) -> Iterator[tuple[str, str]]:
    try:
        root = ET.fromstring(content)  # noqa: S314 (the user's own file)
    except (ET.ParseError, LookupError, ValueError) as error:
        raise HeadwaterError(
            f"{file} is not valid XML: {error}.", advice="Correct the file, and run the command again."
        ) from error
    if root.tag != "configuration":
        raise HeadwaterError(
            f"{file} has the element {root.tag} where Hadoop requires configuration.", advice=_ADVICE
        )
    for each in root.iter("property"):
        if name := (each.findtext("name") or "").strip():
            yield name, (each.findtext("value") or "").strip()


def _of_lines(file: Path, text: str) -> Iterator[tuple[str, str]]:
    """Java's properties, whose names begin with spark. An error leaves out the line, which may be secret."""
    for number, line in _joined(re.split(r"\r\n?|\n", text)):
        found = _SETTING.fullmatch(line)
        if not found:
            raise HeadwaterError(
                f"{file}, line {number}, is not a setting of Spark with a value.",
                advice="Write a name that begins with spark. and its value, or remove the line.",
            )
        yield found[1], found[2]


def _joined(lines: list[str]) -> Iterator[tuple[int, str]]:
    """The lines that are not comments, with their numbers. A backslash at the end continues a line."""
    numbered = ((number, line.strip()) for number, line in enumerate(lines, 1))
    for number, first in numbered:
        line = first
        while not line.startswith(("#", "!")) and (len(line) - len(line.rstrip("\\"))) % 2:
            line = line[:-1] + next(numbered, (0, ""))[1]
        if line and not line.startswith(("#", "!")):
            yield number, line
