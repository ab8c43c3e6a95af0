"""Requests to one account of a Swift. They are repeated if the store is busy, and after a token expired."""

import time
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import requests

from headwater.core.bucket import unquoted
from headwater.core.errors import HeadwaterError, MissingContainerError
from headwater.swift.clouds import cloud
from headwater.swift.login import Login, login

_TIMEOUT_S = 60.0
_TRIES = 5
_BUSY = (408, 429, 498, 500, 502, 503, 504)
_UNAUTHORIZED = 401
_NOT_FOUND = 404
_PAGE = 10_000


class Client:
    """An account. Every method raises HeadwaterError if the store refuses or does not respond."""

    def __init__(self, service: str) -> None:
        self.service = service
        found = cloud(service)
        self._login: Login = login(found)
        self._session = requests.Session()
        self._session.verify = found.verify

    def send(
        self, method: str, container: str, key: str = "", *, expected: tuple[int, ...] = (), **options: Any
    ) -> requests.Response:
        """The response: a successful one, or one with a status of `expected`."""
        path = f"/{quote(container, safe='')}" + (f"/{quote(key)}" if key else "")
        failure: object = None
        for attempt in range(_TRIES):
            if attempt:
                time.sleep(0.1 * 2**attempt)
            try:
                response = self._once(method, path, **options)
            except requests.RequestException as error:
                failure = error
                continue
            if response.ok or response.status_code in expected:
                return response
            failure = f"{response.status_code} {response.reason}"
            if response.status_code == _UNAUTHORIZED:
                self._login.renew()
            elif response.status_code not in _BUSY:
                break
        raise HeadwaterError(
            f"{method} swift://{container}.{self.service}/{key} failed: {failure}",
            advice="Check the rights of the user, and that the store responds.",
        )

    def _once(self, method: str, path: str, **options: Any) -> requests.Response:
        url, token = self._login.account()
        newest = {"X-Newest": "true"} if method == "HEAD" else {}  # a server may have missed an overwrite
        headers = {**newest, **options.pop("headers", {}), "X-Auth-Token": token}
        prepared = self._session.prepare_request(
            requests.Request(method, url + path, headers=headers, **_sent(options))
        )
        query = prepared.url.partition("?")[2] if prepared.url else ""
        prepared.url = f"{url}{path}{f'?{query}' if query else ''}"  # requests resolves `..` in names
        return self._session.send(
            prepared, timeout=_TIMEOUT_S, stream=options.get("stream", False), verify=self._session.verify
        )

    @property
    def account(self) -> str:
        """The account's URL."""
        return self._login.account()[0]

    def copy(self, container: str, key: str, target: str, copy: str) -> bool:
        """Copy an object to another place in the account. False if it does not exist.

        After the copy, the segments of a replaced large object are deleted: those below its name that
        no manifest of the two needs. HeadwaterError if the store copied only the manifest of a large object.
        """
        source = self.send("HEAD", container, key, expected=(_NOT_FOUND,))
        if not source.ok or (container, key) == (target, copy):
            return source.ok
        replaced = {
            each for each in self.segments(target, copy) if each.startswith(f"/{target}_segments/{copy}/")
        }
        place = f"/{quote(target, safe='')}/{quote(copy)}"
        self.send("COPY", container, key, headers={"Destination": place})
        if _is_large(source) and _is_large(self.send("HEAD", target, copy)):
            raise HeadwaterError(
                f"{self.service} copied only the manifest of swift://{container}.{self.service}/{key}",
                advice="Read the object and write it. Delete neither: they have the same segments.",
            )
        for each in sorted(replaced - self.segments(container, key) if replaced else ()):
            self.delete(*each.removeprefix("/").split("/", 1))
        return True

    def segments(self, container: str, key: str) -> set[str]:
        """The segments of a large object, as `/container/key`. It is empty for another object, or none."""
        query: dict[str, str] = {}
        for method in ("HEAD", "GET"):  # the object could be replaced between the two
            found = self.send(method, container, key, params=query, expected=(_NOT_FOUND,))
            if not _is_large(found):
                return set()
            query = {"multipart-manifest": "get"}
        return {each["name"] for each in found.json() if "name" in each}

    def delete(self, container: str, key: str) -> bool:
        """Delete an object, with the segments of a large one. False if it does not exist."""
        found = self.send("HEAD", container, key, expected=(_NOT_FOUND,))
        query = {"multipart-manifest": "delete"} if _is_large(found) else {}
        return found.ok and self.send("DELETE", container, key, params=query, expected=(_NOT_FOUND,)).ok

    def list(self, container: str, prefix: str, delimiter: str = "") -> Iterator[tuple[dict, str]]:
        """Objects and folders, each with the store's date of its page.

        MissingContainerError if there is no container.
        """
        marker = ""
        while True:
            query = {"format": "json", "prefix": prefix, "marker": marker, "limit": str(_PAGE)}
            if delimiter:
                query["delimiter"] = delimiter
            response = self.send("GET", container, params=query, expected=(_NOT_FOUND,))
            if not response.ok:
                raise MissingContainerError(
                    f"there is no container swift://{container}.{self.service}",
                    advice="Check its name, or create it.",
                )
            page = response.json() if response.content else []
            for each in page:
                yield each, response.headers["Date"]
            if not page:
                return
            marker = page[-1].get("name") or page[-1]["subdir"]

    def tree(self, container: str, prefix: str, depth: int | None = None) -> Iterator[dict]:
        """Objects below a prefix. With a depth, those of so many levels, and the folders in them."""
        for each, _ in self.list(container, prefix, "" if depth is None else "/"):
            yield each
            if "subdir" in each and depth is not None and depth > 1:
                yield from self.tree(container, each["subdir"], depth - 1)


def _is_large(response: requests.Response) -> bool:
    return response.headers.get("X-Static-Large-Object", "").lower() == "true"


def listed_etag(entry: dict) -> str:
    """The ETag of requests for an object in a listing, which shows a large object's with `slo_etag`."""
    return unquoted(entry.get("slo_etag") or entry["hash"])


def _sent(options: dict) -> dict:
    return {name: value for name, value in options.items() if name in ("data", "params")}
