"""Admission: the bound of storlet requests in progress, and each account's share of it."""

import signal
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from itertools import chain, repeat

import psutil
import pytest
import requests

from headwater_swift.execution.admission import Admission
from headwater_swift.execution.execution_plan import ExecutionPlan
from headwater_swift.wire.errors import StorletError
from headwater_swift.wire.invocation import Stage
from headwater_swift.wire.place import Module
from storlet_support import Store, await_true, run_headers

BOUND = 12


def admitted(admission: Admission, places: ExitStack, account: str) -> int:
    """How many more requests of the account find a place, until one is refused."""
    count = 0
    with suppress(StorletError):
        while count < BOUND:
            places.enter_context(admission.place(account))
            count += 1
    return count


@pytest.mark.parametrize(("weights", "expected"), [({}, 6), ({"a": 3}, 9), ({"a": 0.5}, 4), ({"a": 0.01}, 1)])
def test_a_place_beside_a_single_account_remains_for_another(weights, expected):
    with ExitStack() as places:
        assert admitted(Admission("requests", BOUND, weights), places, "a") == expected


def test_several_accounts_share_the_bound():
    admission = Admission("requests", BOUND, {})
    with ExitStack() as first, ExitStack() as others:
        assert admitted(admission, first, "a") == 6
        assert admitted(admission, others, "b") == 4
        assert admitted(admission, others, "c") == 2  # the last places
        first.close()
        assert admitted(admission, others, "c") == 2  # a third of the bound, with b and the next account
        assert admitted(admission, others, "a") == 3


def test_weights_divide_the_bound():
    admission = Admission("requests", BOUND, {"a": 2})
    with ExitStack() as places:
        places.enter_context(admission.place("b"))
        assert admitted(admission, places, "a") == 6
        assert admitted(admission, places, "b") == 2


@pytest.mark.parametrize("account", ["a", "b"])
def test_a_refusal_has_the_seconds_to_wait(account):
    admission = Admission("requests", 1, {}, retry_after=7)
    with admission.place("a"), pytest.raises(StorletError, match="in progress here") as refusal:
        admission.place(account).__enter__()
    assert (refusal.value.reason, refusal.value.details) == ("busy", {"retry_after": 7})


def test_a_place_is_free_after_an_error():
    admission = Admission("requests", 2, {})
    for _ in range(3):
        with pytest.raises(RuntimeError), admission.place("a"):
            raise RuntimeError


@pytest.mark.parametrize("weight", [1, 2.5])
def test_an_object_server_sends_the_weight_to_its_engine(weight):
    plan = ExecutionPlan("tx", "AUTH_a", 5, {}, (Stage("many"),), (Module("00", "/path"),), weight=weight)
    received = ExecutionPlan.parse(plan.to_headers())
    assert received.to_engine_request({}, {}, [])["weight"] == weight


@pytest.fixture(scope="module")
def small_store(module_store: Store) -> Store:
    """A store with two places, one of which an account alone may take."""
    module_store.reconfigure("proxy", lambda conf: conf.set("filter:storlets", "max_requests", "2"))
    module_store.owner.send_ok("PUT", "/box/one", data=b"text")
    return module_store


def test_a_request_beyond_the_share_is_refused_before_it_reaches_an_object_server(small_store: Store):
    owner, server = small_store.owner, psutil.Process(small_store.pid("object"))
    assert owner.run("/box/one") == b"text"
    labels = {"status": "busy", "tenant": owner.account.rpartition("/")[2]}
    before = small_store.counted("requests", **labels)
    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(owner.run, "/box/one", do="sleep", seconds=5)
        await_true(lambda: small_store.engine_status()["busy"] == 1)
        server.send_signal(signal.SIGSTOP)
        try:
            refused = owner.call("/box/one", headers=run_headers())
        finally:
            server.send_signal(signal.SIGCONT)
        assert (refused.status_code, refused.json()["error"]) == (503, "busy")
        assert "share" in refused.json()["message"]
        assert refused.headers["Retry-After"] == "1"
        assert owner.send_ok("GET", "/box/one").content == b"text"  # plain requests need no place
        assert first.result() == b"text"
    assert owner.run("/box/one") == b"text"
    await_true(lambda: small_store.counted("requests", **labels) == before + 1)


def test_every_end_of_a_request_frees_its_place(small_store: Store):
    owner = small_store.owner
    copy = {"X-Copy-From": "/box/one", **run_headers(do="upper")}
    ends = [
        ("GET", "/box/one", run_headers("missing"), b"", 404),
        ("GET", "/box/absent", run_headers(), b"", 404),
        ("GET", "/box/one", run_headers(do="fail"), b"", 422),
        ("GET", "/box/one", {**run_headers(), "If-None-Match": "*"}, b"", 304),
        ("PUT", "/box/two", run_headers(do="upper"), b"text", 201),
        ("PUT", "/box/two", run_headers(do="fail"), b"text", 422),
        ("PUT", "/box/two", copy, b"", 201),
        ("PUT", "/box/two", copy, b"a body", 400),
    ]
    for method, path, headers, body, status in chain.from_iterable(repeat(ends, 2)):
        answer = owner.call(path, method, headers=headers, data=body)
        assert answer.status_code == status, (method, headers, answer.text)
    assert owner.run("/box/two") == b"TEXT"


def test_a_client_that_leaves_frees_its_place(small_store: Store):
    owner = small_store.owner
    owner.send_ok("PUT", "/box/large", data=b"0123456789abcde\n" * 500_000)
    headers = {**owner.headers, **run_headers(do="copy")}
    left = requests.get(f"{owner.account}/box/large", headers=headers, stream=True, timeout=60)
    assert owner.call("/box/one", headers=run_headers()).status_code == 503
    left.close()
    await_true(lambda: owner.call("/box/one", headers=run_headers()).status_code == 200)
