"""Reads the metrics of one engine, within limits of time and length."""

import http.client
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Event, Timer
from urllib.parse import urlsplit

SECONDS = 3
"""For the connection, and then for the complete answer."""

AGENT = "headwater-engines"
"""The name in the header `User-Agent`, by which a page of several engines recognizes itself."""

_MAX_BYTES = 16 << 20
_END = b"# EOF\n"
"""The last line of OpenMetrics."""


class UnreadableError(Exception):
    """An engine's metrics cannot be read. The text says why."""


def metrics(url: str) -> str:
    """What an engine answers to /metrics. UnreadableError if it is not complete in time.

    The request goes directly to the engine: without proxies, redirects, compression and credentials.
    """
    connection = _connection(url)
    try:
        connection.connect()
        with _in_time(connection.sock):
            content = _read(connection)
    except http.client.HTTPException as error:
        raise UnreadableError("the answer is incomplete or not HTTP") from error
    except (OSError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
        raise UnreadableError(reason) from error
    finally:
        connection.close()
    if not content.endswith(_END):
        raise UnreadableError("the answer is not the metrics of an engine")
    return content.decode(errors="replace")


@contextmanager
def _in_time(answer: socket.socket) -> Iterator[None]:
    """End what waits for the answer in time. Each byte of a slow one begins the socket's own time again."""
    is_late = Event()

    def interrupt() -> None:
        is_late.set()  # before the answer ends
        with suppress(OSError):
            answer.shutdown(socket.SHUT_RDWR)

    alarm = Timer(SECONDS, interrupt)
    alarm.daemon = True
    alarm.start()
    try:
        yield
    finally:
        alarm.cancel()
        if is_late.is_set():
            raise UnreadableError(f"no answer in {SECONDS} seconds")


def _connection(url: str) -> http.client.HTTPConnection:
    parts = urlsplit(url)
    kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    return kind(parts.hostname or "", parts.port, timeout=SECONDS)


def _read(connection: http.client.HTTPConnection) -> bytes:
    connection.request("GET", "/metrics", headers={"User-Agent": AGENT})
    answer = connection.getresponse()
    if answer.status != http.client.OK:
        raise UnreadableError(f"status {answer.status}")
    content = answer.read(_MAX_BYTES + 1)
    if len(content) > _MAX_BYTES:
        raise UnreadableError(f"the answer is longer than {_MAX_BYTES >> 20} MiB")
    return content
