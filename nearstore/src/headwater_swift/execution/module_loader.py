"""Loads modules into an engine that lacks them: docs/adr/0011-modules-in-engines.md."""

import hashlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from tempfile import TemporaryFile
from typing import Any, BinaryIO

from swift.common.swob import Request, wsgi_quote, wsgi_to_str
from swift.common.utils import close_if_possible, split_path
from swift.common.wsgi import make_pre_authed_request

from headwater_swift.access.internal_client import LazyClient
from headwater_swift.execution.storlet_directory import SHA256
from headwater_swift.wire.engine import Engine
from headwater_swift.wire.errors import StorletError
from headwater_swift.wire.names import GUARD_MARK, Reason
from headwater_swift.wire.place import SOURCE, Module
from headwater_swift.wire.transaction import transaction_of


def load_through_proxy(app: Callable, engine: Engine, request: Request, module: Module, limit: int) -> str:
    """Read a module's object through the proxy's pipeline, and load it. Raises StorletError.

    Returns the SHA-256 of the loaded module: another one if the storlet was replaced since the request began.
    """
    get_request = make_pre_authed_request(
        request.environ, "GET", wsgi_quote(module.path), agent="%(orig)s Storlet", swift_source=SOURCE
    )
    response = get_request.get_response(app)
    if not response.is_success:
        close_if_possible(response.app_iter)
        raise StorletError(
            Reason.STORLET, f"{wsgi_to_str(module.path)} cannot be read: {response.status}: deploy it again"
        )
    transaction = transaction_of(request)
    return _load(engine, module, response.headers.get(SHA256), response.app_iter, limit, transaction)


class ObjectServerModules:
    """An object server's access to modules."""

    def __init__(self, engine: Engine, client: LazyClient, limit: int) -> None:
        self._engine = engine
        self._client = client
        self._limit = limit

    def load(self, module: Module, transaction: str) -> str:
        """Read a module's object, and load it as `load_through_proxy`. Raises any error of these steps."""
        _, account, container, name = split_path(wsgi_to_str(module.path), 4, 4, rest_with_last=True)
        _, headers, chunks = self._client.get().get_object(
            account, container, name, headers={GUARD_MARK: "true"}
        )
        return _load(self._engine, module, headers.get(SHA256), chunks, self._limit, transaction)


def bounded(chunks: Iterable[bytes], limit: int) -> bytes:
    """All bytes of `chunks`. StorletError (`module`) if they exceed `limit`."""
    content = bytearray()
    _each(chunks, limit, content.extend)
    return bytes(content)


@contextmanager
def spooled(chunks: Iterable[bytes], limit: int) -> Iterator[tuple[BinaryIO, int]]:
    """A temporary file with the bytes of `chunks`, positioned at its start, and its length.

    Raises StorletError (`module`) if they exceed `limit`. A proxy that waits for a slow client's module
    therefore does not keep it in memory.
    """
    with TemporaryFile(prefix="headwater-module-") as file:
        _each(chunks, limit, file.write)
        length = file.tell()
        file.seek(0)
        yield file, length


def _each(chunks: Iterable[bytes], limit: int, take: Callable[[bytes], Any]) -> None:
    length = 0
    try:
        for chunk in chunks:
            length += len(chunk)
            if length > limit:
                raise StorletError(
                    Reason.MODULE, f"the module has more than {limit} bytes, the limit of max_module_size"
                )
            take(chunk)
    finally:
        close_if_possible(chunks)


def _load(
    engine: Engine,
    module: Module,
    deployed: str | None,
    chunks: Iterable[bytes],
    limit: int,
    transaction: str,
) -> str:
    """`deployed` is the SHA-256 that the object's deploy has recorded."""
    with spooled(chunks, limit) as (file, length):
        if hashlib.file_digest(file, "sha256").hexdigest() not in (module.sha256, deployed):
            raise StorletError(
                Reason.STORLET, f"{wsgi_to_str(module.path)} has changed since its deploy: deploy it again"
            )
        file.seek(0)
        _, account, _ = split_path(wsgi_to_str(module.path), 3, 3, rest_with_last=True)
        return engine.load(account, file.fileno(), length, transaction)
