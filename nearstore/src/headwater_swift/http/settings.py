"""The settings of the paste filters, with their defaults."""

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any, Self

from headwater_swift.access.policy import PRIORITIES
from headwater_swift.wire.names import CONTAINER

MIB = 1024 * 1024
MIN_WEIGHT, MAX_WEIGHT = 0.01, 100
_ACCOUNT = re.compile(r"[^\s;]+")


@dataclass(frozen=True)
class Settings:
    """The settings of a `[filter:storlets]` section. Sizes are in bytes, times in seconds.

    `execution_server` is `proxy` or `object`, the server of the filter's pipeline. `engine_timeout` limits
    the wait for the engine's next byte, including its queue. It must exceed the engine's own time limit.
    `storlet_container` contains an account's modules.
    `internal_client_conf_path` is a configuration for the object server's requests for modules, if the
    built-in one is not suitable (modules that are encrypted at rest). `max_priority`: higher priorities in
    policies count as this one. `max_requests` bounds the storlet requests in progress in a proxy process.
    `weights` divide it, and the workers of an engine, among accounts. One without an entry has weight 1.
    """

    execution_server: str
    engine_socket: str = "/run/headwater/engine.sock"
    engine_timeout: float = 600
    storlet_container: str = CONTAINER
    max_module_size: int = 32 * MIB
    cache_seconds: int = 10
    swift_dir: str = "/etc/swift"
    internal_client_conf_path: str = ""
    max_priority: int = PRIORITIES["silver"]
    max_requests: int = 256
    weights: Mapping[str, float] = field(default_factory=dict)

    @classmethod
    def parse(cls, conf: Mapping[str, str]) -> Self:
        """Parse paste's dictionary. ValueError for an invalid value, or without `execution_server`."""
        given = {"execution_server": "", **conf}
        return cls(**{name: _parsed(name, given[name]) for name in PARSERS if name in given})


def unknown_settings(local_conf: Iterable[str], known: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Each name of a filter's section that is no setting, with the nearest known one or an empty text.

    Settings of Swift's logger, and names that Swift adds (`__name__`), are not reported.
    """
    names = list(known)
    for name in local_conf:
        if name not in names and not name.startswith(("log_", "__")):
            yield name, next(iter(get_close_matches(name, names, 1)), "")


def _parsed(name: str, text: str) -> Any:
    try:
        return PARSERS[name](text)
    except ValueError as error:
        raise ValueError(f"{name} of [filter:storlets] is {text!r}: it must be {error}") from None


def _one_of(choices: Mapping[str, Any]) -> Callable[[str], Any]:
    def parse(text: str) -> Any:
        if text not in choices:
            raise ValueError(f"one of {', '.join(choices)}")
        return choices[text]

    return parse


def _text(text: str) -> str:
    if not text:
        raise ValueError("a text with at least one character")
    return text


def _container(text: str) -> str:
    if not text or "/" in text:
        raise ValueError("a container's name, without /")
    return text


def _greater_than_0(kind: Callable[[str], Any], expected: str) -> Callable[[str], Any]:
    def parse(text: str) -> Any:
        try:
            number = kind(text)
        except ValueError:
            number = 0
        if not 0 < number < math.inf:
            raise ValueError(f"{expected} greater than 0")
        return number

    return parse


def _weights(text: str) -> Mapping[str, float]:
    pairs = [each.strip().rpartition(":") for each in text.split(",") if each.strip()]
    weights = {account: _weight(number) for account, _, number in pairs if _ACCOUNT.fullmatch(account)}
    if len(weights) < len(pairs):
        raise ValueError("ACCOUNT:WEIGHT, separated by commas, each account once")
    return weights


def _weight(text: str) -> float:
    try:
        weight = float(text)
    except ValueError:
        weight = 0
    if not MIN_WEIGHT <= weight <= MAX_WEIGHT:
        raise ValueError(f"ACCOUNT:WEIGHT, with weights from {MIN_WEIGHT} to {MAX_WEIGHT}")
    return weight


PARSERS: dict[str, Callable[[str], Any]] = {
    "execution_server": _one_of({"proxy": "proxy", "object": "object"}),
    "engine_socket": _text,
    "engine_timeout": _greater_than_0(float, "a number of seconds"),
    "storlet_container": _container,
    "max_module_size": _greater_than_0(int, "a whole number of bytes"),
    "cache_seconds": _greater_than_0(int, "a whole number of seconds"),
    "swift_dir": _text,
    "internal_client_conf_path": str,
    "max_priority": _one_of(PRIORITIES),
    "max_requests": _greater_than_0(int, "a whole number of requests"),
    "weights": _weights,
}
"""Parses a text to each setting's value. Their ValueErrors say what the value must be."""
