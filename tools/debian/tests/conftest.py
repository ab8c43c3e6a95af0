"""The packages of this checkout, and machines of Debian 13 that have a Swift of one node."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from machine import HERE, Machine, machine
from releases import debian_packages


@pytest.fixture(scope="session")
def release(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("release")
    debian_packages(folder)
    return folder


@pytest.fixture(scope="module")
def node(tmp_path_factory: pytest.TempPathFactory, release: Path) -> Iterator[Machine]:
    with machine(tmp_path_factory.mktemp("machine"), release) as node:
        node.run((HERE / "swift").read_text())
        yield node
