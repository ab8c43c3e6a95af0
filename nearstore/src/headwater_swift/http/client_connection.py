"""The connection of a client whose answer has not begun.

Swift notices that a client has disconnected when it sends. A request that waits for a worker sends nothing.
"""

from eventlet import patcher
from swift.common.swob import Request

_select = patcher.original("select")

_INTERIM = b"HTTP/1.1 100 Continue\r\n\r\n"


class ClientLeftError(Exception):
    """The client has disconnected, so no client reads the answer."""


class ClientConnection:
    """The connection of a request. Without one of eventlet's server, the client is never taken for gone."""

    def __init__(self, request: Request) -> None:
        source = request.environ.get("eventlet.input")
        self._socket = source.get_socket() if source else None
        # HTTP/1.0 has none. eventlet does not report the version, but HTTP/1.1 requires a Host.
        self._knows_interim = "HTTP_HOST" in request.environ

    def check(self) -> None:
        """Raise ClientLeftError if the client has disconnected. Only before the answer's first byte.

        A client may close its sending side and wait for the answer. A client that leaves looks the same until
        something is sent to it. So both get an interim response, which HTTP/1.1 clients ignore. The system of
        one that has left resets the connection, which the next check sees.
        """
        if self._socket is None:
            return
        events = self._events()
        if events & (_select.POLLHUP | _select.POLLERR):
            raise ClientLeftError
        if events & _select.POLLRDHUP and self._knows_interim:
            self._send_interim()

    def _events(self) -> int:
        poll = _select.poll()
        poll.register(self._socket, _select.POLLRDHUP)
        return sum(events for _, events in poll.poll(0))

    def _send_interim(self) -> None:
        try:
            self._socket.sendall(_INTERIM)
        except OSError as error:
            raise ClientLeftError from error
