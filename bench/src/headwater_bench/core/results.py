"""Result files, which an interrupted run leaves intact.

A result has sections, a section has rows, a row has peers, and a peer has samples:

    {"made": ..., "data": ..., "peers": {NAME: TITLE},
     "sections": [{"name", "title", "latency_ms", "rounds",
                   "rows": {NAME: {"title", "peers": {NAME: {"samples": [...], "failure": ""}}}}}]}
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from headwater.core.errors import HeadwaterError
from headwater_bench.core.files import table

_COMMANDS = table(__package__, "results.toml")
_AGAIN = "Remove it, and make it again: "


def keep(file: Path, text: str) -> None:
    """Replace a file with a text atomically. The folder is created if it does not exist."""
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_name(f"{file.name}.part")
    part.write_text(text, encoding="utf-8")
    part.replace(file)


def keep_json(file: Path, document: dict) -> None:
    """Replace a file with a result."""
    keep(file, json.dumps(document, indent=1) + "\n")


def read(file: Path) -> dict:
    """A stored result. Raises HeadwaterError if it is missing or invalid."""
    try:
        return {**json.loads(file.read_text(encoding="utf-8"))}
    except FileNotFoundError as error:
        raise HeadwaterError(f"there is no {file}", advice=f"Make it: {command(file.stem)}") from error
    except (TypeError, ValueError) as error:  # of JSON, or of UTF-8, or no object
        raise HeadwaterError(
            f"{file} is no result: {error}", advice=f"{_AGAIN}{command(file.stem)}"
        ) from error


def load(folder: Path) -> dict[str, dict]:
    """All results of a folder by file name without `.json`. HeadwaterError for an invalid file."""
    return {file.stem: read(file) for file in sorted(folder.glob("*.json"))}


@contextmanager
def of_this_version(name: str) -> Iterator[None]:
    """Use the result with this name. HeadwaterError if it has another format."""
    try:
        yield
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise HeadwaterError(
            f"{name}.json is not as this version writes it",
            advice=f"{_AGAIN}{command(name)}",
            detail=f"{type(error).__name__}: {error}",
        ) from error


def section(known: dict, name: str) -> dict:
    """The section of a result with this name. KeyError without one."""
    found = {each["name"]: each for each in known["sections"]}
    return found[name]


def command(name: str, *scenarios: str) -> str:
    """The command that makes the result with this name, or that adds scenarios to it (`results.toml`)."""
    known = _COMMANDS.get(name, {"command": name.replace("-", " --bytes ")})
    chosen = scenarios or known.get("scenarios", ())
    options = [f"--scenario {each}" for each in chosen] + ["--add"] * bool(chosen)
    return " ".join(["headwater bench", known["command"], *options])
