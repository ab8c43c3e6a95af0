"""The purpose of each request: the table `rules.toml`, which must explain every request."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from headwater.embedded.request_log import Request
from headwater_bench.benches.shape import Shape, shape
from headwater_bench.core.files import table


@dataclass(frozen=True)
class Rule:
    """Explains requests of a kind whose target matches, if they are the `nth` with it in a program.

    `families` limits it to such programs (none: to no program). The store's response must be `status`, or
    200, 201 or 204 without one. Requests under an `in_tasks` rule come from tasks that run concurrently.
    """

    kind: str
    target: str
    purpose: str
    families: tuple[str, ...] = ()
    nth: int = 1
    in_tasks: bool = False
    status: int | None = None

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


def load() -> list[Rule]:
    """The table in order. The first matching rule explains a request."""
    document = table(__package__, "rules.toml")
    return [Rule(**each | {"families": tuple(each.get("families", ()))}) for each in document["rule"]]


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
