"""Counts the requests that a store served, from the access log of the embedded store.

A line of the log is one request of a client. Its fields are separated by one space and URL-quoted:

    start client method path status bytes_in bytes_out seconds headers source transaction user_agent

`-` represents a missing field. `start` is in seconds since 1970. `path` includes the query. `headers` are
lines of `Name: value`, limited to those that distinguish kinds of requests. Requests that the store sends to
itself have no client and are left out.
"""

import re
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit
from urllib.request import ProxyHandler, build_opener

from headwater.core.errors import HeadwaterError
from headwater.embedded.config import IN_FLIGHT_PATH

_SETTLE_LIMIT_S = 30.0
_POLL_S = 0.02


class Kind(StrEnum):
    """The kinds of requests. The values are the column heads of the tables."""

    HEAD = "HEAD"
    GET = "GET"
    LIST = "LIST"
    PUT = "PUT"
    PUT_PART = "PUT part"
    POST_UPLOADS = "POST uploads"
    POST_UPLOAD_ID = "POST uploadId"
    POST_DELETE = "POST delete"
    DELETE = "DELETE"
    COPY = "COPY"
    AUTH = "AUTH"
    INFO = "INFO"
    OTHER = "OTHER"


@dataclass(frozen=True)
class Request:
    """One request of a client: times in seconds, body sizes in bytes."""

    start: float
    client: str
    method: str
    path: str
    status: int
    bytes_in: int
    bytes_out: int
    seconds: float
    headers: dict[str, str]
    user_agent: str

    @property
    def kind(self) -> Kind:
        """See `classify`."""
        return classify(self.method, self.path, self.headers)


def classify(method: str, path: str, headers: dict[str, str]) -> Kind:
    """The kind of a request, by either API. `path` includes the query, header names are in Title-Case."""
    url = urlsplit(path)
    query = parse_qs(url.query, keep_blank_values=True)
    if url.path.startswith("/auth/"):
        return Kind.AUTH
    if method == "COPY" or (method == "PUT" and headers.keys() & {"X-Amz-Copy-Source", "X-Copy-From"}):
        return Kind.COPY
    if method == "GET":
        return _classify_get(url.path, query)
    if method == "PUT":
        return Kind.PUT_PART if "partNumber" in query else Kind.PUT
    # Swift accepts a bulk delete by either method.
    if method == "POST" or "bulk-delete" in query:
        return _classify_post(query)
    return Kind(method) if method in ("HEAD", "DELETE") else Kind.OTHER


_SUBRESOURCES = {
    "location",
    "acl",
    "versioning",
    "tagging",
    "policy",
    "lifecycle",
    "object-lock",
    "encryption",
}


def _classify_get(path: str, query: dict) -> Kind:
    if _SUBRESOURCES & query.keys():
        return Kind.OTHER
    # The cluster's capabilities, by the Swift API. S3 API clients list a bucket "info" with a query.
    if path == "/info" and not query:
        return Kind.INFO
    # /v1/ACCOUNT/CONTAINER/OBJECT by the Swift API, /BUCKET/KEY by the S3 API
    of_an_object = re.match(r"/v1/AUTH_[^/]+/[^/]+/.", path) or re.match(r"/(?!v1/AUTH_)[^/]+/.", path)
    return Kind.GET if of_an_object and "uploadId" not in query else Kind.LIST


def _classify_post(query: dict) -> Kind:
    kinds = {
        "uploads": Kind.POST_UPLOADS,
        "uploadId": Kind.POST_UPLOAD_ID,
        "delete": Kind.POST_DELETE,
        "bulk-delete": Kind.POST_DELETE,
    }
    return next((kind for name, kind in kinds.items() if name in query), Kind.OTHER)


