"""Files of results, which an interrupted run leaves whole, and what would change in them."""

import difflib
import json
from pathlib import Path


def as_json(document: dict) -> str:
    """A result as the text of its file."""
    return json.dumps(document, indent=1) + "\n"


def keep(file: Path, text: str) -> None:
    """Put a text in the place of a file, in one step; its folder is made if it is not there."""
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_name(f"{file.name}.part")
    part.write_text(text, encoding="utf-8")
    part.replace(file)


def changes(file: Path, text: str) -> str:
    """How a text differs from that of a file, line by line; empty where it does not."""
    before = file.read_text(encoding="utf-8") if file.exists() else ""
    lines = (before.splitlines(), text.splitlines())
    return "\n".join(difflib.unified_diff(*lines, str(file), "measured", lineterm="", n=1))
