"""A failed test shows the last requests that the store received, with their transactions."""

import os
from pathlib import Path

import pytest

_COUNT = 30


class LastRequests:
    """A pytest plugin. Register it in a conftest. It shows nothing without `tools/with-stores`."""

    _begin = 0

    def pytest_runtest_logstart(self) -> None:
        """Remember where in the log the test begins."""
        self._begin = _log().stat().st_size if _log().is_file() else 0

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self):
        report = yield
        if report.failed and (lines := self._lines()):
            report.sections.append(("Last requests of the store", "\n".join(lines)))
        return report

    def _lines(self) -> list[str]:
        """The lines of the log since the test began, the last ones."""
        if not _log().is_file():
            return []
        with _log().open(encoding="utf-8", errors="replace") as log:
            log.seek(self._begin)
            return log.read().splitlines()[-_COUNT:]


def _log() -> Path:
    return Path(os.environ.get("HEADWATER_TEST_SWIFT_LOG", ""))
