"""The examples of docs/guides/write-a-storlet.md are built with its commands, checked and run."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from conftest import ROOT, engine

PAGE = ROOT / "docs/guides/write-a-storlet.md"
TEXT = b"the sea\nthe open\r\n\nsea, and sea\nno end: sea"
LINES = TEXT.splitlines(keepends=True)


def command(start: str) -> str:
    """The page's command line that begins with this text."""
    (line,) = re.findall(rf"^    \$ ({re.escape(start)}.*)$", PAGE.read_text(), re.MULTILINE)
    return line


def build(directory, example: str, line: str):
    """Run a command of the page in a copy of the example's folder."""
    folder = directory / example
    shutil.copytree(ROOT / "engine/examples" / example, folder)
    env = os.environ | {
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        "ZIG_GLOBAL_CACHE_DIR": str(ROOT / ".cache/zig"),
    }
    subprocess.run(line, shell=True, cwd=folder, env=env, check=True)
    (module,) = folder.glob("*.wasm")
    return module


@pytest.fixture(scope="session")
def contains(tmp_path_factory):
    return build(tmp_path_factory.mktemp("examples"), "c", command("python -m ziglang cc"))


@pytest.fixture(scope="session")
def wc(tmp_path_factory):
    return build(tmp_path_factory.mktemp("examples"), "go", command("GOOS=wasip1"))


def splits(size: int) -> list[str]:
    ends = [(start, min(start + size, len(TEXT)) - 1) for start in range(0, len(TEXT), size)]
    return [f"{start}-{end}" for start, end in ends]


def test_the_store_takes_them(contains, wc):
    for module in (contains, wc):
        checked = engine("check", module)
        assert checked.code == 0, checked.log
        assert "_start" in json.loads(checked.answer)["exports"]


def test_c(run, contains):
    found = run(contains, TEXT, "text=sea")
    assert found.answer == b"".join(line for line in LINES if b"sea" in line)
    assert (found.counts["records_in"], found.counts["records_out"]) == (5, 3)


@pytest.mark.parametrize("size", [1, 5, 8, 20])
def test_splits_in_c(run, contains, size):
    union = b"".join(run(contains, TEXT, "text=sea", split=split).answer for split in splits(size))
    assert union == b"".join(line for line in LINES if b"sea" in line)


def test_c_without_its_parameter(run, contains):
    refused = run(contains, TEXT)
    assert refused.code == 64
    assert "text is missing" in refused.log


def test_go(run, wc):
    counted = run(wc, TEXT)
    assert json.loads(counted.answer) == {"lines": 5, "words": 10, "bytes": len(TEXT)}
    assert counted.counts["records_in"] == 5
    assert run(wc, TEXT, "text=sea").code == 64


def test_splits_in_go(run, wc):
    counts = [json.loads(run(wc, TEXT, split=split).answer) for split in splits(20)]
    assert sum(count["words"] for count in counts) == 10
    assert sum(count["bytes"] for count in counts) == len(TEXT)
