"""The engine's log names requests as Swift does."""

import pytest

from storlet_support import Store, await_true, run_headers


def logged(store: Store, transaction: str) -> str:
    """The lines of the engine's log with this transaction."""
    lines = (store.data / "logs" / "engine.log").read_text().splitlines()
    return "\n".join(line for line in lines if f"headwater-engine: {transaction}: " in line)


@pytest.mark.parametrize("on_proxy", ["false", "true"])
def test_a_line_names_the_transaction_of_its_request(store: Store, owner, put, on_proxy):
    headers = run_headers(do="fail") | {"X-Storlet-Run-On-Proxy": on_proxy}
    response = owner.call(put(b"text"), headers=headers)
    assert response.status_code == 422
    lines = logged(store, response.headers["X-Trans-Id"])
    assert f"run of many for {owner.account.rpartition('/')[2]}: failed: " in lines


def test_a_deploy_is_named_too(store: Store, owner):
    response = owner.call("/storlet/broken", "PUT", data=b"no module")
    assert response.status_code == 422
    assert ": module: " in logged(store, response.headers["X-Trans-Id"])


@pytest.mark.parametrize("on_proxy", ["false", "true"])
def test_a_module_that_the_engine_lacks_is_loaded_under_the_same_name(own_store: Store, on_proxy):
    own_store.owner.send_ok("PUT", "/box/one", data=b"text")
    own_store.forget_modules()
    headers = run_headers() | {"X-Storlet-Run-On-Proxy": on_proxy}
    response = own_store.owner.call("/box/one", headers=headers)
    assert response.content == b"text"
    transaction = response.headers["X-Trans-Id"]
    await_true(lambda: ": ok, read 4 bytes" in logged(own_store, transaction))
    lines = logged(own_store, transaction)
    assert ": missing: " in lines
    assert ": ok, module " in lines


def test_a_clients_part_of_the_name_is_printable(store: Store, owner, put):
    headers = run_headers() | {"X-Trans-Id-Extra": "job 7\x01"}
    response = owner.call(put(b"text"), headers=headers)
    assert response.content == b"text"
    await_true(lambda: ": ok, read 4 bytes" in logged(store, response.headers["X-Trans-Id"]))
