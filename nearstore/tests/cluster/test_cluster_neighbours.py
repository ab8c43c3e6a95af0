"""A tenant's storlets have no effect on another tenant's plain requests."""

import hashlib
from concurrent.futures import Future, ThreadPoolExecutor, wait

import requests

from cluster_config import NEIGHBOUR, POLICIES
from headwater_swift.wire.names import MEDIA_TYPE
from storlet_support import Client, run_headers

SLEEPERS, SLEEP = 40, 12
READERS = 96
LARGE = b"0123456789abcde\n" * 500_000
"""More than the buffers between a storlet and a client that does not read."""


def test_slow_readers_and_sleeping_storlets_do_not_slow_a_neighbour(quiet):
    tenants = [quiet.client(number) for number in (1, 2)]
    neighbours = [quiet.client(number, NEIGHBOUR) for number in (1, 2)]
    tenants[0].send_ok("PUT", "/replicas/large", data=LARGE)
    tenants[0].send_ok("PUT", "/replicas/small", data=b"some text")
    readers = [_reader(tenants[number % 2], framed=number % 4 < 2) for number in range(READERS)]
    try:
        with ThreadPoolExecutor(SLEEPERS) as pool:
            sleepers = [pool.submit(_sleep, tenants[number % 2]) for number in range(SLEEPERS)]
            rounds = 0
            while _some_run(sleepers):
                for neighbour in neighbours:
                    _plain_requests(neighbour, rounds)
                for reader in readers:
                    reader.raw.read(64)
                rounds += 1
            assert [sleeper.result() for sleeper in sleepers] == [b"some text"] * SLEEPERS
            assert rounds > 1
    finally:
        for reader in readers:
            reader.close()
    for neighbour in neighbours:
        _plain_requests(neighbour, -1)


def _reader(client: Client, framed: bool) -> requests.Response:
    """An answer that has begun and is almost unread."""
    accept = {"Accept": MEDIA_TYPE} if framed else {}
    response = requests.get(
        f"{client.account}/replicas/large",
        headers={**client.headers, **run_headers(do="copy"), **accept},
        stream=True,
        timeout=60,
    )
    assert response.status_code == 200, response.text
    return response


def _sleep(client: Client) -> bytes:
    headers = {**client.headers, **run_headers(do="sleep", seconds=SLEEP)}
    response = requests.get(f"{client.account}/replicas/small", headers=headers, timeout=60)
    assert response.status_code == 200, response.text
    return response.content


def _some_run(futures: list[Future]) -> bool:
    return bool(wait(futures, timeout=0).not_done)


def _plain_requests(neighbour: Client, number: int) -> None:
    for policy in POLICIES:
        content = hashlib.sha256(f"{policy} {number}".encode()).digest() * 2000
        path = f"/{policy}/plain-{number % 16}"
        assert neighbour.call(path, "PUT", data=content).status_code == 201
        response = neighbour.call(path)
        assert (response.status_code, response.content) == (200, content)
