"""A deploy shares its proxy: other requests run between the chunks of its module."""

import hashlib
import io
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from types import SimpleNamespace

import eventlet
from swift.common.swob import Request

from headwater_swift.execution.admission import Admission
from headwater_swift.http.deployer import Deployer
from headwater_swift.wire.place import Place

CHUNK = 64 * 1024
MODULE = bytes(16 * CHUNK)
PLACE = Place("v1", "AUTH_test", "storlet", "one")


class Engine:
    """Accepts every module."""

    def load(self, _tenant: str, module: int, length: int, _transaction: str) -> str:
        return hashlib.sha256(os.pread(module, length, 0)).hexdigest()


@contextmanager
def other_requests() -> Iterator[Callable[[], int]]:
    """Another greenthread of the proxy, and how often it has had its turn."""
    turns = 0

    def serve() -> None:
        nonlocal turns
        while True:
            turns += 1
            eventlet.sleep()

    thread = eventlet.spawn(serve)
    try:
        yield lambda: turns
    finally:
        thread.kill()


def test_other_requests_run_while_a_module_is_received_and_stored():
    received, stored = [], []
    with other_requests() as turns:

        class Body(io.BytesIO):
            def read(self, size: int = -1) -> bytes:
                received.append(turns())
                return super().read(size)

        def swift(env: dict, start_response: Callable) -> list[bytes]:
            chunks = iter(lambda: env["wsgi.input"].read(CHUNK), b"")
            stored.extend((turns(), chunk) for chunk in chunks)
            start_response("201 Created", [])
            return [b""]

        admission, metrics = Admission("deploys", 2, {}), SimpleNamespace(add=lambda *_, **__: None)
        request = Request.blank(PLACE.path, method="PUT")
        request.environ |= {"wsgi.input": Body(MODULE), "CONTENT_LENGTH": str(len(MODULE))}
        response = Deployer(swift, Engine(), len(MODULE), admission, metrics).deploy(request, PLACE, None)
    assert response.status_int == 201
    assert b"".join(chunk for _, chunk in stored) == MODULE
    assert all(before < after for before, after in pairwise(turn for turn, _ in stored))
    assert all(before < after for before, after in pairwise(received))
