"""Test runs measure nothing, so their Sparks need no compilation for speed."""

from collections.abc import Iterator

import pytest
from server_tests import ServerTests

from headwater.spark.launcher import SHORT_LIVED


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(ServerTests(config))


@pytest.fixture(scope="session", autouse=True)
def _short_lived() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SPARK_SUBMIT_OPTS", SHORT_LIVED)
        yield
