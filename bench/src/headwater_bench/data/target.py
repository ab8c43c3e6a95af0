"""The destination of readings: a folder, or a bucket of the running embedded store."""

from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import quote, urlsplit

from headwater.core.account import Account
from headwater.core.errors import HeadwaterError
from headwater.embedded.account import check_bucket_name
from headwater_bench.data.readings import Readings

Target = Callable[[str, Iterator[bytes]], object]
"""Writes a complete object with a name, and replaces one of the same name."""


def folder(path: Path) -> Target:
    """A local folder, created if it does not exist."""
    path.mkdir(parents=True, exist_ok=True)

    def put(name: str, content: Iterator[bytes]) -> None:
        with (path / name).open("wb") as file:
            file.writelines(content)

    return put


def bucket(account: Account, url: str) -> Target:
    """A folder of a bucket, through Swift's native API. The bucket is created if it does not exist."""
    parts = urlsplit(url)
    if parts.scheme != "s3":
        raise HeadwaterError(f"{url} is not in the embedded store", advice="Name it s3://BUCKET/FOLDER.")
    check_bucket_name(parts.netloc)
    account.send("PUT", f"/{parts.netloc}")
    root = f"/{parts.netloc}/{quote(parts.path.strip('/'))}".rstrip("/")
    return lambda name, content: account.send("PUT", f"{root}/{quote(name)}", data=content)


def write(readings: Readings, objects: int, target: Target) -> None:
    """Write readings as this many objects in time order, `readings-00000.csv` first."""
    for number, part in enumerate(readings.parts(objects)):
        target(f"readings-{number:05}.csv", readings.content(part))
