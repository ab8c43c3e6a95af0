"""Test runs measure nothing, so their Sparks need no compilation for speed."""

import os

import pytest
from server_tests import ServerTests

from headwater.spark.launcher import SHORT_LIVED


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(ServerTests(config))
    os.environ["SPARK_SUBMIT_OPTS"] = SHORT_LIVED
