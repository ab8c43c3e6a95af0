"""Runs the commands and programs of a page of the documentation.

A command is an indented line that begins with `$ `. It continues after a backslash at the line's end. Its
expected output is the indented lines below it. A program is a fenced block with a title, the name of the
file in which the reader saves it.
"""

import os
import re
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from store_support import HEADWATER

ROOT = Path(__file__).resolve().parents[2]
_EXAMPLE = re.compile(r"^    \$ ((?:.*\\\n)*.*)\n((?:    (?!\$ ).*\n)*)", re.MULTILINE)
_PROGRAM = re.compile(r'^```[a-z]+ title="([^"]+)"\n(.*?)^```$', re.DOTALL | re.MULTILINE)
_END = "-- end of an example --"


@dataclass(frozen=True)
class Example:
    """One command with the lines that the page shows below it."""

    command: str
    output: list[str]


def page(name: str) -> str:
    """The text of a page, by its path in `docs/`."""
    return (ROOT / "docs" / name).read_text(encoding="utf-8")


def examples(text: str) -> list[Example]:
    """The commands of a page, in order."""
    return [Example(command, _lines(output)) for command, output in _EXAMPLE.findall(text)]


def programs(text: str) -> dict[str, str]:
    """The programs of a page, by the names of their files."""
    return dict(_PROGRAM.findall(text))


def environment(data: Path, home: Path) -> dict[str, str]:
    """The environment of a user whose embedded store is at `data`, without settings of another store."""
    (home / "headwater").symlink_to(data)
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("AWS_", "ST_"))}
    return clean | {"XDG_DATA_HOME": str(home), "PATH": f"{Path(HEADWATER).parent}:{os.environ['PATH']}"}


def run(wanted: list[Example], folder: Path, env: Mapping[str, str], *, exact: bool = False) -> None:
    """Run the commands in one shell. None may fail. Each must print what the page shows.

    If the page shows nothing, the command may print anything, unless `exact`.
    """
    lines = ["set -e -o pipefail", *(f"{example.command}\necho; echo '{_END}'" for example in wanted)]
    command = ["bash", "-c", "\n".join(lines)]
    quiet = {"capture_output": True, "text": True}
    done = subprocess.run(command, cwd=folder, env=env, timeout=600, check=False, **quiet)
    shown = [_lines(output) for output in done.stdout.split(f"{_END}\n")]
    assert len(shown) == len(wanted) + 1, done.stderr
    for example, output in zip(wanted, shown, strict=False):
        right = output == example.output or not (exact or example.output)
        assert right, (example.command, output, done.stderr)


def _lines(output: str) -> list[str]:
    return [line.strip() for line in output.splitlines() if line.strip()]
