"""The bytes that a store copied for its clients, derived from its access log, which does not record them."""

import re
from collections.abc import Iterable, Mapping
from urllib.parse import unquote, urlsplit

from headwater.core.errors import HeadwaterError
from headwater.embedded.request_log import Kind, Request

_REFUSED = 300
_RANGE = re.compile(r"bytes=(\d+)-(\d+)")


def bytes_copied(requests: Iterable[Request], of_others: int | None = None) -> int:
    """The total bytes of the copied objects, whose lengths are those of the request bodies that wrote them.

    An object that no earlier request wrote has `of_others` bytes. Without that, HeadwaterError is raised.
    """
    sizes: dict[str, int] = {}
    copied = 0
    for request in requests:
        if request.status >= _REFUSED:
            continue
        path = _path(request)
        if request.kind == Kind.PUT:
            sizes[path] = request.bytes_in
        elif request.kind == Kind.PUT_PART:
            sizes[path] = sizes.get(path, 0) + request.bytes_in
        elif request.kind == Kind.COPY:
            source = _source(request)
            size = _span(request.headers) or sizes.get(source, of_others)
            if size is None:
                raise HeadwaterError(f"{source} was copied, but not written in the same run")
            is_part = "partNumber=" in request.path
            sizes[path] = size + (sizes.get(path, 0) if is_part else 0)
            copied += size
    return copied


def _span(headers: Mapping[str, str]) -> int:
    """The length of a partial copy in bytes, 0 for a complete copy."""
    found = _RANGE.fullmatch(headers.get("Range", ""))
    return int(found[2]) - int(found[1]) + 1 if found else 0


def _path(request: Request) -> str:
    return unquote(urlsplit(request.path).path)


def _source(request: Request) -> str:
    """The path of the copied object, in the form of `_path`."""
    if request.method == "COPY":
        return _path(request)
    if source := request.headers.get("X-Copy-From"):
        account = "/".join(_path(request).split("/")[:3])
        return f"{account}/{unquote(source).lstrip('/')}"
    return f"/{unquote(urlsplit(request.headers['X-Amz-Copy-Source']).path).lstrip('/')}"
