"""The purpose of each request: the table `rules.toml`, which must explain every request.

A request has no parts that differ from run to run: ids, times, ports, names of bench folders.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from urllib.parse import parse_qs, unquote, urlsplit

from headwater.embedded.request_log import Kind, Request
from headwater_bench.core.files import table

_PLACE = re.compile(r"(/v1/AUTH_[^/]+)?(/bench-(s3|swift)(/|$))?")
"""The part before an object's key, in either API."""

_UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_ATTEMPT = re.compile(r"attempt_(\d+|manifest-[0-9a-f]{12}-[0-9a-f]{32})_\d+_[a-z]_\d+_\d+")
_MANIFEST = re.compile(r"(_SUCCESS\.(?:claim|delta)\.)\d{8}T\d{9}Z-[0-9a-f]{32}(~\d+)?")
_STAGING = re.compile(r"\.spark-staging-(\d+|UUID)$")

_LONGEST_EMPTY = 86
"""The maximum body length of empty objects in bytes, because the AWS SDK frames them."""

_WITH_DATA = {Kind.GET, Kind.PUT, Kind.PUT_PART}
"""Kinds whose body is the data. The length of other bodies depends on random ids."""


def bucket(peer: str) -> str:
    """The bucket of a peer's programs."""
    return f"bench-{peer.removeprefix('headwater-')}"


@dataclass(frozen=True)
class Shape:
    """A request as the document shows it. `size` is the body's length in bytes, None if it is not data."""

    kind: Kind
    target: str
    status: int
    size: int | None


@dataclass(frozen=True)
class Rule:
    """Explains requests of a kind whose target matches, if they are the `nth` with it in a program.

    `families` limits it to such programs (none: to no program). The store's response must be `status`, or
    200, 201 or 204 without one. Requests under an `in_tasks` rule come from tasks that run concurrently.
    Requests of a rule with `lines` are sent on these lines of Spark alone, and not counted.
    """

    kind: str
    target: str
    purpose: str
    families: tuple[str, ...] = ()
    nth: int = 1
    in_tasks: bool = False
    status: int | None = None
    lines: tuple[str, ...] = ()

    def explains(self, request: Shape, family: str, nth: int) -> bool:
        """Whether this rule applies to the `nth` such request of a program of the family."""
        return (
            request.kind == self.kind
            and request.status in ((self.status,) if self.status else (200, 201, 204))
            and nth == self.nth
            and (not self.families or family in self.families)
            and re.fullmatch(self.target, request.target) is not None
        )


UNEXPLAINED = Rule(kind="", target="", purpose="**unexplained**")


@dataclass(frozen=True)
class Explained:
    """A request's shape, and the rule with its purpose: UNEXPLAINED without one."""

    shape: Shape
    rule: Rule


@cache
def load(spark: str = "") -> list[Rule]:
    """The table in order, for a version of Spark or for all. The first matching rule explains a request."""
    document, lists = table(__package__, "rules.toml"), ("families", "lines")
    rules = [Rule(**each | {name: tuple(each.get(name, ())) for name in lists}) for each in document["rule"]]
    return [each for each in rules if not (spark and each.lines) or spark.rpartition(".")[0] in each.lines]


def explain(
    requests: Iterable[Request], family: str, placeholders: Mapping[str, str], rules: Sequence[Rule]
) -> list[Explained]:
    """The requests of a program with their purposes, in an order that is the same in every run."""
    seen: Counter[tuple[str, str]] = Counter()
    explained = []
    for request in sorted(requests, key=lambda request: request.start):
        found = shape(request, placeholders)
        seen[found.kind, found.target] += 1
        nth = seen[found.kind, found.target]
        fitting = (rule for rule in rules if rule.explains(found, family, nth))
        explained.append(Explained(found, next(fitting, UNEXPLAINED)))
    return _ordered(explained, rules)


def _ordered(explained: Iterable[Explained], rules: Sequence[Rule]) -> list[Explained]:
    """Sort the requests of concurrent tasks by purpose and name.

    The driver's requests keep their positions.
    """
    order = {rule: place for place, rule in enumerate(rules)}
    result: list[Explained] = []
    for in_tasks, group in groupby(explained, key=lambda each: each.rule.in_tasks):
        run = list(group)
        if in_tasks:
            run.sort(key=lambda each: (order[each.rule], each.shape.target))
        result += run
    return result


def shape(request: Request, placeholders: Mapping[str, str]) -> Shape:
    """The shape of a request. `placeholders` are the folders in the bucket by display name."""
    url = urlsplit(request.path)
    query = {name: values[0] for name, values in parse_qs(url.query, keep_blank_values=True).items()}
    key = _PLACE.sub("", unquote(url.path), count=1)
    if request.kind == Kind.LIST:
        key = query.get("prefix", "") + _listing(query)
    target = (_shorten(key, placeholders) or "/") + _details(request, query)
    size = max(request.bytes_in, request.bytes_out) if request.kind in _WITH_DATA else None
    if "_SUCCESS" in key and size is not None and size > _LONGEST_EMPTY:
        size = None  # A manifest or a claim: its length depends on the times and names in it.
    return Shape(request.kind, target, request.status, size)


_MARKS = {
    "uploads": " (uploads)",
    "end_marker": " (a range of names)",
    **dict.fromkeys(("continuation-token", "start-after", "marker"), " (next page)"),
}


def _listing(query: Mapping[str, str]) -> str:
    """Distinguishes listings with the same prefix: a complete tree, a later page, a range, uploads."""
    tree = "" if "delimiter" in query else "**"
    marks = (mark for name, mark in _MARKS.items() if name in query)
    return tree + next(marks, "")


def _details(request: Request, query: Mapping[str, str]) -> str:
    part = f" part {query['partNumber']}" if "partNumber" in query else ""
    span = f" {request.headers['Range']}" if "Range" in request.headers else ""
    return part + span


def _shorten(key: str, placeholders: Mapping[str, str]) -> str:
    key = _ATTEMPT.sub("ATTEMPT", _UUID.sub("UUID", key))
    key = _MANIFEST.sub(r"\1ID", key)
    key = _STAGING.sub(".spark-staging-ID", key)
    for name, folder in placeholders.items():
        if re.match(re.escape(folder) + r"(/|\*|$)", key):
            return name + key.removeprefix(folder)
    return key
