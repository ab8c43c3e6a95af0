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
