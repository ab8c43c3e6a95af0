"""Storlets that are silent for longer than Swift's `client_timeout`, 60 seconds, and engines that stop."""

import signal
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from storlet_support import Client, run_headers

pytestmark = pytest.mark.long

TEXT = b"0123456789abcde\n" * 10_000
SILENT = 65
"""Seconds: more than `client_timeout`."""


def call(client: Client, path: str, method: str = "GET", **options):
    return client.request(method, client.account + path, timeout=600, **options)


def test_get_put_and_copy_wait_for_a_storlet(quiet):
    client = quiet.client(1)
    headers = run_headers(do="sleep", seconds=SILENT)

    def stored(path: str, method: str, target: str, **options) -> bytes:
        assert call(client, path, method, **options).status_code == 201
        return client.send_ok("GET", target).content

    def get(path: str) -> bytes:
        return call(client, path, headers=headers).content

    def put(path: str) -> bytes:
        return stored(f"{path}-put", "PUT", f"{path}-put", headers=headers, data=TEXT)

    def copy(path: str) -> bytes:
        target = {"Destination": f"{path[1:]}-copy"}
        return stored(path, "COPY", f"{path}-copy", headers={**headers, **target})

    paths = ["/replicas/patience", "/erasure/patience"]
    for path in paths:
        client.send_ok("PUT", path, data=TEXT)
    calls = [(method, path) for method in (get, put, copy) for path in paths]
    with ThreadPoolExecutor(len(calls)) as pool:
        for (method, path), answer in zip(calls, pool.map(lambda each: each[0](each[1]), calls), strict=True):
            assert answer == TEXT, (method.__name__, path)


def test_a_put_whose_storlet_stops_midway_is_refused_and_no_error_of_a_node(quiet):
    client = quiet.client(1)
    headers = run_headers(do="pause", seconds=SILENT, after=100_000)
    refused = call(client, "/replicas/stopped", "PUT", data=TEXT, headers=headers)
    assert (refused.status_code, refused.json()["error"], refused.json()["limit"]) == (413, "limit", "time")
    assert client.call("/replicas/stopped").status_code == 404


def test_an_engine_that_stops_is_no_error_of_its_node(quiet):
    client = quiet.client(1)
    paths = [f"/replicas/stopped-{number}" for number in range(6)]
    for path in paths:
        client.send_ok("PUT", path, data=TEXT)
    engines = [f"engine-{node}" for node in (1, 2, 3)]
    try:
        for engine in engines:
            quiet.signal(engine, signal.SIGSTOP)
        with ThreadPoolExecutor(len(paths)) as pool:
            answers = pool.map(lambda path: client.run(path, do="upper"), paths)
            time.sleep(12)  # longer than a proxy's node_timeout
            for engine in engines:
                quiet.signal(engine, signal.SIGCONT)
            assert [answer == TEXT.upper() for answer in answers] == [True] * len(paths)
    finally:
        for engine in engines:
            quiet.signal(engine, signal.SIGCONT)
