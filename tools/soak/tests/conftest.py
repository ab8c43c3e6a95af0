"""The store that the tests share."""

from collections.abc import Iterator

import pytest

from storlet_support import Store


@pytest.fixture(scope="session")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    made = Store.up(tmp_path_factory.mktemp("store"))
    yield made
    made.down()
