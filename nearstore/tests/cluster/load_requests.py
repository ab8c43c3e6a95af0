"""The requests of the loads: plain ones, storlets and typed answers, whose answers are all known and checked.

A request fails cleanly if its client notices it: by a status, an error frame, or an answer that breaks off.
Any other failure is an AssertionError.
"""

import http.client
import json
from collections.abc import Callable

import pyarrow as pa

from cluster_config import POLICIES
from headwater_swift.wire.frames import DATA, END, BrokenAnswerError
from headwater_swift.wire.names import MEDIA_TYPE
from login import Login
from storlet_support import Client, read_frames, run_headers

TEXT = b"".join(b"%d,meter %d,%d.5\n" % (row, row % 97, row * row) for row in range(10_000))
WANTED = [row for row in range(10_000) if row % 97 == 13]
_SELECTION = {"column": 1, "type": "string", "op": "eq", "value": "meter 13"}
_SCHEMA = [{"column": 0, "type": "long"}, {"column": 2, "type": "double"}]
_TYPED = {
    **run_headers("csv", answer="arrow", schema=json.dumps(_SCHEMA), selection=json.dumps(_SELECTION)),
    "Accept": MEDIA_TYPE,
}
_COPIES = 6
"""Of the text in each policy, so that all devices have some."""

SLOW = "storlet GET of 2 s"


class FailedRequestError(Exception):
    """A request that has failed cleanly."""


class ClosedConnectionError(FailedRequestError):
    """The connection was closed before the answer began."""


class RefusedRequestError(FailedRequestError):
    """The status is that of an error."""

    def __init__(self, response: http.client.HTTPResponse, answer: bytes) -> None:
        super().__init__(f"status {response.status}: {answer[:500]!r}")
        self.status = response.status
        self.retry_after = response.headers.get("Retry-After")
        self.answer = answer


Read = Callable[[http.client.HTTPResponse], bytes]


class Sender:
    """Sends requests of one user by one proxy, each once."""

    def __init__(self, login: Login) -> None:
        self._login = login
        self.stored: dict[str, bytes] = {}
        """The contents of the acknowledged PUTs, by path."""

    def send(
        self,
        method: str,
        path: str,
        headers: dict[str, str] | None = None,
        body: bytes = b"",
        read: Read = http.client.HTTPResponse.read,
    ) -> bytes:
        """The body of the answer. FailedRequestError if it is an error, or incomplete."""
        try:
            response = self._login.send(method, path, body, **headers or {})
        except TimeoutError as error:
            raise AssertionError(f"no answer to {method} {path}") from error
        except (ConnectionResetError, BrokenPipeError) as error:
            raise ClosedConnectionError(repr(error)) from error
        except (OSError, http.client.HTTPException) as error:
            raise FailedRequestError(repr(error)) from error
        try:
            answer = read(response)
        except TimeoutError as error:
            raise AssertionError(f"the answer to {method} {path} stops") from error
        except (OSError, http.client.HTTPException) as error:
            raise FailedRequestError(repr(error)) from error
        if response.status >= http.client.BAD_REQUEST:
            raise RefusedRequestError(response, answer)
        assert response.status in (200, 201), (method, path, response.status)
        return answer


def store_texts(client: Client) -> None:
    """Store the objects that the requests read."""
    for policy in POLICIES:
        for number in range(_COPIES):
            client.send_ok("PUT", _text(policy, number), data=TEXT)


def _text(policy: str, number: int) -> str:
    return f"/{policy}/steady-{number % _COPIES}"


def _plain_get(sender: Sender, policy: str, _name: str, number: int) -> None:
    assert sender.send("GET", _text(policy, number)) == TEXT, "wrong content"


def _plain_put(sender: Sender, policy: str, name: str, number: int) -> None:
    content = b"%d of many\n" % number * 1000
    _put_and_get(sender, f"/{policy}/{name}", content, {}, content)


def _storlet_get(sender: Sender, policy: str, _name: str, number: int) -> None:
    answer = sender.send("GET", _text(policy, number), run_headers(do="upper"))
    assert answer == TEXT.upper(), f"wrong answer of {len(answer)} bytes"


def _slow_get(sender: Sender, policy: str, _name: str, number: int) -> None:
    """A storlet that often runs when its engine stops."""
    answer = sender.send("GET", _text(policy, number), run_headers(do="sleep", seconds=2))
    assert answer == TEXT, f"wrong answer of {len(answer)} bytes"


def _storlet_put(sender: Sender, policy: str, name: str, number: int) -> None:
    content = b"%d of many\n" % number * 1000
    _put_and_get(sender, f"/{policy}/{name}", content, run_headers(do="upper"), content.upper())


def _put_and_get(sender: Sender, path: str, body: bytes, headers: dict[str, str], stored: bytes) -> None:
    sender.send("PUT", path, headers, body)
    sender.stored[path] = stored
    assert sender.send("GET", path) == stored, "wrong content"


def _typed_get(sender: Sender, policy: str, _name: str, number: int) -> None:
    """The typed rows of both halves of the object."""
    middle = len(TEXT) // 3 + number % 100
    tables = []
    for split in (f"bytes=0-{middle - 1}", f"bytes={middle}-{len(TEXT) - 1}"):
        answer = sender.send("GET", _text(policy, number), {**_TYPED, "X-Storlet-Range": split})
        tables.append(pa.ipc.open_stream(_data(answer)).read_all())
    rows = pa.concat_tables(tables)
    assert rows["record"].null_count == len(rows), "a record is not typed"
    assert rows["0"].to_pylist() == WANTED, "wrong rows"
    assert rows["2"].to_pylist() == [row * row + 0.5 for row in WANTED], "wrong values"


def _data(answer: bytes) -> bytes:
    """The bytes in a complete framed answer."""
    try:
        *frames, last = read_frames(answer)
    except BrokenAnswerError as error:
        raise FailedRequestError(repr(error)) from error
    if last.type != END:
        raise FailedRequestError(f"frame {last.payload!r}")
    return b"".join(frame.payload for frame in frames if frame.type == DATA)


Request = Callable[[Sender, str, str, int], None]
"""Sends a request and checks its answer. Arguments: the sender, the policy, a new object's name, a number."""

KINDS: dict[str, Request] = {
    "plain GET": _plain_get,
    "plain PUT and GET": _plain_put,
    "storlet GET": _storlet_get,
    SLOW: _slow_get,
    "storlet PUT, and GET": _storlet_put,
    "typed GET": _typed_get,
}
