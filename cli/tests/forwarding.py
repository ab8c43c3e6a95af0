"""A proxy before a store, which forwards bytes. Its subclasses damage them."""

import socket
import threading
from abc import ABC, abstractmethod
from contextlib import suppress

CHUNK = 1 << 16
END_OF_HEAD = b"\r\n\r\n"


class Connection(ABC):
    """A client's connection. It ends as soon as one of its directions ends."""

    def __init__(self, client: socket.socket, server: socket.socket) -> None:
        self.client, self.server = client, server

    def start(self) -> None:
        """Forward both directions."""
        for pump in (self.requests, self.answers):
            threading.Thread(target=self._until_closed, args=(pump,), daemon=True).start()

    def _until_closed(self, pump) -> None:
        with suppress(OSError):
            pump()
        for end in (self.client, self.server):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    @abstractmethod
    def requests(self) -> None:
        """Forward the client's bytes."""

    @abstractmethod
    def answers(self) -> None:
        """Forward the store's bytes."""


class Proxy(ABC):
    """Accepts connections on an address, and forwards them to the store's address."""

    def __init__(self, target: tuple[str, int], listening: tuple[str, int] = ("127.0.0.1", 0)) -> None:
        self._target = target
        self._listening = socket.create_server(listening)
        self.address = ":".join(map(str, self._listening.getsockname()))

    @abstractmethod
    def connection(self, client: socket.socket, server: socket.socket) -> Connection:
        """How a connection is forwarded."""

    def accept(self) -> None:
        """Serve until closed."""
        with suppress(OSError):
            while True:
                client, _ = self._listening.accept()
                try:
                    server = socket.create_connection(self._target, timeout=60)
                except OSError:  # The store's server was killed.
                    client.close()
                    continue
                server.settimeout(None)
                self.connection(client, server).start()

    def close(self) -> None:
        """Accept no more connections."""
        with suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
