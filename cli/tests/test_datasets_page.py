"""The examples of docs/guides/datasets-cli.md do what the page says."""

import os
import re
import subprocess
from pathlib import Path

import pytest

from dataset_support import A, B, part
from store_support import HEADWATER

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "guides" / "datasets-cli.md").read_text(
    encoding="utf-8"
)
COMMANDS = re.findall(r"^    (headwater .*)$", PAGE, re.MULTILINE)
OUTPUT = re.search(r"```\n(.*?)```", PAGE, re.DOTALL).group(1)
ROOT = "flights"


@pytest.fixture(scope="module")
def shell(store, lake_of_the_pages, tmp_path_factory):
    """A shell whose user has the page's dataset in the embedded store, and no Amazon settings."""
    lake = lake_of_the_pages
    lake.commit(ROOT, A, [lake.put(part(ROOT, A, n, below="month=1/")) for n in (0, 1)])
    lake.commit(ROOT, B, [lake.put(part(ROOT, B, below="month=2/"))], kind="delta")
    lake.put(f"{ROOT}/notes.txt", b"by hand")
    home = tmp_path_factory.mktemp("home")
    (home / "headwater").symlink_to(store["data"])
    clean = {name: value for name, value in os.environ.items() if not name.startswith("AWS_")}
    clean |= {"XDG_DATA_HOME": str(home), "PATH": f"{Path(HEADWATER).parent}:{os.environ['PATH']}"}

    def run(line: str) -> subprocess.CompletedProcess:
        return subprocess.run(
            line, shell=True, env=clean, capture_output=True, text=True, timeout=600, check=False
        )

    return run


def test_there_are_examples():
    assert {line.split()[1] for line in COMMANDS} == {"ls", "verify", "sweep"}


@pytest.mark.parametrize("line", COMMANDS)
def test_an_example(shell, line):
    done = shell(line)
    assert (done.returncode, done.stderr) == (0, "")
    assert "left over" not in done.stdout


def test_the_output_is_that_of_the_page(shell):
    shown = shell(COMMANDS[0]).stdout
    shortened = re.sub(r"(Z-\w{4})\w{28}", r"\1…", shown).replace("  id" + 27 * " ", "  id", 1)
    assert [line.rstrip() for line in shortened.splitlines()] == OUTPUT.splitlines()
