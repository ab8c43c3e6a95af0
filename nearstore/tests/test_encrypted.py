"""Objects that are encrypted at rest: only the proxy can read them."""

import base64
import json
from configparser import ConfigParser

import pytest
from headwater.embedded.layout import Layout

from storlet_support import Store, module, run_headers

TEXT = b"one\ntwo\nthree\n" * 10_000


@pytest.fixture(scope="module")
def encrypting(module_store: Store) -> Store:
    """A store whose proxy encrypts everything written from now on, including modules."""
    path = Layout(module_store.data).config("proxy")
    conf = ConfigParser(interpolation=None)
    conf.read(path)
    pipeline = conf["pipeline:main"]["pipeline"]
    conf["pipeline:main"]["pipeline"] = pipeline.replace("proxy-server", "keymaster encryption proxy-server")
    secret = base64.b64encode(b"k" * 32).decode()
    conf["filter:keymaster"] = {"use": "egg:swift#keymaster", "encryption_root_secret": secret}
    conf["filter:encryption"] = {"use": "egg:swift#encryption"}
    with path.open("w") as file:
        conf.write(file)
    module_store.kill("proxy")
    module_store.revive("proxy")
    module_store.owner.authenticate()
    return module_store


def test_storlets_run_on_the_plain_text(encrypting: Store):
    owner = encrypting.owner
    owner.send_ok("PUT", "/box/one", data=TEXT, headers={"X-Object-Meta-Color": "blue"})
    stored = b"".join(each.read_bytes() for each in (encrypting.data / "nodes").rglob("*.data"))
    assert TEXT[:100] not in stored
    assert owner.run("/box/one", do="upper") == TEXT.upper()
    assert b"HEADWATER_META_COLOR blue" in owner.run("/box/one", do="report")
    at = len(TEXT) // 2
    parts = [f"bytes=0-{at}", f"bytes={at + 1}-"]
    assert (
        b"".join(owner.run("/box/one", headers={"X-Storlet-Range": part}, do="lines") for part in parts)
        == TEXT
    )
    policy = json.dumps({"stage": {"many": "object"}})
    owner.send_ok("POST", "/box", headers={"X-Container-Storlet-Policy": policy})
    assert owner.call("/box/one", headers=run_headers()).status_code == 403


def test_a_module_that_the_object_server_cannot_read_is_run_by_the_proxy(encrypting: Store):
    owner = encrypting.owner
    owner.send_ok("PUT", "/storlet/hidden", data=module("hello"))
    encrypting.forget_modules()
    owner.send_ok("PUT", "/box/one", data=TEXT)
    assert owner.run("/box/one", "hidden") == b"hello\n"
