"""The measured objects, made and counted by Swift's own API for every peer alike."""

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Self
from urllib.parse import quote

import requests

from headwater.errors import HeadwaterError

BUCKET = "bench"
"""What every peer works on."""

CONTENT = b"x" * 1000
"""What is in every object."""

THREADS = 8
"""How many objects are made at once."""

_FOLDERS = 10
_PAGE = 1000
_TIMEOUT_S = 60.0


def keys(folder: str, objects: int) -> list[str]:
    """The keys of so many objects in ten folders of a folder."""
    return [f"{folder}/folder-{n % _FOLDERS}/object-{n // _FOLDERS:05}" for n in range(objects)]


class Trees:
    """The bucket, by a session of the store's owner. Use it as a context manager.

    `document` is the store's (see `Status.as_dict`).
    """

    def __init__(self, document: dict) -> None:
        self.document = document
        self._swift = document["swift"]
        self._url = f"{self._swift['storage_url']}/{BUCKET}"
        self._session = requests.Session()
        self._session.trust_env = False  # a proxy of the environment has no business on loopback

    def __enter__(self) -> Self:
        headers = {"X-Auth-User": self._swift["user"], "X-Auth-Key": self._swift["key"]}
        answer = self._send("GET", self._swift["auth_url"], headers=headers)
        self._session.headers["X-Auth-Token"] = answer.headers["X-Auth-Token"]
        return self

    def __exit__(self, *_exception: object) -> None:
        self._session.close()

    def make(self, folder: str, objects: int) -> None:
        """Put so many objects of 1,000 bytes into ten folders of a folder."""
        with ThreadPoolExecutor(THREADS) as pool:
            list(pool.map(self._put, keys(folder, objects)))

    def clear(self, folder: str) -> None:
        """Delete all under a folder, markers included."""
        for name, _ in list(self.under(folder)):
            self._send("DELETE", self._object(name))

    def count(self, folder: str) -> int:
        """How many of the objects are under a folder; the markers that some peers make are not counted."""
        return sum(size == len(CONTENT) for _, size in self.under(folder))

    def under(self, folder: str) -> Iterator[tuple[str, int]]:
        """Name and size in bytes of all under a folder."""
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
            # The exception names the URL and the status, no header, so no key.
            raise HeadwaterError(f"the store refused {method} {url}: {error}") from error
        return answer
