"""Another tenant of the store, who has the same names, and tries to reach what the first tenant owns."""

import random
from collections.abc import Iterator
from threading import Event
from urllib.parse import urlsplit

import requests

from storlet_support import Client, module, run_headers
from storlet_user import StorletUser

_TEXT = b"".join(b"line %d of another tenant\n" % number for number in range(20_000))
_PAUSE_S = 0.5

_REFUSALS = {requests.codes.unauthorized, requests.codes.forbidden}

Attempt = tuple[str, str, dict[str, str], bytes]
"""A method, a URL, headers, and a body."""


class OtherTenant:
    """Runs a storlet on its own text, and sends requests that the store must refuse.

    Its container, its object and its storlet have the names of those of the tenant with the account `other`.
    """

    def __init__(self, client: Client, other: str, container: str, key: str, seed: int) -> None:
        self.client = client
        path = f"/{container}/{key}"
        client.send_ok("POST", headers={"X-Account-Meta-Storlet-Enabled": "true"})
        client.send_ok("PUT", f"/{container}")
        client.send_ok("PUT", path, data=_TEXT)
        client.send_ok("PUT", "/storlet")
        client.send_ok("PUT", "/storlet/many", data=module("many"))
        self.storlet = StorletUser(client, path, _TEXT)
        self.attempts = list(attempts(client.account, other, container, key))
        self._drawn = random.Random(f"other tenant {seed}")
        self.refused = 0
        """Attempts that the store refused."""
        self.problems = self.storlet.problems

    def run(self, stop: Event) -> None:
        """Work until `stop` is set."""
        while not stop.wait(_PAUSE_S):
            self.storlet.run_storlet()
            self.attempt(*self._drawn.choice(self.attempts))

    def attempt_all(self) -> None:
        """Make each attempt once."""
        for each in self.attempts:
            self.attempt(*each)

    def attempt(self, method: str, url: str, headers: dict[str, str], body: bytes) -> None:
        """Send a request. An answer that is no refusal is a problem.

        An error such as 422 shows that the store read the body. A server under faults may fail.
        """
        answer = self.storlet.send(method, url, headers, body)
        if answer is None:
            return
        if answer.status_code in _REFUSALS:
            self.refused += 1
        elif answer.status_code < requests.codes.internal_server_error:
            names = ", ".join(headers) or "no headers"
            self.problems.append(f"leak: {method} {urlsplit(url).path} with {names}: {answer.status_code}")


def attempts(own: str, other: str, container: str, key: str) -> Iterator[Attempt]:
    """Requests of the user of the account `own` for what is in the account `other`, by its URLs."""
    for method, url, headers in _without_body(own, other, container, key):
        yield method, url, headers, b""
    yield "PUT", f"{other}/storlet/many", {}, module("many")


def _without_body(
    own: str, other: str, container: str, key: str
) -> Iterator[tuple[str, str, dict[str, str]]]:
    theirs, storlet = f"{other}/{container}/{key}", run_headers(do="upper")
    copied = {
        "X-Copy-From": f"/{container}/{key}",
        "X-Copy-From-Account": other.rpartition("/")[2],
        "Content-Length": "0",
    }
    destination = {"Destination": f"/{container}/copied"}
    yield from (("GET", url, {}) for url in (other, f"{other}/{container}", f"{other}/storlet/many", theirs))
    yield "HEAD", theirs, {}
    yield "GET", theirs, storlet
    yield "PUT", f"{own}/{container}/copied", copied
    yield "PUT", f"{own}/{container}/copied", copied | storlet
    yield "COPY", theirs, destination | {"Destination-Account": own.rpartition("/")[2]}
    yield "COPY", f"{own}/{container}/{key}", destination | {"Destination-Account": other.rpartition("/")[2]}
    yield "POST", theirs, {"X-Object-Meta-Owner": "another"}
    yield "DELETE", theirs, {}
