"""Tests with the fixture of a server are marked. In `make check`, an unmarked test that starts one fails."""

import subprocess
import sys
from pathlib import Path

import pytest

from server_tests import is_server

CONFTEST = """
import pytest
from server_tests import ServerTests

def pytest_configure(config):
    config.pluginmanager.register(ServerTests(config, "store"))

@pytest.fixture
def store():
    return "a store"

@pytest.fixture
def client(store):
    return store
"""

TESTS = """
import subprocess

def test_by_fixture(client):
    raise AssertionError

def test_without_a_server():
    subprocess.run(["true"], check=True)

def test_with_a_server():
    subprocess.run(["java", "-jar", "server.jar"], check=True)
"""


@pytest.fixture
def outcome(tmp_path: Path) -> str:
    """The output of `pytest -m "not server"` on TESTS."""
    (tmp_path / "conftest.py").write_text(CONFTEST)
    (tmp_path / "test_some.py").write_text(TESTS)
    (tmp_path / "pytest.ini").write_text(f"[pytest]\npythonpath = {Path(__file__).parent}\n")
    command = [sys.executable, "-m", "pytest", "-v", "-m", "not server", tmp_path]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path).stdout


def test_a_test_that_starts_a_server_fails_without_the_marker(outcome: str) -> None:
    assert "1 failed, 1 passed, 1 deselected" in outcome
    assert "test_with_a_server FAILED" in outcome
    assert "java -jar server.jar starts a server: mark the test by @pytest.mark.server" in outcome


@pytest.mark.parametrize(
    "command",
    [
        ".venv/bin/headwater up --port 0",
        "nice headwater demo",
        "headwater submit job.py",
        "python -P -m swift.proxy.server proxy.conf",
        "tools/with-stores pytest spark/tests",
        "dist/headwater-engine serve --socket s",
        "/usr/bin/java -jar x.jar",
    ],
)
def test_servers_are_recognized(command: str) -> None:
    assert is_server(command.split())


@pytest.mark.parametrize(
    "command", ["headwater status", "headwater-engine run grep", "git ls-files up", "java -version"]
)
def test_other_programs_are_not(command: str) -> None:
    assert not is_server(command.split())
