"""A container as datasets read it: the requests of `core.bucket.Bucket`, by Swift's own API."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from headwater.core.bucket import MovedError, Upload, unquoted
from headwater.core.errors import HeadwaterError
from headwater.core.state import StoredObject
from headwater.swift.client import Client, listed_etag

_GONE = (404, 412)
_SIDE_BY_SIDE = 8


class SwiftBucket:
    """A container of an account. Every method raises HeadwaterError if the store refuses."""

    def __init__(self, client: Client, name: str) -> None:
        self.client = client
        self.name = name
        self.now = 0
        """The store's time of the last listing, in milliseconds since 1970."""

    @property
    def root(self) -> str:
        """The container's URI, without a last slash."""
        return f"swift://{self.name}.{self.client.service}"

    @property
    def endpoint(self) -> str:
        """The service, for messages."""
        return self.client.service

    def list(self, prefix: str) -> Iterator[StoredObject]:
        """All objects whose keys begin with `prefix`."""
        self.now = int(datetime.now(UTC).timestamp() * 1000)
        for each, date in self.client.list(self.name, prefix):
            self.now = int(parsedate_to_datetime(date).timestamp() * 1000)
            yield StoredObject(each["name"], listed_etag(each), each["bytes"], _modified(each))

    def get(self, seen: StoredObject) -> bytes:
        """The content of a listed object. MovedError if it has changed."""
        return self._get(seen, {})

    def get_tail(self, seen: StoredObject, count: int) -> bytes:
        """The last `count` bytes of a listed object. MovedError if it has changed."""
        return self.get_part(seen, max(0, seen.length - count), seen.length)

    def get_part(self, seen: StoredObject, start: int, end: int) -> bytes:
        """The bytes of a listed object from `start` to `end`, exclusive. MovedError if it has changed."""
        return self._get(seen, {"Range": f"bytes={start}-{end - 1}"})

    def _get(self, seen: StoredObject, headers: dict[str, str]) -> bytes:
        condition = {"If-Match": f'"{seen.etag}"', **headers}
        response = self.client.send("GET", self.name, seen.key, headers=condition, expected=_GONE)
        if not response.ok:
            raise MovedError
        return response.content

    def head(self, key: str) -> StoredObject | None:
        """The current object, or None."""
        response = self.client.send("HEAD", self.name, key, expected=(404,))
        if not response.ok:
            return None
        modified = parsedate_to_datetime(response.headers["Last-Modified"])
        length = int(response.headers["Content-Length"])
        return StoredObject(key, unquoted(response.headers["ETag"]), length, int(modified.timestamp() * 1000))

    def put(self, key: str, body: bytes) -> None:
        """Create or completely replace an object."""
        self.client.send("PUT", self.name, key, data=body)

    def delete(self, keys: Sequence[str]) -> dict[str, str]:
        """Delete objects, with the segments of large ones. Returns the failed keys with the reasons."""

        def one(key: str) -> str:
            try:
                self.client.delete(self.name, key)
            except HeadwaterError as error:
                return str(error)
            return ""

        with ThreadPoolExecutor(_SIDE_BY_SIDE) as pool:
            return {key: why for key, why in zip(keys, pool.map(one, keys), strict=True) if why}

    def uploads(self, _prefix: str) -> Iterator[Upload]:
        """None: segments of incomplete uploads are in another container."""
        return iter(())

    def abort(self, upload: Upload) -> None:
        """Never needed."""


def _modified(listed: dict) -> int:
    time = datetime.fromisoformat(listed["last_modified"].removesuffix("Z")).replace(tzinfo=UTC)
    return int(time.timestamp() * 1000)
