"""Proxies without the guard, or with the guard in the wrong place."""

import json
import subprocess
import sys
from collections.abc import Callable
from configparser import ConfigParser
from pathlib import Path

import pytest
import requests
from headwater.embedded.layout import Layout

from policy_support import FILTERS, without
from storlet_support import READER, Store, await_true

REQUIRED = json.dumps({"require": [{"storlet": "many", "parameters": {"do": "upper"}}]})


def guard_before(name: str):
    """A change of a configuration that moves the guard before another filter."""

    def change(config: ConfigParser) -> None:
        pipeline = config["pipeline:main"]["pipeline"].split()
        pipeline.remove("storlets-guard")
        pipeline.insert(pipeline.index(name), "storlets-guard")
        config["pipeline:main"]["pipeline"] = " ".join(pipeline)

    return change


def start_changed(store: Store, folder: Path, change: Callable[[ConfigParser], None]) -> str:
    """The output of a proxy with this changed configuration, which must not start."""
    config = ConfigParser(interpolation=None)
    config.read(Layout(store.data).config("proxy"))
    change(config)
    path = folder / "proxy-server.conf"
    with path.open("w") as file:
        config.write(file)
    command = [sys.executable, "-P", "-m", "swift.proxy.server", path]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode != 0
    return done.stderr + done.stdout


def test_a_proxy_with_storlets_and_no_guard_does_not_start(store: Store, tmp_path: Path):
    output = start_changed(store, tmp_path, without("storlets-guard"))
    assert "add storlets_guard as the last filter before proxy-server" in output


@pytest.mark.parametrize("name", ["copy", "slo", "dlo", "versioned_writes"])
def test_a_proxy_whose_guard_is_not_the_last_filter_does_not_start(store: Store, tmp_path: Path, name: str):
    output = start_changed(store, tmp_path, guard_before(name))
    assert "comes after storlets_guard" in output
    assert "move storlets_guard to the last place before proxy-server" in output


def statuses(store: Store, path: str, agent: str) -> set[int]:
    """The object server's statuses for a GET of this agent in each partition that has objects."""
    objects = Layout(store.data).nodes / "d1" / "objects"
    partitions = {data.parts[-4] for data in objects.glob("*/*/*/*.data")}
    account = store.owner.account.rpartition("/")[2]
    root = f"http://127.0.0.1:{store.port('object')}/d1"
    headers = {"User-Agent": f"{agent} 1"}
    urls = [f"{root}/{partition}/{account}{path}" for partition in partitions]
    return {requests.get(url, headers=headers, timeout=30).status_code for url in urls}


def test_swifts_daemons_read_what_a_policy_restricts(own_store: Store):
    owner = own_store.owner
    owner.send_ok("PUT", "/cards", headers={"X-Container-Storlet-Policy": REQUIRED})
    owner.send_ok("PUT", "/cards/one", data=b"text")
    assert 200 in statuses(own_store, "/cards/one", "obj-reconstructor")
    assert statuses(own_store, "/cards/one", "proxy-server") == {403}
    assert 200 in statuses(own_store, "/storlet/many", "proxy-server")


@pytest.mark.parametrize("kind", ["Container", "Account"])
def test_an_object_server_refuses_what_a_policy_restricts_to_a_proxy_without_guard(
    own_store: Store, kind: str
):
    owner, reader = own_store.owner, own_store.reader
    owner.send_ok("PUT", "/cards", headers={"X-Container-Read": READER})
    owner.send_ok("PUT", "/cards/one", data=b"text")
    owner.send_ok("PUT", "/storlet", headers={"X-Container-Read": READER})
    path = "/cards" if kind == "Container" else ""
    owner.send_ok("POST", path, headers={f"X-{kind}-Storlet-Policy": REQUIRED})
    assert reader.send_ok("GET", "/cards/one").content == b"TEXT"
    own_store.reconfigure("proxy", without(*FILTERS))
    for client in (owner, reader):
        refused = client.call("/cards/one")
        assert refused.status_code == 403, refused.content
        assert b"storlets_guard" in refused.content
        assert client.call("/cards/one", "HEAD").status_code == 403
    owner.send_ok("PUT", "/cards/two", data=b"text")
    owner.send_ok("DELETE", "/cards/two")
    log = (own_store.data / "logs" / "object.log").read_text()
    assert log.count("it may not read ") == 1
    assert own_store.quarantined() == []


def test_an_object_server_reports_the_reads_of_a_proxy_without_guard(own_store: Store):
    owner = own_store.owner
    owner.send_ok("PUT", "/box/one", data=b"text")
    assert owner.run("/box/one") == b"text"
    own_store.forget_modules()
    assert owner.run("/box/one") == b"text"
    info = owner.get(owner.account.partition("/v1/")[0] + "/info").json()
    assert {"storlets", "storlets_guard"} <= set(info)
    log = own_store.data / "logs" / "object.log"
    assert "storlets_guard" not in log.read_text()
    own_store.reconfigure("proxy", without(*FILTERS))
    for _ in range(3):
        assert owner.send_ok("GET", "/box/one").content == b"text"
    errors = [line for line in log.read_text().splitlines() if "storlets_guard" in line]
    assert len(errors) == 1
    assert "ERROR" in errors[0]
    assert "ignores storlet policies" in errors[0]
    await_true(lambda: own_store.counted("unguarded_reads", proxy="127.0.0.1") == 3)
