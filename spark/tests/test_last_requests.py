"""A failed test shows the transactions of its Spark jobs, as the store's access log has them."""

from pathlib import Path

import pytest
from _pytest.reports import TestReport

from last_requests import LastRequests


@pytest.fixture
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    file = tmp_path / "access.log"
    file.write_text("GET /of/another/test tx1\n")
    monkeypatch.setenv("HEADWATER_TEST_SWIFT_LOG", str(file))
    return file


def sections(plugin: LastRequests, outcome: str) -> list[tuple[str, str]]:
    """The sections of a test's report after the plugin has seen it."""
    hook = plugin.pytest_runtest_makereport()
    next(hook)
    with pytest.raises(StopIteration) as ended:
        hook.send(TestReport("t", ("f", 1, "t"), {}, outcome, None, "call"))
    return ended.value.value.sections


@pytest.mark.parametrize(("outcome", "shown"), [("failed", True), ("passed", False)])
def test_a_failure_shows_the_requests_since_the_test_began(log: Path, outcome: str, shown: bool) -> None:
    plugin = LastRequests()
    plugin.pytest_runtest_logstart()
    with log.open("a") as file:
        file.write("PUT /bucket/part tx2\nGET /bucket/part tx3\n")
    wanted = ("Last requests of the store", "PUT /bucket/part tx2\nGET /bucket/part tx3")
    assert sections(plugin, outcome) == ([wanted] if shown else [])


def test_without_a_store_nothing_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HEADWATER_TEST_SWIFT_LOG", raising=False)
    plugin = LastRequests()
    plugin.pytest_runtest_logstart()
    assert sections(plugin, "failed") == []
