"""The destination of readings: a folder, or a bucket of the running embedded store."""

from collections.abc import Iterator
from pathlib import Path
from typing import Protocol
from urllib.parse import quote, urlsplit

from headwater.core.account import Account
from headwater.core.errors import HeadwaterError
from headwater.embedded.account import check_bucket_name
from headwater_bench.data.readings import Readings


class Target(Protocol):
    """Receives one object after the other."""

    def write(self, name: str, content: Iterator[bytes]) -> None:
        """Write a complete object, and replace one of the same name."""


class Folder:
    """A local folder, created if it does not exist."""

    def __init__(self, path: Path) -> None:
        self._path = path
        path.mkdir(parents=True, exist_ok=True)

    def write(self, name: str, content: Iterator[bytes]) -> None:
        """See Target."""
        with (self._path / name).open("wb") as file:
            file.writelines(content)


class Bucket:
    """A folder of a bucket, through Swift's native API. The bucket is created if it does not exist."""

    def __init__(self, account: Account, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme != "s3":
            raise HeadwaterError(f"{url} is not in the embedded store", advice="Name it s3://BUCKET/FOLDER.")
        check_bucket_name(parts.netloc)
        folder = parts.path.strip("/")
        self._account = account
        self._root = f"/{parts.netloc}/{quote(folder)}" + ("/" if folder else "")
        account.send("PUT", f"/{parts.netloc}")

    def write(self, name: str, content: Iterator[bytes]) -> None:
        """See Target."""
        self._account.send("PUT", f"{self._root}{quote(name)}", data=content)


def write(readings: Readings, objects: int, target: Target) -> None:
    """Write readings as this many objects in time order, `readings-00000.csv` first."""
    for number, part in enumerate(readings.parts(objects)):
        target.write(f"readings-{number:05}.csv", readings.content(part))
