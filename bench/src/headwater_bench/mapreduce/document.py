"""The page `docs/benchmarks/mapreduce.md`, from the results: medians for each size and connector."""

from collections.abc import Iterator, Mapping, Sequence

from headwater.embedded.request_log import Kind
from headwater_bench.core import numbers
from headwater_bench.core.definitions import text
from headwater_bench.core.pages import delay, failures, made
from headwater_bench.core.tables import table
from headwater_bench.mapreduce import waits

_HEAD = text(__package__, "page/head.md")

_MEANINGS = text(__package__, "page/meanings.md")

_SECTION = text(__package__, "page/section.md").rstrip()

_GROWTH = text(__package__, "page/growth.md")

_REQUESTS = text(__package__, "page/requests.md")

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
    body = table(["connector", "seconds", "MB copied"], rows) + (f"\n\n{finding}." if finding else "")
    return _GROWTH.format(delay=delay(section), growth=body)


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
