"""Clients that disconnect while their request waits for a worker."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from headwater_swift.wire.names import MEDIA_TYPE
from storlet_support import Store, await_true, run_headers

TEXT = b"the object"


@pytest.fixture(scope="module")
def one_worker(module_store: Store) -> Store:
    """A store whose engine has one worker, with an object."""
    module_store.kill("engine")
    module_store.revive("engine", "--workers", "1", "--at-once", "64")
    module_store.owner.send_ok("PUT", "/box/one", data=TEXT)
    return module_store


@contextmanager
def busy(store: Store) -> Iterator[None]:
    """The worker is busy, until the end."""
    owner = store.owner
    with owner.call("/box/one", headers=run_headers(do="flood"), stream=True) as response:
        chunks = response.iter_content(10)  # kept: without it, the connection is closed
        assert next(chunks)
        yield
    await_true(lambda: store.engine_status()["busy"] == 0)


def send(store: Store, headers: dict[str, str]) -> socket.socket:
    """The connection of a GET that now waits for the worker."""
    connection = store.owner.begin("GET", "/box/one", headers)
    await_true(lambda: store.engine_status()["waiting"] == 1)
    return connection


@pytest.mark.parametrize("accept", ["*/*", MEDIA_TYPE])
@pytest.mark.parametrize("on_proxy", ["false", "true"])
def test_one_that_leaves_frees_its_place(one_worker: Store, on_proxy, accept):
    with busy(one_worker):
        headers = {**run_headers(), "X-Storlet-Run-On-Proxy": on_proxy, "Accept": accept}
        send(one_worker, headers).close()
        await_true(lambda: one_worker.engine_status()["waiting"] == 0)
        assert one_worker.engine_status()["busy"] == 1


@pytest.mark.parametrize("on_proxy", ["false", "true"])
def test_one_that_closes_its_sending_side_gets_its_answer(one_worker: Store, on_proxy):
    with busy(one_worker):
        connection = send(one_worker, {**run_headers(), "X-Storlet-Run-On-Proxy": on_proxy})
        connection.shutdown(socket.SHUT_WR)
        interim = connection.recv(1000)
    assert interim == b"HTTP/1.1 100 Continue\r\n\r\n"
    with connection, connection.makefile("rb") as answer:
        received = answer.read()
    assert received.replace(interim, b"").startswith(b"HTTP/1.1 200 OK\r\n")
    assert TEXT in received
