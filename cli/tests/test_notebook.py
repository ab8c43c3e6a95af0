"""The notebook of docs/get-started/notebook.md runs, and its output has the plots."""

import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from page_support import ROOT, environment
from store_support import HEADWATER

pytestmark = [pytest.mark.spark, pytest.mark.page]

JUPYTER = ROOT / ".cache/notebook/bin/jupyter"
EXECUTED = ROOT / "target/gridpocket.ipynb"


@pytest.fixture
def env(own_store, tmp_path_factory) -> Iterator[dict[str, str]]:
    """A user of a store on a free port. Jupyter is in another environment than Spark and Headwater."""
    data, home = tmp_path_factory.mktemp("data"), tmp_path_factory.mktemp("home")
    own_store(data=data)
    (site,) = Path(HEADWATER).parents[1].glob("lib/python*/site-packages")
    path = os.pathsep.join(map(str, (site, ROOT / "cli/src", ROOT / "nearstore/src")))
    return environment(data, home) | {"PYTHONPATH": path}


def test_the_notebook_has_its_plots(env: dict[str, str]) -> None:
    EXECUTED.parent.mkdir(exist_ok=True)
    source = ROOT / "docs/get-started/gridpocket.ipynb"
    command = [JUPYTER, "nbconvert", "--to", "notebook", "--execute", source, "--output", EXECUTED]
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-4000:]
    cells = json.loads(EXECUTED.read_text())["cells"]
    outputs = [output for cell in cells for output in cell.get("outputs", ())]
    assert any("queries with the same rows: 7" in "".join(each.get("text", "")) for each in outputs)
    assert any("image/png" in each.get("data", {}) for each in outputs)


def test_the_notebook_has_no_output() -> None:
    cells = json.loads((ROOT / "docs/get-started/gridpocket.ipynb").read_text())["cells"]
    assert not [cell for cell in cells if cell.get("outputs")]
