"""The middleware's counters reach the engine's page, whatever names clients use."""

import eventlet
from swift.common.utils import get_logger

from headwater_swift.wire.engine import Engine
from headwater_swift.wire.metrics import Metrics
from storlet_support import Store, await_true, module, run_headers


def test_a_long_label_is_cut_and_delays_no_other(store: Store, owner, put):
    name = "a" * 120
    owner.send_ok("PUT", f"/storlet/{name}", data=module("many"))
    pipeline = ",".join([name] * 3)
    path = put(b"text")
    assert owner.run(path, pipeline) == b"text"
    await_true(lambda: store.counted("requests", status="complete", storlet=pipeline[:256]) == 1)


def test_deployments_are_counted_by_storlet_and_outcome(store: Store, owner):
    owner.send_ok("PUT", "/storlet/counted.wasm", data=module("many"))
    labels = {"tenant": "AUTH_headwater", "storlet": "counted", "status": "201"}
    await_true(lambda: store.counted("deployments", **labels) == 1)


def test_refused_deployments_add_no_label(store: Store, owner):
    def counted(status: str) -> float:
        return store.counted("deployments", tenant="AUTH_headwater", storlet="", status=status)

    before = counted("module"), counted("400")
    for number in range(2):
        path = f"/storlet/refused-{number}"
        assert owner.call(path, "PUT", data=b"no module").status_code == 422
        expired = owner.call(path, "PUT", data=module("many"), headers={"X-Delete-At": "1"})
        assert expired.status_code == 400, expired.text
    await_true(lambda: (counted("module"), counted("400")) == (before[0] + 2, before[1] + 2))
    assert "refused-" not in store.page("/metrics")


def test_a_stranger_chooses_no_label(store: Store, owner, reader):
    assert reader.call("/storlet/strange", "PUT", data=module("many")).status_code == 403
    owner.send_ok("PUT", "/storlet/after", data=module("many"))
    await_true(lambda: store.counted("deployments", storlet="after") == 1)
    assert store.counted("deployments", storlet="strange") == 0


def test_a_module_that_the_engine_lost_is_counted(own_store: Store):
    own_store.owner.send_ok("PUT", "/box/one", data=b"text")
    own_store.forget_modules()
    assert own_store.owner.run("/box/one") == b"text"
    labels = 'tenant="AUTH_headwater",storlet="many",outcome="missing"'
    assert f"headwater_engine_requests_total{{{labels}}} 1" in own_store.page("/metrics")


def test_an_account_without_storlets_is_no_label(store: Store, reader):
    seen = store.counted("requests", status="parameters", tenant="")
    account = reader.account.rpartition("/")[0] + "/AUTH_made_up"
    url = f"{account}/box/one"
    refused = reader.get(url, headers={**run_headers("no/name"), "X-Auth-Token": ""}, timeout=60)
    assert refused.status_code == 400
    await_true(lambda: store.counted("requests", status="parameters", tenant="") == seen + 1)
    assert store.counted("requests", tenant="AUTH_made_up") == 0


def test_counters_that_the_engine_refuses_are_lost_alone(module_store: Store):
    metrics = Metrics(Engine(module_store.engine_socket, 10), get_logger({}, log_route="storlets"))
    metrics.add("no name of a counter", 1)

    def is_counted() -> bool:
        metrics.add("ordinary", 1)
        eventlet.sleep(0.1)  # for the green thread that sends them
        return module_store.counted("ordinary") > 0

    await_true(is_counted)


def test_more_sets_of_labels_than_one_request_holds(module_store: Store):
    metrics = Metrics(Engine(module_store.engine_socket, 10), get_logger({}, log_route="storlets"))
    for number in range(1500):
        metrics.add("sets", 1, tenant=f"{number}-{'ä' * 300}")

    def is_counted() -> bool:
        eventlet.sleep(0.1)
        return module_store.counted("sets") == 1500

    await_true(is_counted)
