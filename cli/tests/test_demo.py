"""The demo as a user runs it. `pytest -m demo` runs only this."""

import json
import subprocess
from pathlib import Path

import pytest

from store_support import HEADWATER, headwater, start

pytestmark = [pytest.mark.demo, pytest.mark.server, pytest.mark.spark]


@pytest.fixture
def folder(tmp_path: Path):
    start(tmp_path)
    yield tmp_path
    headwater("down", "--data", tmp_path)


def test_the_demo_passes_and_keeps_the_store_running(folder):
    done = subprocess.run(
        [HEADWATER, "demo", "--data", folder], capture_output=True, text=True, timeout=900, check=False
    )
    assert done.returncode == 0, done.stderr
    rows = "No row is missing and none is duplicated. Both datasets have the 336,776 rows"
    assert rows in " ".join(done.stdout.split())
    assert "The same rows. With pushdown on" in done.stdout
    assert f"headwater down --data {folder}" in done.stdout
    status = headwater("status", "--json", "--data", folder)
    assert json.loads(status.stdout)["state"] == "running"
    secret = json.loads(status.stdout)["s3"]["secret_key"]
    for log in (folder / "demo").rglob("*"):
        assert not log.is_file() or secret.encode() not in log.read_bytes(), log
