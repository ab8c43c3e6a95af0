"""Result files, which an interrupted run leaves intact, and their differences."""

import difflib
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from headwater.core.errors import HeadwaterError

Results = dict[str, dict]
"""The documents by file name without `.json`: reads, pushdown-1024m."""

_OF_SIZE = re.compile(r"pushdown-(?!\d+m$)")


def as_json(document: dict) -> str:
    """A result as the text of its file."""
    return json.dumps(document, indent=1) + "\n"


def keep(file: Path, text: str) -> None:
    """Replace a file with a text atomically. The folder is created if it does not exist."""
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_name(f"{file.name}.part")
    part.write_text(text, encoding="utf-8")
    part.replace(file)


def command_of(name: str) -> str:
    """The command that makes the result with a name such as reads or pushdown-1024m."""
    return f"headwater bench {name.partition('-')[0]}"


def read(file: Path, command: str = "") -> dict:
    """A stored result, made by `command` or else by that of its name.

    Raises HeadwaterError if it is invalid.
    """
    command = command or command_of(file.stem)
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
    except ValueError as error:  # of JSON, or of UTF-8
        raise HeadwaterError(f"{file} is no JSON: {error}", advice=_again(command)) from error
    if not isinstance(found, dict):
        raise HeadwaterError(f"{file} is no result: it has no object of JSON", advice=_again(command))
    return found


@contextmanager
def of_this_version(what: object, command: str) -> Iterator[None]:
    """Use the stored result `what`. HeadwaterError if its `command` writes another format."""
    try:
        yield
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise HeadwaterError(
            f"{what} is not as this version writes it",
            advice=_again(command),
            detail=f"{type(error).__name__}: {error}",
        ) from error


def _again(command: str) -> str:
    return f"Remove it, and make it again: {command}"


def changes(file: Path, text: str) -> str:
    """The differences between a text and a file, line by line, or an empty text."""
    before = file.read_text(encoding="utf-8") if file.exists() else ""
    lines = (before.splitlines(), text.splitlines())
    return "\n".join(difflib.unified_diff(*lines, str(file), "measured", lineterm="", n=1))


def load(folder: Path) -> Results:
    """All results of a folder, or none if it does not exist. Raises HeadwaterError for an invalid file."""
    return {file.stem: _document(file) for file in sorted(folder.glob("*.json"))}


def of_kind(results: Results, kind: str) -> Results:
    """The results of a kind. A kind with sizes has several."""
    return {name: known for name, known in results.items() if name.partition("-")[0] == kind}


def of_sizes(results: Results, kind: str) -> list[dict]:
    """The documents of a kind with one for each data size, such as pushdown-1024m, smallest first."""
    prefix = f"{kind}-"
    names = [name for name in results if name.startswith(prefix)]
    return [results[name] for name in sorted(names, key=lambda name: int(name[len(prefix) :].rstrip("m")))]


def _document(file: Path) -> dict:
    if _OF_SIZE.match(file.stem):
        raise HeadwaterError(
            f"{file} is no result of a known size",
            advice="Remove it, or name it by its size, as pushdown-1024m.json.",
        )
    return read(file)
