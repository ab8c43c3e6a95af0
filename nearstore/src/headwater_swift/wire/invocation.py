"""Parses and validates a request's headers: protocol/STORLETS.md, section 2."""

import re
from dataclasses import dataclass, replace
from typing import Self
from urllib.parse import unquote

from swift.common.swob import Request, wsgi_to_bytes, wsgi_unquote
from swift.common.utils import config_true_value, split_path

from headwater_swift.wire.errors import StorletError
from headwater_swift.wire.names import MEDIA_TYPE, Header, Reason

MAX_STAGES = 8
MAX_RESOURCES = 8

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,127}")
_RANGE = re.compile(r"bytes=(?:(\d{1,19})-(\d{1,19})?|-(\d{1,19}))")
_PARAMETER = re.compile(r"x-storlet-(?:(?P<stage>[1-9]\d?)-)?parameter-(?P<number>[1-9]\d{0,3})")
_ON_PROXY = re.compile(r"x-storlet-(?:(?P<stage>[1-9]\d?)-)?run-on-proxy")
_MALFORMED = re.compile(r"x-storlet-(?:.*-)?(?:parameter|run-on-proxy)\b")

Parameters = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Split:
    """`X-Storlet-Range`: bytes from `start` to `end` (exclusive; None: open), or the last `last` bytes."""

    start: int = 0
    end: int | None = None
    last: int | None = None

    @classmethod
    def parse(cls, value: str) -> Self:
        """Parse the header's value. StorletError if it is not a range."""
        found = _RANGE.fullmatch(value.strip())
        if not found:
            raise StorletError(
                Reason.PARAMETERS, f"{Header.RANGE} is {value!r}: use bytes=A-B, bytes=A- or bytes=-N"
            )
        start, end, last = (None if each is None else int(each) for each in found.groups())
        if last == 0 or (end is not None and end < (start or 0)):
            raise StorletError(Reason.PARAMETERS, f"{Header.RANGE} is {value!r}, which is empty")
        return cls(start or 0, None if end is None else end + 1, last)

    @property
    def header(self) -> str | None:
        """The `Range` header for the source's bytes from the split's start on. None: all of them."""
        if self.last is not None:
            return f"bytes=-{self.last}"
        return f"bytes={self.start}-" if self.start else None

    def within(self, length: int) -> tuple[int, int | None]:
        """The start and end in an object of `length` bytes. StorletError if the start is outside."""
        start = max(0, length - self.last) if self.last is not None else self.start
        if start and start >= length:
            raise StorletError(
                Reason.RANGE, f"the split starts at {start}, but the object has {length} bytes"
            )
        return start, self.end


@dataclass(frozen=True)
class Stage:
    """A storlet with its parameters. `on_proxy`: not on the object server."""

    storlet: str
    parameters: Parameters = ()
    on_proxy: bool = False


@dataclass(frozen=True)
class Invocation:
    """The storlets to run, the split, the extra resources (`container`, `object`), and the answer's form."""

    stages: tuple[Stage, ...]
    split: Split | None = None
    resources: tuple[tuple[str, str], ...] = ()
    framed: bool = False

    @classmethod
    def parse(cls, request: Request) -> Self | None:
        """The invocation in a request, or None without storlets.

        StorletError (`parameters`) if it is invalid.
        """
        names = request.headers.get(Header.RUN_STORLET)
        if names is None:
            return None
        _refuse(request)
        stages = _stages(request, [name.strip() for name in names.split(",")])
        value = request.headers.get(Header.RANGE)
        return cls(
            stages,
            Split.parse(value) if value else None,
            _resources(request),
            accepts_frames(request),
        )

    def prepend(self, required: tuple[Stage, ...]) -> Self:
        """The same after the storlets that a policy requires. StorletError if there are too many in total."""
        if len(required) + len(self.stages) > MAX_STAGES:
            raise StorletError(
                Reason.PARAMETERS,
                f"{len(self.stages)} storlets after {len(required)} that a policy requires: "
                f"at most {MAX_STAGES} run together",
            )
        return replace(self, stages=required + self.stages)

    @property
    def on_object(self) -> int:
        """The number of stages, from the first, that may run on the object server."""
        if self.resources:
            return 0
        placed = [stage.on_proxy for stage in self.stages]
        return placed.index(True) if True in placed else len(placed)


