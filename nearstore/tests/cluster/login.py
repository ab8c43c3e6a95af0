"""A user's login at one proxy, for requests that have a new connection each."""

import http.client
from typing import NamedTuple, Self
from urllib.parse import urlsplit

from storlet_support import Client


class Login(NamedTuple):
    """A proxy's address, and a user's account and token there."""

    host: str
    port: int
    account: str
    token: str

    @classmethod
    def of(cls, client: Client) -> Self:
        """The login of a session."""
        url = urlsplit(client.account)
        return cls(url.hostname, url.port, url.path, client.headers["X-Auth-Token"])

    def send(self, method: str, path: str, body: bytes = b"", **headers: str) -> http.client.HTTPResponse:
        """Send a request on a new connection, which ends with its answer."""
        connection = http.client.HTTPConnection(self.host, self.port, timeout=120)
        every = {"X-Auth-Token": self.token, "Connection": "close", **headers}
        connection.request(method, self.account + path, body, every)
        return connection.getresponse()