def parse(line: str) -> Request | None:
    """The request of a line, or None for one of the store's own. Raises ValueError for an invalid line."""
    fields = [unquote(part) for part in line.split(" ")]
    start, client, method, path, status, bytes_in, bytes_out, seconds, headers, _, _, agent = fields
    if client == "-":
        return None
    named = dict(each.split(": ", 1) for each in headers.split("\n")) if headers != "-" else {}
    return Request(
        float(start),
        client,
        method,
        path,
        int(status),
        _count(bytes_in),
        _count(bytes_out),
        float(seconds),
        named,
        agent,
    )


def _count(text: str) -> int:
    return 0 if text == "-" else int(text)


@dataclass(frozen=True)
class Position:
    """A position in the log: the file's inode, which is unchanged by rotation, and a byte offset."""

    inode: int | None
    offset: int


def end_of(log: Path) -> Position:
    """The current end of the log. The beginning if there is no log yet."""
    try:
        status = log.stat()
    except FileNotFoundError:
        return Position(None, 0)
    return Position(status.st_ino, status.st_size)


def read(log: Path, since: Position) -> tuple[list[Request], Position]:
    """The requests logged after `since`, also across a rotation, and the position of the next reading.

    Raises HeadwaterError if the log was rotated so often that lines are lost.
    """
    requests: list[Request] = []
    position = since
    for file in _files_since(log, since.inode):
        with file.open("rb") as lines:
            inode = file.stat().st_ino
            lines.seek(since.offset if inode == since.inode else 0)
            whole = lines.read()
            # The part after the last line end is an incomplete line.
            whole = whole[: whole.rfind(b"\n") + 1]
            position = Position(inode, (since.offset if inode == since.inode else 0) + len(whole))
        requests += filter(None, map(parse, whole.decode("utf-8").splitlines()))
    return requests, position


def _files_since(log: Path, inode: int | None) -> list[Path]:
    """The log's files, oldest first, from the one with `inode` on."""
    files = [file for file in (log.with_name(f"{log.name}.{n}") for n in range(9, 0, -1)) if file.exists()]
    files += [log] if log.exists() else []
    if inode is None:
        return files
    inodes = [file.stat().st_ino for file in files]
    if inode not in inodes:
        raise HeadwaterError(
            f"{log} was rotated since the reading began, so requests cannot be counted",
            advice="Read it more often, or measure a shorter run.",
        )
    return files[inodes.index(inode) :]


@dataclass
class Watched:
    """The requests seen inside `watch`. Empty until it ends."""

    requests: list[Request] = field(default_factory=list)

    @property
    def counts(self) -> Counter[Kind]:
        """The number of requests of each kind."""
        return count(self.requests)


def count(requests: Iterable[Request]) -> Counter[Kind]:
    """The number of requests of each kind."""
    return Counter(request.kind for request in requests)


@contextmanager
def watch(log: Path, endpoint: str | None = None) -> Iterator[Watched]:
    """Collect the requests that the store serves while the block runs.

    A request is logged before its client has the last byte of the response. A client that does not read
    responses to the end, such as Spark, can be ahead of the log. With `endpoint` (the store's URL) the end of
    the block waits until the store is idle, and raises HeadwaterError after 30 seconds.
    """
    begin = end_of(log)
    watched = Watched()
    yield watched
    if endpoint:
        settle(endpoint)
    watched.requests, _ = read(log, begin)


def settle(endpoint: str) -> None:
    """Wait until the store at `endpoint` has no request in flight. HeadwaterError after 30 seconds."""
    opener = build_opener(ProxyHandler({}))
    deadline = time.monotonic() + _SETTLE_LIMIT_S
    url = endpoint + IN_FLIGHT_PATH
    while at_work := int(opener.open(url, timeout=_SETTLE_LIMIT_S).read()):
        if time.monotonic() > deadline:
            raise HeadwaterError(
                f"requests in flight at {endpoint} after {_SETTLE_LIMIT_S:.0f} s: {at_work}",
                advice="Stop the programs that use it, then count again.",
            )
        time.sleep(_POLL_S)
