"""An upgrade: the servers use what is installed from their next start on."""

import shutil
from pathlib import Path

import psutil
import pytest
import requests

from releases import CURRENT, Release
from storlet_support import Store
from upgrade import installed


@pytest.fixture
def other(tmp_path: Path) -> Release:
    """A copy of this version, whose middleware says so in each answer of /info."""
    engine, middleware = tmp_path / "engine", tmp_path / "other"
    shutil.copy(CURRENT.engine, engine)
    shutil.copytree(CURRENT.middleware / "headwater_swift", middleware / "headwater_swift")
    proxy = middleware / "headwater_swift/http/proxy.py"
    text = proxy.read_text()
    assert text.count('version("headwater-swift")') == 1
    proxy.write_text(text.replace('version("headwater-swift")', '"other"'))
    return Release(engine, middleware, CURRENT.csv)


def test_servers_use_the_installed_version_also_after_a_kill(tmp_path: Path, other: Release) -> None:
    with installed(tmp_path) as installation:
        store = Store.up(tmp_path / "store")
        try:
            for release in (other, CURRENT):
                installation.change(store, release)
                for name in ("proxy", "engine"):
                    store.kill(name)
                    store.revive(name)
                assert psutil.Process(store.pid("engine")).exe() == str(release.engine.resolve())
                url = store.owner.account.partition("/v1/")[0] + "/info"
                info = requests.get(url, timeout=60).json()
                assert (info["storlets"]["version"] == "other") == (release == other)
        finally:
            store.down()
