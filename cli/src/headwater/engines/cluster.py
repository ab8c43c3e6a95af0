"""Reads the pages of a cluster's engines."""

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import requests

from headwater.engines.metrics import address, merged

_SECONDS = 3
_MAX_BYTES = 16 << 20


@dataclass(frozen=True)
class Page:
    """What an engine answered."""

    headers: Mapping[str, str]
    content: bytes


class Cluster:
    """The engines whose pages have these URLs, such as `http://127.0.0.1:9464`."""

    def __init__(self, urls: Sequence[str]) -> None:
        self._urls = {address(url): url.rstrip("/") for url in urls}

    def metrics(self) -> str:
        """The metrics of all, read at once. An engine without an answer in 3 seconds counts as down."""
        with ThreadPoolExecutor(len(self._urls)) as pool:
            pages = list(pool.map(lambda url: _get(f"{url}/metrics"), self._urls.values()))
        texts = [page.content.decode(errors="replace") if page else None for page in pages]
        return merged(dict(zip(self._urls, texts, strict=True)))

    def page(self, path: str) -> Page | None:
        """A file of the status page, from the first engine that answers."""
        pages = (_get(f"{url}{path}") for url in self._urls.values())
        return next((page for page in pages if page), None)


def _get(url: str) -> Page | None:
    """A complete answer of at most 16 MiB with status 200, or None."""
    try:
        with requests.get(url, timeout=_SECONDS, stream=True, allow_redirects=False) as answer:
            content = next(answer.iter_content(_MAX_BYTES + 1), b"")
    except (requests.RequestException, OSError):
        return None
    if answer.status_code != requests.codes.ok or len(content) > _MAX_BYTES:
        return None
    return Page(answer.headers, content)
