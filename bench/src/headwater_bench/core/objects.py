"""Objects of a bucket, through Swift's native API and without any compared file system."""

import json
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import quote, urlencode

from headwater.core.account import Account

_THREADS = 8


def upload(account: Account, bucket: str, objects: Iterable[tuple[str, Path]]) -> None:
    """Write objects with these keys and the content of these files."""

    def put(key: str, file: Path) -> None:
        with file.open("rb") as content:
            account.send("PUT", _path(bucket, key), data=content)

    with ThreadPoolExecutor(_THREADS) as pool:
        list(pool.map(lambda each: put(*each), objects))


def download(account: Account, bucket: str, prefix: str, folder: Path) -> None:
    """Write the content of all objects under a prefix to files of a new folder."""

    def get(key: str) -> None:
        file = folder / key.removeprefix(prefix)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(account.send("GET", _path(bucket, key)).content)

    folder.mkdir()
    with ThreadPoolExecutor(_THREADS) as pool:
        list(pool.map(get, (key for key in keys(account, bucket, prefix) if not key.endswith("/"))))


def remove(account: Account, bucket: str, prefix: str) -> None:
    """Delete all objects under a prefix."""
    with ThreadPoolExecutor(_THREADS) as pool:
        found = keys(account, bucket, prefix)
        list(pool.map(lambda key: account.send("DELETE", _path(bucket, key)), found))


def keys(account: Account, bucket: str, prefix: str) -> Iterator[str]:
    """The keys of all objects under a prefix."""
    marker = ""
    while True:
        query = urlencode({"format": "json", "prefix": prefix, "marker": marker})
        page = json.loads(account.send("GET", f"/{quote(bucket)}?{query}").content)
        if not page:
            return
        yield from (each["name"] for each in page)
        marker = page[-1]["name"]


def _path(bucket: str, key: str) -> str:
    return f"/{quote(bucket)}/{quote(key)}"
