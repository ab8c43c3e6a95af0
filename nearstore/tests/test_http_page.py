"""The examples of docs/guides/storlets-over-http.md do what the page says."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from headwater.core.artifacts import shipped
from store_support import HEADWATER

from storlet_support import Store

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "guides" / "storlets-over-http.md").read_text(encoding="utf-8")
EXAMPLE = re.compile(r"^    \$ (.*)\n((?:    (?!\$ ).*\n)*)", re.MULTILINE)
MARK = "-- end of an example --"


@pytest.fixture(scope="module")
def home(store: Store, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of a user whose embedded store is the tests'."""
    folder = tmp_path_factory.mktemp("home")
    (folder / "headwater").symlink_to(store.data)
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("AWS_", "ST_"))}
    return clean | {"XDG_DATA_HOME": str(folder), "PATH": f"{Path(HEADWATER).parent}:{os.environ['PATH']}"}


def test_the_examples(home):
    assert shutil.which("curl"), "curl is needed"
    assert (shipped("storlets") / "grep.wasm").exists(), "build the storlets: make storlets"
    examples = EXAMPLE.findall(PAGE)
    assert len(examples) > 15
    script = "".join(f"{command}\necho; echo '{MARK}'\n" for command, _ in examples)
    done = subprocess.run(
        ["bash", "-c", script], cwd=ROOT, env=home, capture_output=True, text=True, timeout=300, check=False
    )
    shown = done.stdout.split(f"{MARK}\n")
    for (command, wanted), got in zip(examples, shown, strict=False):
        expected = [line.strip() for line in wanted.splitlines() if line.strip()]
        assert [line.rstrip() for line in got.splitlines() if line.strip()] == expected, (
            command,
            done.stderr,
        )
