"""`swift-reload`, by which docs/operate/install.md reloads a server, on a proxy of the real Swift."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import requests
from headwater.embedded.rings import write_rings

from fake_nodes import PIPELINES, configuration
from headwater_pipelines import with_filters
from storlet_support import await_true

pytestmark = pytest.mark.server
PROGRAMS = Path(sys.executable).parent


class Proxy:
    """A proxy without Headwater's filters and without storage servers."""

    def __init__(self, folder: Path) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        (folder / "swift.conf").write_text("[swift-hash]\nswift_hash_path_suffix = tests\n")
        write_rings(folder, {"account": 6002, "container": 6001, "object": 6000})
        address = f"bind_ip = 127.0.0.1\nbind_port = {port}\nworkers = 1"
        self.conf = folder / "proxy-server.conf"
        self.conf.write_text(configuration(folder, "proxy").replace("bind_port = 8080", address))
        self.url = f"http://127.0.0.1:{port}/info"
        self.process = subprocess.Popen([PROGRAMS / "swift-proxy-server", self.conf], start_new_session=True)

    def listed(self) -> set[str] | None:
        """The filters of Headwater in /info. None while nothing listens."""
        try:
            found = requests.get(self.url, timeout=10, proxies={"no_proxy": "*"})
        except requests.ConnectionError:
            return None
        return {name for name in found.json() if name.startswith("storlets")}

    def reload(self) -> subprocess.CompletedProcess:
        command = [PROGRAMS / "swift-reload", str(self.process.pid)]
        return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.fixture
def proxy(tmp_path: Path) -> Iterator[Proxy]:
    proxy = Proxy(tmp_path)
    yield proxy
    os.killpg(proxy.process.pid, signal.SIGTERM)
    proxy.process.wait()


def test_a_proxy_gets_the_filters_and_refuses_an_unsafe_order(proxy: Proxy) -> None:
    await_true(lambda: proxy.listed() is not None)
    assert proxy.listed() == set()
    safe = with_filters(proxy.conf.read_text(), "proxy", PIPELINES["proxy"])
    proxy.conf.write_text(safe)
    done = proxy.reload()
    assert done.returncode == 0, done.stderr
    await_true(lambda: proxy.listed() == {"storlets", "storlets_guard"})
    proxy.conf.write_text(safe.replace("storlets_guard proxy-server", "proxy-server"))
    done = proxy.reload()
    assert done.returncode == 1
    assert "the pipeline has storlets without storlets_guard" in done.stderr
    assert proxy.listed() == {"storlets", "storlets_guard"}