def accepts_frames(request: Request) -> bool:
    """Whether the client accepts frames."""
    return MEDIA_TYPE in request.headers.get("Accept", "")


def requests_part(request: Request) -> bool:
    """Whether it requests a part of an answer: a range, or a large object's part."""
    return "Range" in request.headers or "part-number" in request.params


def storlet_name(name: str) -> str:
    """A valid name without the suffix `.wasm`. StorletError for an invalid one."""
    if not _NAME.fullmatch(name):
        raise StorletError(
            Reason.PARAMETERS, f"{name!r} is not a storlet's name: use letters, digits, and . _ - inside"
        )
    return name.removesuffix(".wasm")


def _refuse(request: Request) -> None:
    if requests_part(request):
        raise StorletError(
            Reason.PARAMETERS, f"a storlet's answer has no ranges: use {Header.RANGE} for a split"
        )
    if request.method == "HEAD":
        raise StorletError(
            Reason.PARAMETERS, f"a HEAD runs no storlet: leave {Header.RUN_STORLET} out, or GET"
        )


def _stages(request: Request, names: list[str]) -> tuple[Stage, ...]:
    if len(names) > MAX_STAGES:
        raise StorletError(
            Reason.PARAMETERS, f"{len(names)} storlets in one request: at most {MAX_STAGES} are allowed"
        )
    parameters: dict[int, dict[int, tuple[str, str]]] = {}
    on_proxy: set[int] = set()
    for header, value in request.headers.items():
        name = header.lower()
        if found := _PARAMETER.fullmatch(name):
            parameters.setdefault(int(found["stage"] or 1), {})[int(found["number"])] = _parameter(
                header, value
            )
        elif found := _ON_PROXY.fullmatch(name):
            on_proxy |= {int(found["stage"] or 1)} if config_true_value(value) else set()
        elif _MALFORMED.match(name):
            raise StorletError(Reason.PARAMETERS, f"the header {header} is malformed: numbers start with 1")
    if beyond := {stage for stage in parameters.keys() | on_proxy if stage > len(names)}:
        raise StorletError(
            Reason.PARAMETERS, f"there is no storlet {max(beyond)}: {Header.RUN_STORLET} names {len(names)}"
        )
    first = min(on_proxy, default=len(names) + 1)
    return tuple(
        Stage(storlet_name(name), _join(parameters.get(number, {})), number >= first)
        for number, name in enumerate(names, 1)
    )


def _parameter(header: str, value: str) -> tuple[str, str]:
    key, colon, rest = value.partition(":")
    try:
        key, text = _decode(key), _decode(rest)
    except UnicodeDecodeError as error:
        raise StorletError(Reason.PARAMETERS, f"{header} is not UTF-8: percent-encode it") from error
    if not colon or not key:
        raise StorletError(Reason.PARAMETERS, f"{header} is not of the form key:value")
    if "=" in key or "\0" in key + text:
        raise StorletError(Reason.PARAMETERS, f"{header} has = in its key, or a zero byte: remove it")
    return key, text


def _decode(part: str) -> str:
    return unquote(wsgi_to_bytes(part).decode().strip(), errors="strict")


def _join(numbered: dict[int, tuple[str, str]]) -> Parameters:
    """The parameters in the order of their numbers, with the values of one key concatenated."""
    values: dict[str, str] = {}
    for number in sorted(numbered):
        key, value = numbered[number]
        values[key] = values.get(key, "") + value
    return tuple(values.items())


def _resources(request: Request) -> tuple[tuple[str, str], ...]:
    value = request.headers.get(Header.EXTRA_RESOURCES)
    if not value:
        return ()
    paths = [wsgi_unquote(path.strip()) for path in value.split(",")]
    if len(paths) > MAX_RESOURCES:
        raise StorletError(
            Reason.PARAMETERS, f"{len(paths)} extra resources: at most {MAX_RESOURCES} are allowed"
        )
    try:
        return tuple(tuple(split_path(path, 2, 2, rest_with_last=True)) for path in paths)
    except ValueError as error:
        raise StorletError(
            Reason.PARAMETERS, f"{Header.EXTRA_RESOURCES}: {error}: use /container/object"
        ) from error
