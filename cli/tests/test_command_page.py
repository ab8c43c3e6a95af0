"""docs/reference/cli.md has the commands' own help."""

import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WRITTEN = """
import sys
sys.path.insert(0, "tools/site")
import command_page
sys.stdout.write(command_page.page())
"""


def test_the_page_is_that_of_the_commands() -> None:
    command = [sys.executable, "-c", WRITTEN]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    found = (ROOT / "docs" / "reference" / "cli.md").read_text(encoding="utf-8")
    assert found == done.stdout, "run .venv/bin/python tools/site/command_page.py"


def test_the_page_names_every_extra() -> None:
    project = tomllib.loads((ROOT / "cli" / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    text = (ROOT / "docs" / "reference" / "cli.md").read_text(encoding="utf-8")
    extras = set(project["optional-dependencies"]) - {"dev"}
    assert {each for each in extras if f"`headwater[{each}]`" not in text} == set()
