"""The measured objects, created and counted with Swift's native API for every peer."""

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Self
from urllib.parse import quote

import requests

from headwater.core.errors import HeadwaterError

BUCKET = "bench"
"""The bucket of every peer."""

CONTENT = b"x" * 1000
"""The content of every object."""

THREADS = 8
"""The number of objects that are created concurrently."""

_FOLDERS = 10
_PAGE = 1000
_TIMEOUT_S = 60.0


def keys(folder: str, objects: int) -> list[str]:
    """The keys of this many objects in ten folders of a folder."""
    return [f"{folder}/folder-{n % _FOLDERS}/object-{n // _FOLDERS:05}" for n in range(objects)]


class Trees:
    """The bucket, through a session of the store's owner. Use it as a context manager.

    `document` is the store's (see `Status.as_dict`).
    """

    def __init__(self, document: dict) -> None:
        self.document = document
        self._swift = document["swift"]
        self._url = f"{self._swift['storage_url']}/{BUCKET}"
        self._session = requests.Session()
        self._session.trust_env = False  # ignore proxies of the environment on loopback

    def __enter__(self) -> Self:
        headers = {"X-Auth-User": self._swift["user"], "X-Auth-Key": self._swift["key"]}
        answer = self._send("GET", self._swift["auth_url"], headers=headers)
        self._session.headers["X-Auth-Token"] = answer.headers["X-Auth-Token"]
        return self

    def __exit__(self, *_exception: object) -> None:
        self._session.close()

    def make(self, folder: str, objects: int) -> None:
        """Write this many objects of 1,000 bytes into ten folders of a folder."""
        with ThreadPoolExecutor(THREADS) as pool:
            list(pool.map(self._put, keys(folder, objects)))

    def clear(self, folder: str) -> None:
        """Delete everything under a folder, including markers."""
        for name, _ in list(self.under(folder)):
            self._send("DELETE", self._object(name))

    def count(self, folder: str) -> int:
        """The number of objects under a folder. Markers of peers are not counted."""
        return sum(size == len(CONTENT) for _, size in self.under(folder))

    def under(self, folder: str) -> Iterator[tuple[str, int]]:
        """Name and size in bytes of everything under a folder."""
        marker = ""
        while True:
            query = {"format": "json", "prefix": f"{folder}/", "limit": _PAGE, "marker": marker}
            page = json.loads(self._send("GET", self._url, params=query).content)
            if not page:
                return
            yield from ((each["name"], each["bytes"]) for each in page)
            marker = page[-1]["name"]

    def _put(self, key: str) -> None:
        self._send("PUT", self._object(key), data=CONTENT)

    def _object(self, key: str) -> str:
        return f"{self._url}/{quote(key)}"

    def _send(self, method: str, url: str, **arguments: object) -> requests.Response:
        try:
            answer = self._session.request(method, url, timeout=_TIMEOUT_S, **arguments)
            answer.raise_for_status()
        except requests.RequestException as error:
            # The exception contains the URL and the status, but no header and therefore no key.
            raise HeadwaterError(f"the store refused {method} {url}: {error}") from error
        return answer
