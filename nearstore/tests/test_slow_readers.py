"""Clients that do not read a storlet's answer are cut, and do not hold a worker until the limit on time."""

import pytest
import requests

from storlet_support import Store, await_true, run_headers

ENGINE_SECONDS = 86_400
LARGE = b"0123456789abcde\n" * 2_000_000
"""32 MB: more than the buffers between a storlet and its client."""


@pytest.fixture(scope="module")
def hasty_store(module_store: Store) -> Store:
    """A store whose proxy cuts a client that takes nothing for a second."""
    module_store.kill("engine")
    module_store.revive("engine", "--time", str(ENGINE_SECONDS))
    module_store.reconfigure("proxy", lambda conf: conf.set("DEFAULT", "client_timeout", "1"))
    module_store.owner.send_ok("PUT", "/box/large", data=LARGE)
    return module_store


@pytest.mark.parametrize(
    ("action", "on_proxy"), [("copy", "false"), ("flood", "false"), ("copy", "true"), ("flood", "true")]
)
def test_a_client_that_does_not_read_frees_its_worker(hasty_store: Store, action, on_proxy):
    owner = hasty_store.owner
    headers = {**owner.headers, **run_headers(do=action), "X-Storlet-Run-On-Proxy": on_proxy}
    with requests.get(f"{owner.account}/box/large", headers=headers, stream=True, timeout=60) as unread:
        assert unread.status_code == 200
        await_true(lambda: hasty_store.engine_status()["busy"] == 0, 60)
        with pytest.raises(requests.exceptions.RequestException):
            for _ in unread.iter_content(1 << 20):
                pass
    assert owner.run("/box/large", do="first") == LARGE[:10]
