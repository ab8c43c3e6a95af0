"""Deploying a storlet: a PUT of its module into the account's `storlet` container.

The engine checks and compiles the module before it is stored; what it refuses is answered with 422 and the
reason, and nothing is stored. The module's SHA-256 is kept as system metadata, which clients cannot set: an
object without it (one that a COPY of something else made) is no storlet.
"""

import os
from collections.abc import Callable

from swift.common.swob import Request, Response, wsgi_to_str

from headwater_swift.access import SHA256, Place, denial
from headwater_swift.engine import Engine, in_memory
from headwater_swift.errors import StorletError
from headwater_swift.invocation import storlet_name
from headwater_swift.modules import bounded
from headwater_swift.writing import body_of


def deploy(
    app: Callable, engine: Engine, request: Request, place: Place, acl: str | None, limit: int
) -> Response:
    """Check the module that `request` carries, at most `limit` bytes, and store it. Raises StorletError."""
    if denied := denial(request, place, acl, "PUT"):
        return denied
    storlet_name(place.object)
    if (request.content_length or 0) > limit:
        raise StorletError("module", f"the module has more than {limit} bytes, which is the most here")
    content = bounded(body_of(request), limit)
    descriptor = in_memory("module", content)
    try:
        sha256 = engine.load(wsgi_to_str(place.account), descriptor, len(content))
        with os.fdopen(descriptor, "rb", closefd=False) as body:
            body.seek(0)
            env = {name: value for name, value in request.environ.items() if name != "HTTP_TRANSFER_ENCODING"}
            asked = Request({**env, "wsgi.input": body, "CONTENT_LENGTH": str(len(content))})
            asked.headers[SHA256] = sha256
            return asked.get_response(app)
    finally:
        os.close(descriptor)
