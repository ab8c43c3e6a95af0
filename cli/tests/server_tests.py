"""The marker `server`: the test starts a store, Spark, or another server. `make check` runs the other tests.

Tests with a fixture that starts one have the marker automatically. Others set it themselves. A test without
the marker that starts a server fails, so that none is missed.
"""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

MARKER = "server: starts a store, Spark or another server, so `make check` leaves it out"

_PROGRAMS = {
    "java",
    "prometheus",
    "spark-class",
    "spark-shell",
    "spark-submit",
    "versitygw",
    "with-stores",
    "keystone-swift",
}
_COMMANDS = {"headwater": {"up", "demo", "submit"}, "headwater-engine": {"serve"}}
"""The commands that start servers, by program."""


class ServerTests:
    """A pytest plugin that marks the tests of some fixtures. Register it in a conftest."""

    def __init__(self, config: pytest.Config, *fixtures: str) -> None:
        config.addinivalue_line("markers", MARKER)
        self._fixtures = set(fixtures)
        self._may_start = True
        sys.addaudithook(self._refuse)

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        for item in items:
            if self._fixtures & set(getattr(item, "fixturenames", ())):
                item.add_marker("server")

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self._may_start = item.get_closest_marker("server") is not None
        try:
            return (yield)
        finally:
            self._may_start = True

    def _refuse(self, event: str, arguments: tuple) -> None:
        """Fail the test that starts a server. Python calls this before each new process."""
        if event != "subprocess.Popen" or self._may_start:
            return
        command = arguments[1]
        words = [os.fsdecode(word) for word in ([command] if isinstance(command, (str, bytes)) else command)]
        if is_server(words):
            pytest.fail(f"{' '.join(words[:4])} starts a server: mark the test by @pytest.mark.server")


def is_server(command: list[str]) -> bool:
    """Whether a command starts a server, such as `headwater up` or a Swift server's `python -m`."""
    if "-version" in command:
        return False
    names = [Path(word).name for word in command]
    # An interpreter or a wrapper may be before the program.
    return any(
        name in _PROGRAMS or name.startswith("swift.") or _COMMANDS.get(name, set()) & set(names[at + 1 :])
        for at, name in enumerate(names)
    )
