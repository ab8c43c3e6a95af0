"""Objects of a bucket, through Swift's native API and without any compared file system."""

import json
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import quote, urlencode

from headwater.core.account import Account

BUCKET = "bench"
"""The bucket of every peer."""

CONTENT = b"x" * 1000
"""The content of a small object."""

THREADS = 8
_FOLDERS = 10


def tree(folder: str, objects: int) -> list[str]:
    """The keys of this many objects in ten folders of a folder."""
    return [f"{folder}/folder-{n % _FOLDERS}/object-{n // _FOLDERS:05}" for n in range(objects)]


def write(account: Account, keys: Iterable[str]) -> None:
    """Write small objects with these keys into the bucket."""
    _all(lambda key: account.send("PUT", _path(BUCKET, key), data=CONTENT), keys)


def upload(account: Account, objects: Iterable[tuple[str, Path]]) -> None:
    """Write objects with these keys and the content of these files into the bucket."""

    def put(key: str, file: Path) -> None:
        with file.open("rb") as content:
            account.send("PUT", _path(BUCKET, key), data=content)

    _all(lambda each: put(*each), objects)


def download(account: Account, prefix: str, folder: Path) -> None:
    """Write the content of all objects under a prefix of the bucket to files of a new folder."""

    def get(key: str) -> None:
        file = folder / key.removeprefix(prefix)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(account.send("GET", _path(BUCKET, key)).content)

    folder.mkdir()
    _all(get, (key for key, _ in under(account, prefix) if not key.endswith("/")))


def remove(account: Account, prefix: str, bucket: str = BUCKET) -> None:
    """Delete all objects under a prefix of a bucket."""
    found = [key for key, _ in under(account, prefix, bucket)]
    _all(lambda key: account.send("DELETE", _path(bucket, key)), found)


def count(account: Account, folder: str) -> int:
    """The number of small objects under a folder. Markers of peers are not counted."""
    return sum(size == len(CONTENT) for _, size in under(account, f"{folder}/"))


def under(account: Account, prefix: str, bucket: str = BUCKET) -> Iterator[tuple[str, int]]:
    """Key and size in bytes of everything under a prefix of a bucket."""
    marker = ""
    while True:
        query = urlencode({"format": "json", "prefix": prefix, "marker": marker})
        page = json.loads(account.send("GET", f"/{quote(bucket)}?{query}").content)
        if not page:
            return
        yield from ((each["name"], each["bytes"]) for each in page)
        marker = page[-1]["name"]


def _all(function: Callable, items: Iterable) -> None:
    with ThreadPoolExecutor(THREADS) as pool:
        list(pool.map(function, items))


def _path(bucket: str, key: str) -> str:
    return f"/{quote(bucket)}/{quote(key)}"
