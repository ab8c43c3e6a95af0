"""The page `docs/benchmarks/requests.md`: counts, and each program's requests with their purposes."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from headwater_bench.core import pages
from headwater_bench.core.definitions import text
from headwater_bench.core.numbers import ONCE
from headwater_bench.core.pages import DASH
from headwater_bench.peers.definitions import others_on_store
from headwater_bench.request_counts.rules import UNEXPLAINED, Explained
from headwater_bench.request_counts.scenario import Scenario
from headwater_bench.request_counts.shape import SCHEMES

_PEERS = others_on_store()
_LONGEST_RUN = 8
"""Longer sequences of requests with one purpose are shown in one line."""

_OURS = {scheme: f"Headwater, `{scheme}://`" for scheme in SCHEMES}

_HEAD = text(__package__, "page/head.md")

_LEGEND = text(__package__, "page/legend.md")


@dataclass(frozen=True)
class Result:
    """A scenario and its explained requests by scheme.

    Includes the numbers of peers' requests, or their failures, by peer.
    """

    scenario: Scenario
    requests: dict[str, list[Explained]]
    peers: dict[str, int]
    failures: dict[str, str]

    @property
    def counts(self) -> dict[str, int]:
        """The number of requests by scheme, without those sent once in a file system's life."""
        return {scheme: sum(map(_is_counted, seen)) for scheme, seen in self.requests.items()}

    def as_dict(self) -> dict:
        """The stored result: by scheme, the count and the requests of each kind, most frequent first.

        The kinds include requests sent once in a file system's life. `limits` are the scenario's.
        """
        kinds = {
            scheme: Counter(str(each.shape.kind) for each in seen) for scheme, seen in self.requests.items()
        }
        return {
            "title": self.scenario.title,
            "requests": {
                scheme: {"count": count, "kinds": dict(kinds[scheme].most_common())}
                for scheme, count in self.counts.items()
            },
            "limits": self.scenario.limits,
            "peers": self.peers,
            "failures": self.failures,
        }

    def faults(self) -> Iterator[str]:
        """The faults as sentences: requests that no rule explains, or counts above the limit."""
        for scheme, seen in self.requests.items():
            what = f"{self.scenario.title}, {scheme}://"
            limit, count = self.scenario.limits.get(scheme), self.counts[scheme]
            if limit is not None and count > limit:
                yield f"{what}: {count} requests, the limit is {limit}"
            for each in seen:
                if each.rule == UNEXPLAINED:
                    shape = each.shape
                    yield f"{what}: unexplained: {shape.kind} {shape.target} (status {shape.status})"


def _is_counted(request: Explained) -> bool:
    return request.shape.kind not in ONCE


def as_result(results: Sequence[Result], made: dict) -> dict:
    """The result as JSON: titles, and for each scenario the counts, the limits and the peers' counts."""
    ours = {f"headwater-{scheme}": title for scheme, title in _OURS.items()}
    programs = {each.scenario.name: each.as_dict() for each in results}
    return {"made": made, "peers": ours | _PEERS, "programs": programs}


def by_peer(program: dict) -> dict[str, int]:
    """The number of a stored program's requests by each measured peer."""
    ours = {f"headwater-{scheme}": seen["count"] for scheme, seen in program["requests"].items()}
    return ours | program["peers"]


def render(results: Sequence[Result], made: dict | None) -> str:
    """The complete page in Markdown. It reports place and time if they are known."""
    place = [f"*{pages.made(made)}*\n"] if made else []
    return "\n".join([_HEAD, _summary(results), *place, _LEGEND, *map(_section, results)])


def _summary(results: Sequence[Result]) -> str:
    head = ["program", *_OURS.values(), "limits", *_PEERS.values()]
    rows = [_line(head), "|---|--:|--:|--:|--:|--:|", *(_line(_summary_row(each)) for each in results)]
    return "\n".join([*rows, "", *_failures(results)])


def _failures(results: Sequence[Result]) -> Iterator[str]:
    for each in results:
        for name, why in each.failures.items():
            yield f"{each.scenario.title}, {_PEERS[name]}: `{why}`\n"


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _summary_row(result: Result) -> list[str]:
    scenario = result.scenario
    counts = [f"{count:,}" for count in result.counts.values()]
    limits = ", ".join(f"{limit:,}" for limit in scenario.limits.values())
    peers = [f"{result.peers[name]:,}" if name in result.peers else "" for name in _PEERS]
    return [scenario.title, *(cell or DASH for cell in (*counts, limits, *peers))]


def _section(result: Result) -> str:
    scenario = result.scenario
    parts = [f"### {scenario.title}", _program(scenario)]
    if scenario.note:
        parts.append(scenario.note)
    for scheme, seen in result.requests.items():
        parts += [f"By `{scheme}://`: {result.counts[scheme]}", _requests(seen)]
    return "\n\n".join(parts) + "\n"


def _requests(requests: Sequence[Explained]) -> str:
    rows = ["| # | request | status | bytes | what for |", "|--:|---|--:|--:|---|"]
    number = 1
    for run in _runs(requests):
        counted = _is_counted(run[0])
        rows.append(_row(_numbers(number, len(run)) if counted else "", run))
        number += len(run) if counted else 0
    return "\n".join(rows)


def _numbers(first: int, count: int) -> str:
    return f"{first}" if count == 1 else f"{first} to {first + count - 1}"


def _program(scenario: Scenario) -> str:
    source = f"hadoop fs {' '.join(scenario.hadoop_fs)}" if scenario.hadoop_fs else scenario.program
    language = "sh" if scenario.hadoop_fs else "python"
    given = [f"with `spark.hadoop.{name}={value}`\n\n" for name, value in scenario.hadoop.items()]
    return f"{''.join(given)}```{language}\n{source}\n```"


def _runs(requests: Sequence[Explained]) -> Iterator[list[Explained]]:
    """The requests one by one, with long runs of the same purpose and status grouped."""
    for _, group in groupby(requests, key=lambda each: (each.rule, each.shape.status)):
        run = list(group)
        if len(run) > _LONGEST_RUN and run[0].rule != UNEXPLAINED:
            yield run
        else:
            yield from ([each] for each in run)


def _row(numbers: str, run: Sequence[Explained]) -> str:
    first, last = run[0].shape, run[-1].shape
    names = f"{first.kind} `{first.target}`" + (f" to `{last.target}`" if len(run) > 1 else "")
    sizes = [each.shape.size for each in run if each.shape.size is not None]
    size = f"{sum(sizes):,}" if sizes else ""
    return f"| {numbers} | {names} | {first.status} | {size} | {run[0].rule.purpose} |"
