"""Files of results, which an interrupted run leaves whole."""

from pathlib import Path


def keep(file: Path, text: str) -> None:
    """Put a text in the place of a file, in one step; its folder is made if it is not there."""
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_name(f"{file.name}.part")
    part.write_text(text, encoding="utf-8")
    part.replace(file)
