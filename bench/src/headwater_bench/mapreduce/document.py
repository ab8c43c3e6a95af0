"""The document `docs/mapreduce.md`: medians of the runs, for each size and connector."""

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from statistics import median

from headwater.requests import Kind
from headwater_bench.mapreduce.measure import Measured

_HEAD = """\
# What MapReduce's reducers wait for

<!-- Written by `headwater bench mapreduce`: do not edit. -->

"Big Data Analytics on Object Stores: A Performance Study" (Rupprecht, Zhang and Hildebrand) ran Hadoop
MapReduce on OpenStack Swift. Its reducers spent 3 to 30 s in calls of the file system, where HDFS needs
about 0.5 s (its figure 1b), and the overhead of the reduce phase grew linearly with the data (figure
1c), because each reducer renames its output, which an object store can only do by copying it. This page
tells what becomes of that with Headwater, and with S3A where it commits by the same renames.

TeraSort of hadoop-mapreduce-examples 3.4.2 sorts rows of the local disk with one reducer, whose output
goes to an embedded OpenStack Swift 2.38.3, by Hadoop 3.5.0's local runner and its FileOutputCommitter,
which is algorithm 2 unless told otherwise. Around each connector lies the same file system, which
measures how long each thread is in its calls; the store's access log tells the requests. Each figure is
the median of {runs} runs, in which the connectors took turns, each run a process of its own, all on one
machine with the store. Seconds depend on the machine and on what else runs there: compare the lines of
a table. S3A's own committers, which do not rename, are not measured: a job has to be told to use one.
"""

_SECONDS = """\
## Seconds in calls of the file system

*Upload* is the reducer's `create`, `write` and `close`; *commit* are its other calls, by which its task
commits. *Job* are the calls of the job's set-up and commit. *Plain file* is what it takes to create,
write and close one file of the same length through the same connector, after the sort, in its process.
*Beyond the upload* is reducer and job together less the plain file: what is waited for and the data do
not explain. Where Headwater keeps a file's last bytes until its task commits, sending them counts as
commit. A value below zero: the reducer's upload ran beside its sorting, the plain file's beside
nothing.
"""

_GROWTH = """\
## Growth

Seconds beyond the upload, and bytes copied in the store, for each further 100 MB of output, between the
smallest and the largest size.
"""

_REQUESTS = """\
## Requests of the whole job
"""

_HEADINGS = {
    "plain file": lambda each: each.upload,
    "reducer": lambda each: each.reducer,
    "its upload": lambda each: each.reducer_upload,
    "its commit": lambda each: each.reducer_commit,
    "job": lambda each: each.job,
    "beyond the upload": lambda each: each.beyond,
}


def render(results: Sequence[Measured]) -> str:
    """The whole document, in Markdown."""
    groups = _groups(results)
    runs = max(len(group) for group in groups)
    sections = [
        *(_HEAD.format(runs=runs), _SECONDS, _seconds(groups)),
        *(_GROWTH, _growth(groups), _REQUESTS, _requests(groups)),
    ]
    return "\n".join(sections)


def _groups(results: Sequence[Measured]) -> list[list[Measured]]:
    """The runs of each size and connector together, in the order of their first."""
    order = list(dict.fromkeys((each.size, each.connector) for each in results))
    ordered = sorted(results, key=lambda each: order.index((each.size, each.connector)))
    return [list(group) for _, group in groupby(ordered, key=lambda each: (each.size, each.connector))]


def _middle(group: Sequence[Measured], figure: Callable[[Measured], float]) -> float:
    return median(figure(each) for each in group)


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]], *, texts: int = 1) -> str:
    """A table whose first `texts` columns are text, the others numbers."""
    rule = ["---"] * texts + ["--:"] * (len(heads) - texts)
    lines = [f"| {' | '.join(row)} |" for row in (heads, *rows)]
    return "\n".join([lines[0], f"|{'|'.join(rule)}|", *lines[1:]]) + "\n"


def _seconds(groups: Sequence[Sequence[Measured]]) -> str:
    rows = [
        [
            group[0].connector,
            _megabytes(group[0].size),
            *(f"{_middle(group, figure):.2f}" for figure in _HEADINGS.values()),
        ]
        for group in groups
    ]
    return _table(["connector", "MB", *_HEADINGS], rows)


def _growth(groups: Sequence[Sequence[Measured]]) -> str:
    grown = {}
    for connector in dict.fromkeys(group[0].connector for group in groups):
        own = [group for group in groups if group[0].connector == connector]
        grown[connector] = _slope(own, lambda each: each.beyond), _slope(own, lambda each: each.copied) / 1e6
    rows = [[name, f"{seconds:.2f}", f"{copied:,.0f}"] for name, (seconds, copied) in grown.items()]
    return _table(["connector", "seconds", "MB copied"], rows) + _finding(grown)


def _finding(grown: Mapping[str, tuple[float, float]]) -> str:
    """A sentence that sets those that copy against those that do not; none if there are not both."""
    without = {name: seconds for name, (seconds, copied) in grown.items() if not copied}
    copying = {name: seconds for name, (seconds, copied) in grown.items() if copied}
    if not without or not copying:
        return ""
    return (
        f"\nWithout copies ({'; '.join(without)}) the wait grows by {max(without.values()):.2f} s at most,\n"
        f"with copies ({'; '.join(copying)}) by {min(copying.values()):.2f} s at least.\n"
    )


def _slope(groups: Sequence[Sequence[Measured]], figure: Callable[[Measured], float]) -> float:
    """What a figure's median grows by for 100 MB; zero if there is one size."""
    smallest = min(groups, key=lambda group: group[0].size)
    largest = max(groups, key=lambda group: group[0].size)
    distance = (largest[0].size - smallest[0].size) / 1e8
    return (_middle(largest, figure) - _middle(smallest, figure)) / distance if distance else 0.0


def _requests(groups: Sequence[Sequence[Measured]]) -> str:
    kinds = [kind for kind in Kind if any(each.kinds[kind] for group in groups for each in group)]
    rows = [
        [
            group[0].connector,
            _megabytes(group[0].size),
            f"{_middle(group, lambda each: each.kinds.total()):,.0f}",
            *(_count(group, kind) for kind in kinds),
            f"{_middle(group, lambda each: each.copied) / 1e6:,.0f}",
        ]
        for group in groups
    ]
    return _table(["connector", "MB", "requests", *kinds, "MB copied"], rows)


def _count(group: Sequence[Measured], kind: Kind) -> str:
    return f"{_middle(group, lambda each: each.kinds[kind]):,.0f}"


def _megabytes(size: int) -> str:
    return f"{size / 1e6:,.0f}"
