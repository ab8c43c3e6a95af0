"""Deploys a storlet: a PUT of its module into the account's `storlet` container.

The engine checks and compiles the module before it is stored. If it refuses the module, the response is 422
with the reason, and nothing is stored. The module's SHA-256 is stored as system metadata, which clients
cannot set. An object without it, such as a COPY of another object, is not a storlet.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import BinaryIO

import eventlet
from swift.common.swob import Request, Response, wsgi_to_str
from swift.common.utils import FileLikeIter

from headwater_swift.access.authorization import denial
from headwater_swift.execution.admission import Admission
from headwater_swift.execution.answer_upload import CHUNK, read_body
from headwater_swift.execution.module_loader import spooled
from headwater_swift.execution.storlet_directory import SHA256
from headwater_swift.wire.engine import Engine
from headwater_swift.wire.errors import StorletError
from headwater_swift.wire.invocation import storlet_name
from headwater_swift.wire.metrics import Metrics
from headwater_swift.wire.names import Reason
from headwater_swift.wire.place import Place
from headwater_swift.wire.transaction import transaction_of

_PAUSE_SECONDS = 0.02
"""After each chunk that a proxy receives or stores. Requests of others run meanwhile."""


class Deployer:
    """Deploys modules of at most `limit` bytes, and counts the deployments in `metrics`."""

    def __init__(
        self, app: Callable, engine: Engine, limit: int, admission: Admission, metrics: Metrics
    ) -> None:
        self._app = app
        self._metrics = metrics
        self._engine = engine
        self._limit = limit
        self._admission = admission

    def deploy(self, request: Request, place: Place, acl: str | None) -> Response:
        """Check the module that `request` carries, and store it. Raises StorletError."""
        if denied := denial(request, place, acl, "PUT"):
            return denied
        storlet, tenant = storlet_name(wsgi_to_str(place.object)), wsgi_to_str(place.account)
        try:
            response = self._store(request, tenant)
        except StorletError as error:
            self._count(tenant, "", error.reason)
            raise
        self._count(tenant, storlet if response.is_success else "", str(response.status_int))
        return response

    def _store(self, request: Request, tenant: str) -> Response:
        if (request.content_length or 0) > self._limit:
            raise StorletError(
                Reason.MODULE, f"the module has more than {self._limit} bytes, the limit of max_module_size"
            )
        content = _paced(read_body(request))
        with self._admission.place(tenant), spooled(content, self._limit) as (file, length):
            sha256 = self._engine.load(tenant, file.fileno(), length, transaction_of(request))
            file.seek(0)
            env = {name: value for name, value in request.environ.items() if name != "HTTP_TRANSFER_ENCODING"}
            body = FileLikeIter(_paced(_chunks(file)))
            put_request = Request({**env, "wsgi.input": body, "CONTENT_LENGTH": str(length)})
            put_request.headers[SHA256] = sha256
            return put_request.get_response(self._app)

    def _count(self, tenant: str, storlet: str, status: str) -> None:
        """Count a deployment. `storlet` is empty for a refused one: all tenants share a number of labels."""
        self._metrics.add("deployments", 1, tenant=tenant, storlet=storlet, status=status)


def _paced(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """The same chunks. A delay is not made up for by later ones."""
    for chunk in chunks:
        yield chunk
        eventlet.sleep(_PAUSE_SECONDS)


def _chunks(file: BinaryIO) -> Iterator[bytes]:
    return iter(partial(file.read, CHUNK), b"")
