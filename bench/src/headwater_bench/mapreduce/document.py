"""The page `docs/mapreduce.md`, generated from the results: medians for each size and connector."""

from collections.abc import Iterator, Mapping, Sequence

from headwater.embedded.request_log import Kind
from headwater_bench.core import numbers
from headwater_bench.core.pages import delay, failures, made
from headwater_bench.core.tables import table
from headwater_bench.mapreduce import waits

_HEAD = """\
# What MapReduce's reducers wait for

<!-- Written by `headwater bench mapreduce`: do not edit. -->

"Big Data Analytics on Object Stores: A Performance Study" (Rupprecht, Zhang and Hildebrand) ran Hadoop
MapReduce on OpenStack Swift. Its reducers spent 3 to 30 s in calls of the file system, while HDFS needs
about 0.5 s (its figure 1b). The overhead of the reduce phase grew linearly with the data (figure 1c), because
each reducer renames its output, which an object store can only do by copying it. This page shows the same
for Headwater, and for S3A where it commits by the same renames.

TeraSort of hadoop-mapreduce-examples 3.4.2 sorts rows of the local disk with one reducer. Its output goes to
an embedded OpenStack Swift 2.38.3, by Hadoop 3.5.0's local runner and its FileOutputCommitter, which uses
algorithm 2 by default. The same wrapper file system around each connector measures how long each thread is in
its calls. The store's access log records the requests. Each figure is the median of the given number of runs.
The connectors took turns, in alternating order. Each run was a separate process, and all ran on one machine
with the store. Seconds depend on the machine and on its other load: compare the lines of a table. S3A's own
committers do not rename. They are not measured, because a job must be configured to use one. S3A runs with
`fs.s3a.change.detection.mode=none`. Without it, S3A sends copies with `If-Match`, which Swift's S3 API does
not accept.
"""

_MEANINGS = """\
*Upload* is the reducer's `create`, `write` and `close`. *Commit* is its other calls, by which its task
commits. *Job* is the calls of the job's set-up and commit. *Plain file* is the time to create, write and
close one file of the same length through the same connector, after the sort, in the same process. *Beyond the
upload* is reducer and job together minus the plain file: the wait that the data do not explain. If Headwater
keeps a file's last bytes until its task commits, sending them counts as commit. A value below zero means that
the reducer's upload ran concurrently with its sorting, while the plain file's upload ran alone. *Growth* is
the increase of the seconds beyond the upload, and of the bytes copied in the store, for each further 100 MB
of output, between the smallest and the largest size.
"""

_SECTION = """\
## Seconds in calls of the file system{delay}

Rounds: {rounds}.

{seconds}
{growth}{failures}"""

_GROWTH = """
### Growth{delay}

{growth}
"""

_REQUESTS = """\
## Requests of the complete job

Requests for a token are not included.
"""

_HEADINGS: dict[str, waits.Figure] = {
    "plain file": waits.plain_file,
    "reducer": waits.reducer,
    "its upload": waits.upload,
    "its commit": waits.commit,
    "job": waits.job,
    "beyond the upload": waits.beyond,
}
"""The figures in seconds, by column head."""


def render(known: dict) -> str:
    """The complete page in Markdown."""
    sections = [
        *(_HEAD, _MEANINGS),
        *(_section(known, section) for section in known["sections"]),
        *(_REQUESTS, _table(*requests(known)), f"*{made(known['made'])}*\n"),
    ]
    return "\n".join(sections)


def findings(known: dict) -> Iterator[str]:
    """For each section, a sentence that compares copying connectors with others, if both exist."""
    for section in known["sections"]:
        if finding := _finding(_grown(known, section)):
            yield f"{finding}{delay(section)}"


def megabytes(row: dict) -> str:
    """The output size of the reducer."""
    return f"{row['bytes'] / 1e6:,.0f}"


def seconds(known: dict, section: dict) -> tuple[list[str], list[list[str]]]:
    """Head and rows of a table of the figures in seconds."""
    rows = [
        [title, size, *(f"{waits.middle(samples, figure):.2f}" for figure in _HEADINGS.values())]
        for title, size, samples in _groups(known, section)
    ]
    return ["connector", "MB", *_HEADINGS], rows


def requests(known: dict) -> tuple[list[str], list[list[str]]]:
    """Head and rows of a table of requests by kind, and of the MB copied."""
    groups = list(_groups(known, known["sections"][0]))
    samples = [sample for _, _, group in groups for sample in group]
    kinds = [kind for kind in Kind if any(kind in numbers.counted(sample) for sample in samples)]
    rows = [
        [
            title,
            size,
            f"{waits.middle(group, lambda each: sum(numbers.counted(each).values())):,.0f}",
            *(_count(group, kind) for kind in kinds),
            f"{waits.middle(group, waits.megabytes_copied):,.0f}",
        ]
        for title, size, group in groups
    ]
    return ["connector", "MB", "requests", *kinds, "MB copied"], rows


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    return table(head, rows) + "\n"


def _groups(known: dict, section: dict) -> Iterator[tuple[str, str, list[dict]]]:
    """Title of the connector, MB, and samples of each size and connector."""
    for row in section["rows"].values():
        for name, samples in waits.taken(row).items():
            yield known["peers"][name], megabytes(row), samples


def _section(known: dict, section: dict) -> str:
    return _SECTION.format(
        delay=delay(section),
        rounds=section["rounds"],
        seconds=table(*seconds(known, section)),
        growth=_growth(known, section),
        failures="".join(f"\n{each}\n" for each in failures(known, section)),
    )


def _growth(known: dict, section: dict) -> str:
    """Empty if there is only one size."""
    grown = _grown(known, section)
    if not grown:
        return ""
    rows = [[title, f"{seconds:.2f}", f"{copied:,.0f}"] for title, (seconds, copied) in grown.items()]
    finding = _finding(grown)
    text = table(["connector", "seconds", "MB copied"], rows) + (f"\n\n{finding}." if finding else "")
    return _GROWTH.format(delay=delay(section), growth=text)


def _grown(known: dict, section: dict) -> dict[str, list[float]]:
    """The growth of the seconds beyond the upload and of the MB copied, by connector title."""
    return {
        known["peers"][name]: [
            waits.growth(section, name, figure) for figure in (waits.beyond, waits.megabytes_copied)
        ]
        for name in waits.measured(section)
    }


def _finding(grown: Mapping[str, Sequence[float]]) -> str:
    """A sentence that compares copying connectors with others. Empty if there are not both."""
    without = {title: seconds for title, (seconds, copied) in grown.items() if not copied}
    copying = {title: seconds for title, (seconds, copied) in grown.items() if copied}
    if not without or not copying:
        return ""
    return (
        f"Without copies ({'; '.join(without)}) the wait grows by {max(without.values()):.2f} s at most, "
        f"with copies ({'; '.join(copying)}) by {min(copying.values()):.2f} s at least"
    )


def _count(samples: Sequence[dict], kind: Kind) -> str:
    return f"{waits.middle(samples, lambda each: each['requests'].get(kind, 0)):,.0f}"
