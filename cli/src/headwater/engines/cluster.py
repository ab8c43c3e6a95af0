"""The engines of a cluster, and the metrics of all."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from headwater.core.errors import HeadwaterError
from headwater.engines import reading
from headwater.engines.metrics import address, merged


class Cluster:
    """The engines whose pages have these URLs, such as `http://127.0.0.1:9464`.

    HeadwaterError if one is no such URL, or is named twice.
    """

    def __init__(self, urls: Sequence[str]) -> None:
        self._urls: dict[str, str] = {}
        for url in urls:
            engine = address(url)
            if engine in self._urls:
                raise HeadwaterError(f"{engine} is named twice", advice="Name each engine once.")
            self._urls[engine] = url

    def metrics(self) -> str:
        """The metrics of all, read at once. An engine that gives none has the reason."""
        with ThreadPoolExecutor(len(self._urls)) as pool:
            texts = list(pool.map(_text_or_reason, self._urls.values()))
        return merged(dict(zip(self._urls, texts, strict=True)))


def _text_or_reason(url: str) -> str | reading.UnreadableError:
    try:
        return reading.metrics(url)
    except reading.UnreadableError as error:
        return error
