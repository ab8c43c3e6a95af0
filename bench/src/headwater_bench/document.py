"""The document `docs/requests.md`: the table of counts, and each program's requests with their purposes."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from headwater_bench.rules import UNEXPLAINED, Explained
from headwater_bench.scenario import Scenario

_LONGEST_RUN = 8
"""More requests than this for one purpose, one after the other, are shown in one line."""

_HEAD = """\
# The requests of Spark programs

<!-- Written by `headwater bench requests`: do not edit. -->

What an object store bills, and what a job waits for, is requests. `headwater bench requests` runs each
program below in Spark 4.2.0 (`local[2]`), with Headwater's jar on the class path and no settings of
Headwater's but the store's address, region and keys. The store is the embedded OpenStack Swift 2.38.3,
reached through its S3 API by `s3://` paths. Every request that reaches Swift's proxy from the program's
start to its end is counted. Each program starts with a file system that remembers nothing of the programs
before.

**Limit** is the highest count that Headwater's own tests allow; programs without one are listed for what
they show. The columns **S3A 3.5.0** and **Stocator 1.1.4** are not measured by this command. They were
measured once, by the same count at the proxy, with the same programs (the same calls and numbers of parts;
the content of the Parquet and read parts may differ) on the same Swift release and Spark 4.2.0, and are
written down here. `headwater bench` will compare all three side by side in a later release. A dash: not
measured.
"""

_LEGEND = """\
## Each request

`OUT` is the program's output folder, `IN` its input. `LIST name` asks for what is at a name or begins with
it, `LIST name/` for a folder's content, `LIST name/**` for all objects below it; `/` is the bucket. Attempt
ids, UUIDs and Spark's job numbers are replaced by `ATTEMPT`, `UUID` and `ID`. Bytes are those of the body
as the store counts them: an upload's include the signatures with which the AWS SDK frames it (86 bytes for
an empty object). They are left out for bodies that hold no data. Requests of tasks, which run at the same
time, are sorted by purpose and name.
"""


@dataclass(frozen=True)
class Result:
    """A scenario and its requests, explained."""

    scenario: Scenario
    requests: list[Explained]

    def faults(self) -> Iterator[str]:
        """What is wrong, as sentences: requests that no rule explains, or more of them than the limit."""
        title, limit = self.scenario.title, self.scenario.limit
        if limit is not None and len(self.requests) > limit:
            yield f"{title}: {len(self.requests)} requests, the limit is {limit}"
        for each in self.requests:
            if each.rule == UNEXPLAINED:
                shape = each.shape
                yield f"{title}: unexplained: {shape.kind} {shape.target} (status {shape.status})"


def render(results: Sequence[Result]) -> str:
    """The whole document, in Markdown."""
    sections = [_HEAD, _summary(results), _LEGEND, *map(_section, results)]
    return "\n".join(sections)


def _summary(results: Sequence[Result]) -> str:
    rows = [
        "| program | Headwater | limit | S3A 3.5.0 | Stocator 1.1.4 |",
        "|---|--:|--:|--:|--:|",
        *(_summary_row(each) for each in results),
    ]
    return "\n".join(rows) + "\n"


def _summary_row(result: Result) -> str:
    scenario = result.scenario
    counts = (len(result.requests), scenario.limit, scenario.peers.get("s3a"), scenario.peers.get("stocator"))
    cells = [f"{count:,}" if count is not None else "–" for count in counts]  # noqa: RUF001 (a dash)
    return f"| {' | '.join([scenario.title, *cells])} |"


def _section(result: Result) -> str:
    scenario = result.scenario
    parts = [f"### {scenario.title}: {len(result.requests)}", _program(scenario)]
    if scenario.note:
        parts.append(scenario.note)
    rows = ["| # | request | status | bytes | what for |", "|--:|---|--:|--:|---|"]
    number = 1
    for run in _runs(result.requests):
        rows.append(_row(number, run))
        number += len(run)
    return "\n\n".join([*parts, "\n".join(rows)]) + "\n"


def _program(scenario: Scenario) -> str:
    text = f"hadoop fs {' '.join(scenario.hadoop_fs)}" if scenario.hadoop_fs else scenario.program
    language = "sh" if scenario.hadoop_fs else "python"
    given = [f"with `spark.hadoop.{name}={value}`\n\n" for name, value in scenario.hadoop.items()]
    return f"{''.join(given)}```{language}\n{text}\n```"


def _runs(requests: Sequence[Explained]) -> Iterator[list[Explained]]:
    """The requests one by one, but long runs with the same purpose and status together."""
    for _, group in groupby(requests, key=lambda each: (each.rule, each.shape.status)):
        run = list(group)
        if len(run) > _LONGEST_RUN and run[0].rule != UNEXPLAINED:
            yield run
        else:
            yield from ([each] for each in run)


def _row(number: int, run: Sequence[Explained]) -> str:
    first, last = run[0].shape, run[-1].shape
    numbers = f"{number}" if len(run) == 1 else f"{number} to {number + len(run) - 1}"
    names = f"{first.kind} `{first.target}`" + (f" to `{last.target}`" if len(run) > 1 else "")
    sizes = [each.shape.size for each in run if each.shape.size is not None]
    size = f"{sum(sizes):,}" if sizes else ""
    return f"| {numbers} | {names} | {first.status} | {size} | {run[0].rule.purpose} |"
