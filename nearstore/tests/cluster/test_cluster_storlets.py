"""Storlets on three nodes with Swift's timeouts: GET, PUT and COPY, on replicas and an erasure code."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from cluster_config import POLICIES
from headwater_swift.wire.frames import DATA, END, ERROR
from storlet_support import run_headers

TEXT = b"".join(b"line %d, and so on\n" % number for number in range(20_000))
SLEEP = 12
"""Seconds: more than a proxy's `node_timeout`, which is 10."""


@pytest.fixture(scope="module")
def paths(cluster) -> list[str]:
    """The text, as an object of each policy."""
    for policy in POLICIES:
        cluster.client(1).send_ok("PUT", f"/{policy}/text", data=TEXT)
    return [f"/{policy}/text" for policy in POLICIES]


@pytest.fixture(params=range(len(POLICIES)), ids=POLICIES)
def path(paths, request) -> str:
    return paths[request.param]


@pytest.mark.parametrize("proxy", [1, 2])
def test_a_get_is_answered_by_each_proxy(quiet, path, proxy):
    assert quiet.client(proxy).run(path, do="upper") == TEXT.upper()
    split = {"X-Storlet-Range": f"bytes=1000-{len(TEXT) - 1}"}
    assert quiet.client(proxy).run(path, headers=split, do="copy") == TEXT[1000:]


@pytest.mark.parametrize("policy", POLICIES)
def test_a_put_and_a_copy_store_the_answer(quiet, path, policy):
    client = quiet.client(1)
    client.send_ok("PUT", f"/{policy}/put", data=TEXT, headers=run_headers(do="upper"))
    assert quiet.client(2).send_ok("GET", f"/{policy}/put").content == TEXT.upper()
    target = {"Destination": f"{policy}/copied"}
    client.send_ok(
        "COPY", path, headers={**run_headers(do="replace", **{"from": "line", "to": "row"}), **target}
    )
    assert quiet.client(2).send_ok("GET", f"/{policy}/copied").content == TEXT.replace(b"line", b"row")


def test_an_erasure_code_has_no_object_stage(quiet):
    client = quiet.client(1)
    client.send_ok("PUT", "/placed", headers={"X-Storage-Policy": "erasure"})
    client.send_ok("PUT", "/placed/text", data=TEXT)
    policy = '{"stage": {"many": "object"}}'
    client.send_ok("POST", "/placed", headers={"X-Container-Storlet-Policy": policy})
    refused = client.call("/placed/text", headers=run_headers(do="upper"))
    assert (refused.status_code, refused.json()["error"]) == (403, "policy")


def test_a_storlet_may_sleep_for_longer_than_a_node_timeout(quiet, paths):
    client = quiet.client(1)
    headers = run_headers(do="sleep", seconds=SLEEP)

    def get(path):
        return client.run(path, do="sleep", seconds=SLEEP)

    def framed(path):
        frames = client.frames(path, headers)
        assert frames[-1].type == END, frames[-1].payload
        return b"".join(frame.payload for frame in frames if frame.type == DATA)

    def put(path):
        client.send_ok("PUT", f"{path}-put", data=TEXT, headers=headers)
        return client.send_ok("GET", f"{path}-put").content

    def copy(path):
        client.send_ok("COPY", path, headers={**headers, "Destination": f"{path[1:]}-copy"})
        return client.send_ok("GET", f"{path}-copy").content

    calls = [(call, path) for call in (get, framed, put, copy) for path in paths]
    with ThreadPoolExecutor(len(calls)) as pool:
        for (call, path), answer in zip(calls, pool.map(lambda each: each[0](each[1]), calls), strict=True):
            assert answer == TEXT, (call.__name__, path)


def test_data_before_a_silence_arrives_before_it(quiet, paths):
    headers = run_headers(do="pause", seconds=SLEEP)
    with ThreadPoolExecutor(len(paths)) as pool:
        for frames in pool.map(lambda path: quiet.client(1).frames(path, headers), paths):
            assert b"".join(frame.payload for frame in frames if frame.type == DATA) == TEXT
            assert frames[0].payload == TEXT[:10]
            assert frames[1].is_keep_alive, "nothing came while the storlet was silent"
            assert frames[-1].type == END


def test_a_storlet_that_fails_after_a_silence_is_reported(quiet, paths):
    headers = run_headers(do="sleep", seconds=SLEEP, code=3)
    with ThreadPoolExecutor(2 * len(paths)) as pool:
        plain = pool.map(lambda path: quiet.client(1).call(path, headers=headers), paths)
        framed = pool.map(lambda path: quiet.client(2).frames(path, headers), paths)
        assert [(each.status_code, each.json()["error"]) for each in plain] == [(422, "failed")] * 2
        assert [(each[-1].type, each[-1].document()["exit"]) for each in framed] == [(ERROR, 3)] * 2


def test_requests_avoid_a_dead_node(cluster, path):
    client = cluster.client(1)
    paths = [f"{path}-{number}" for number in range(6)]
    for each in paths:
        client.send_ok("PUT", each, data=TEXT)
    cluster.kill("object-2")
    cluster.kill("engine-3")
    try:
        for each in paths:
            assert client.run(each, do="upper") == TEXT.upper()
    finally:
        cluster.start("object-2", "engine-3")
        for number in (1, 2):  # one may already avoid the dead node
            cluster.restart(f"proxy-{number}")
