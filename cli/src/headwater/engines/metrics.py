"""The metrics of several engines as one text, in the format of Prometheus."""

import re
from collections.abc import Mapping
from urllib.parse import urlsplit

from headwater.core.errors import HeadwaterError

UP = "headwater_engine_up"
"""1 for each engine that answered. 0 has the label `reason`."""

_SAMPLE = re.compile(r"([a-z0-9_]+)(?:\{(.*)\})? (\S+)", re.DOTALL)
_OWN_LABEL = re.compile(r'(?:^|,)engine="')
_HOST = re.compile(r"[\w.:-]{1,253}", re.ASCII)
_PORTS = {"http": 80, "https": 443}


def address(url: str) -> str:
    """The `host:port` of an engine's pages, as the label `engine` has it. HeadwaterError for another URL."""
    found = _address(url)
    if found is None:
        # A password and a query are not repeated.
        shown = re.split("[?#]", url.rpartition("@")[2])[0]
        raise HeadwaterError(
            f"{shown!r} is not the address of an engine's pages",
            advice="Write only the address that the engine has in --metrics, such as http://127.0.0.1:9464",
        )
    return found


def _address(url: str) -> str | None:
    try:
        parts = urlsplit(url)
        port = _PORTS[parts.scheme] if parts.port is None else parts.port
        host = (parts.hostname or "").encode("idna").decode()
    except (ValueError, KeyError):
        return None
    more = parts.username or parts.password or parts.path.strip("/") or parts.query or parts.fragment
    if more or not _HOST.fullmatch(host):
        return None
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def merged(answers: Mapping[str, str | Exception]) -> str:
    """The samples of all engines, each with the label `engine`.

    `answers` has by each engine's address what its /metrics answered, or why nothing. `headwater_engine_up`
    says which answered. Samples that have an engine already are left out: an engine sends none.
    """
    lines = []
    for engine, answer in answers.items():
        reason = f',reason="{_escaped(str(answer))}"' if isinstance(answer, Exception) else ""
        lines.append(f'{UP}{{engine="{engine}"{reason}}} {0 if reason else 1}')
    for engine, answer in answers.items():
        text = "" if isinstance(answer, Exception) else answer
        found = filter(None, map(_SAMPLE.fullmatch, text.split("\n")))
        lines += [_labelled(sample, engine) for sample in found if _is_engines(sample)]
    return "\n".join((*lines, ""))


def _is_engines(sample: re.Match[str]) -> bool:
    return sample[1] != UP and not _OWN_LABEL.search(sample[2] or "")


def _labelled(sample: re.Match[str], engine: str) -> str:
    name, labels, value = sample.groups()
    more = f",{labels}" if labels else ""
    return f'{name}{{engine="{engine}"{more}}} {value}'


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
