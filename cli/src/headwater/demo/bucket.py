"""The demo's bucket as the store lists it, through the Swift API and without the connector."""

from typing import Self
from urllib.parse import quote

import requests

_TIMEOUT_S = 30.0
_PAGE = 10_000


class Bucket:
    """A bucket of a running store, from the store's JSON document. Use it as a context manager.

    Every method raises requests.RequestException if the store refuses.
    """

    def __init__(self, document: dict, name: str) -> None:
        self._swift = document["swift"]
        self._name = name
        self._session = requests.Session()
        self._session.trust_env = False  # ignore proxies of the environment on loopback

    def __enter__(self) -> Self:
        headers = {"X-Auth-User": self._swift["user"], "X-Auth-Key": self._swift["key"]}
        response = self._send("GET", self._swift["auth_url"], headers=headers)
        self._session.headers["X-Auth-Token"] = response.headers["X-Auth-Token"]
        return self

    def __exit__(self, *_exception: object) -> None:
        self._session.close()

    def sizes(self, prefix: str = "") -> dict[str, int]:
        """Name and size in bytes of the objects whose names begin with `prefix`, in name order."""
        found: dict[str, int] = {}
        url = f"{self._swift['storage_url']}/{self._name}"
        query = {"format": "json", "prefix": prefix, "limit": str(_PAGE)}
        while page := self._send("GET", url, params=query).json():
            found |= {each["name"]: each["bytes"] for each in page}
            query["marker"] = page[-1]["name"]
        return found

    def clear(self) -> None:
        """Delete every object."""
        while names := list(self.sizes())[:_PAGE]:
            listed = "\n".join(quote(f"{self._name}/{name}") for name in names)
            headers = {"Content-Type": "text/plain", "Accept": "application/json"}
            self._send(
                "POST", f"{self._swift['storage_url']}?bulk-delete", data=listed.encode(), headers=headers
            )

    def _send(self, method: str, url: str, **options) -> requests.Response:
        response = self._session.request(method, url, timeout=_TIMEOUT_S, **options)
        response.raise_for_status()
        return response
