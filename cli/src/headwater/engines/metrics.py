"""The metrics of several engines as one text, in the format of Prometheus."""

import re
from collections.abc import Mapping
from urllib.parse import urlsplit

from headwater.core.errors import HeadwaterError

_SAMPLE = re.compile(r"([a-z_]+)(?:\{(.*)\})? (\S+)")
_ADDRESS = re.compile(r"[\w.:\[\]-]+", re.ASCII)


def address(url: str) -> str:
    """The `host:port` of an engine's pages, as the label `engine` has it. HeadwaterError for another URL."""
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not _ADDRESS.fullmatch(parts.netloc) or parts.path.strip("/"):
        raise HeadwaterError(
            f"{url!r} is not the address of an engine's pages",
            advice="Write the address that the engine has in --metrics, such as http://127.0.0.1:9464",
        )
    return parts.netloc


def merged(answers: Mapping[str, str | None]) -> str:
    """The samples of all engines, each with the label `engine`.

    `answers` has what each engine's /metrics answered, by its address, and None where there was no answer.
    The samples of `headwater_engine_up` say which answered.
    """
    lines = [
        f'headwater_engine_up{{engine="{engine}"}} {int(text is not None)}'
        for engine, text in answers.items()
    ]
    for engine, text in answers.items():
        found = map(_SAMPLE.fullmatch, (text or "").split("\n"))
        lines += [_labelled(sample, engine) for sample in found if sample]
    return "\n".join((*lines, ""))


def _labelled(sample: re.Match[str], engine: str) -> str:
    name, labels, value = sample.groups()
    more = f",{labels}" if labels else ""
    return f'{name}{{engine="{engine}"{more}}} {value}'
