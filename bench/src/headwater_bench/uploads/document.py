"""The page `docs/uploads.md`, from the results."""

from collections.abc import Callable, Iterator

from headwater_bench import numbers
from headwater_bench.pages import DASH, made
from headwater_bench.tables import median_of, spread, table, typical

_TEXT = """\
# Uploads by write policy

<!-- Written by `headwater bench uploads`: do not edit. -->

What Swifta's authors show of its write policies: a large file put by `hadoop fs -put`, and the job that
prepares HiBench's WordCount, which is RandomTextWriter of hadoop-mapreduce-examples; then WordCount itself
over that text. Each run is a Java process of its own, whose start is in its time; jobs run by Hadoop's local
runner, one task at a time. All are on one machine with an embedded OpenStack Swift: an upload shares
processors and disk with the store here, so that what a policy saves on a network is not seen. Settings are
defaults but for addresses, keys and the policy. File and text have {megabytes:,} MB each.

{how}

## Seconds

Rounds: {rounds}, the policies in turn, each round in the other order. Medians, with the least and the most.

{times}
{failures}
## Requests

Of the median round, with those for a token; then the MB that the store was sent, and those that it copied.

{requests}

*{made}*
"""


def render(known: dict) -> str:
    """The whole page, in Markdown."""
    policies, programs = known["policies"], known["programs"]
    head = ["", *(program["title"] for program in programs.values())]
    rows = {
        cell: [
            [policy["title"], *(_told(program, name, cell) for program in programs.values())]
            for name, policy in policies.items()
        ]
        for cell in (_time, _requests)
    }
    return _TEXT.format(
        made=made(known["made"]),
        megabytes=known["megabytes"],
        rounds=known["rounds"],
        how="\n".join(f"- *{policy['title']}* {policy['how']}." for policy in policies.values()),
        times=table(head, rows[_time]),
        requests=table(head, rows[_requests]),
        failures="".join(f"\n{each}\n" for each in failures(known)),
    )


def failures(known: dict) -> Iterator[str]:
    """What failed, and the first line of why that names an exception."""
    for program in known["programs"].values():
        for name, result in program["policies"].items():
            if result["failure"]:
                lines = result["failure"].strip().splitlines()
                why = next((line for line in lines if "Exception" in line), lines[-1])
                yield f"{program['title']}, {known['policies'][name]['title']}: `{why}`"


def _told(program: dict, name: str, cell: Callable[[list[dict]], str]) -> str:
    result = program["policies"][name]
    return DASH if result["failure"] or not result["samples"] else cell(result["samples"])


def _time(samples: list[dict]) -> str:
    middle, least, most = spread([sample["seconds"] for sample in samples])
    return f"{middle:.1f} ({least:.1f} to {most:.1f})"


def _requests(samples: list[dict]) -> str:
    requests = typical(samples)["requests"]
    told = numbers.told(dict(sorted(requests.items(), key=lambda each: -each[1])))
    sent, copied = (median_of(samples, f"bytes_{what}") / 1e6 for what in ("to_store", "copied"))
    return f"{sum(requests.values()):,}: {told}; {sent:,.0f}; {copied:,.0f}"
