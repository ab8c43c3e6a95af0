"""A container, through Swift's native API."""

import re
from collections.abc import Mapping
from urllib.parse import quote

import requests
from transactions import record

from store import SERVICE, Bucket, variable

_LIMIT_SECONDS = 60
# The objects of an upload have its id after the key in their names.
_UPLOAD = re.compile(r"/([0-9a-f]{32})(/|$)")


class SwiftBucket(Bucket):
    """A new container of this name. Segments of large objects are in another container."""

    def __init__(self, name: str) -> None:
        self.name, self.root = name, f"swift://{name}.{SERVICE}"
        self._segments = f"{name}_segments"
        self._session = requests.Session()
        self._session.trust_env = False
        record(self._session)
        self._authenticate()
        self._send("PUT", name)

    def keys(self, prefix: str = "") -> dict[str, int]:
        return {item["name"]: item["bytes"] for item in self._listed(self.name, prefix)}

    def get(self, key: str) -> bytes:
        return self._send("GET", f"{self.name}/{key}").content

    def put(self, key: str, body: bytes) -> None:
        self._send("PUT", f"{self.name}/{key}", data=body)

    def uploads(self, folder: str) -> set[str]:
        """Uploads that have a marker, or segments that no manifest names."""
        if not self._listed("", self._segments):
            return set()  # No upload has begun.
        pieces = {item["name"] for item in self._listed(self._segments) if f"/{folder}/" in item["name"]}
        for item in self._listed(self.name, f"{folder}/"):
            pieces -= self._segments_of(item)
        return {_UPLOAD.search(piece)[1] for piece in pieces}

    def _segments_of(self, item: dict) -> set[str]:
        if "slo_etag" not in item:
            return set()
        manifest = self._send("GET", f"{self.name}/{item['name']}", {"multipart-manifest": "get"}).json()
        return {segment["name"].removeprefix(f"/{self._segments}/") for segment in manifest}

    def _listed(self, container: str, prefix: str = "") -> list[dict]:
        """All objects of a container. With an empty name, all containers of the account."""
        found: list[dict] = []
        while True:
            marker = found[-1]["name"] if found else ""
            query = {"format": "json", "prefix": prefix, "marker": marker}
            page = self._send("GET", container, query).json()
            if not page:
                return found
            found += page

    def _send(
        self, method: str, path: str, query: dict | None = None, data: bytes = b""
    ) -> requests.Response:
        url = f"{self._account}/{quote(path)}"
        response = self._session.request(method, url, params=query, data=data, timeout=_LIMIT_SECONDS)
        response.raise_for_status()
        return response

    def _authenticate(self) -> None:
        identity = {
            "X-Auth-User": variable("USER"),
            "X-Auth-Key": variable("KEY"),
        }
        url = variable("AUTH_URL")
        response = self._session.get(url, headers=identity, timeout=_LIMIT_SECONDS)
        response.raise_for_status()
        self._account = response.headers["X-Storage-Url"]
        self._session.headers["X-Auth-Token"] = response.headers["X-Auth-Token"]


class RgwBucket(SwiftBucket):
    """The same on Ceph's gateway. It lists large objects with wrong lengths, and hides their manifests."""

    def keys(self, prefix: str = "") -> dict[str, int]:
        return {key: int(self._head(key)["Content-Length"]) for key in super().keys(prefix)}

    def _segments_of(self, item: dict) -> set[str]:
        upload = self._head(item["name"]).get("X-Object-Meta-Headwater-Upload")
        pieces = self._listed(self._segments) if upload else []
        return {piece["name"] for piece in pieces if f"/{upload}" in piece["name"]}

    def _head(self, key: str) -> Mapping[str, str]:
        return self._send("HEAD", f"{self.name}/{key}").headers
