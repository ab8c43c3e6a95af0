"""The examples of docs/guides/storlets-over-http.md and write-a-storlet.md do what the pages say."""

import os
import shutil
import sys
from pathlib import Path

import pytest
from headwater.core.artifacts import shipped
from page_support import ROOT, environment, examples, page, run

from storlet_support import Store

PAGE = examples(page("guides/storlets-over-http.md"))
OWN = page("guides/write-a-storlet.md")


@pytest.fixture(scope="module")
def home(store: Store, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of a user whose embedded store is the tests'."""
    assert shutil.which("curl"), "curl is needed"
    return environment(store.data, tmp_path_factory.mktemp("home"))


def test_the_examples(home):
    assert (shipped("storlets") / "grep.wasm").exists(), "build the storlets: make storlets"
    assert len(PAGE) > 15
    run(PAGE, ROOT, home, exact=True)


def test_a_storlet_of_any_language(home, tmp_path: Path):
    """The commands for C, from the compiler to the answer of the store."""
    folder = tmp_path / "c"
    shutil.copytree(ROOT / "engine" / "examples" / "c", folder)
    (folder / "some.txt").write_text("the sea\nthe open\n")
    tools = {
        "PATH": f"{Path(sys.executable).parent}:{ROOT / 'dist'}:{home['PATH']}",
        "ZIG_GLOBAL_CACHE_DIR": os.fspath(ROOT / ".cache" / "zig"),
    }
    definitions = [each for each in PAGE if each.command.startswith(("eval", "token=", "url=", "swift()"))]
    containers = [each for each in PAGE if "-X PUT" in each.command or "-T - " in each.command]
    commands = [each for each in examples(OWN) if not each.command.startswith("GOOS")]
    assert len(commands) == 5
    run([*definitions, *containers[:1], *containers[2:4], *commands], folder, home | tools)
