"""The costs of the requests of each workload at the list prices of public clouds."""

from headwater_bench.core import numbers
from headwater_bench.core.pages import made
from headwater_bench.core.results import Results, of_this_version
from headwater_bench.report.figure import Chapter, Figure, Metric, cold, of_metric
from headwater_bench.report.prices import Cloud, load
from headwater_bench.writes.configurations import SWIFT

_RUNS = 1000


def cost(results: Results) -> Chapter:
    """The requests of the first round of each row, on each cloud."""
    figures, mades = [], []
    for kind in ("writes", "reads"):
        if kind in results:
            with of_this_version(f"{kind}.json", f"headwater bench {kind}"):
                known = results[kind]
                mades.append(made(known["made"]))
                figures += [_dollars(known, cloud, kind) for cloud in load()]
    return Chapter(
        "What the requests cost", "headwater bench writes", "benchmarks/requests.md", mades, figures
    )


def _dollars(known: dict, cloud: Cloud, kind: str) -> Figure:
    """Dollars for each row. Swift's API is left out, because these clouds do not have it."""
    rows = {
        name: row | {"peers": {peer: each for peer, each in row["peers"].items() if peer != SWIFT.name}}
        for name, row in known["sections"][0]["rows"].items()
    }
    checked = "from its page" if cloud.verified else "not from its page"
    metric = Metric(
        f"Dollars for {_RUNS:,} runs of {kind}, {cloud.name}",
        "dollars",
        lambda sample: dollars(sample, cloud),
        f"{cloud.tier}, prices of {cloud.looked_up}, {checked} {cloud.source}. {cloud.read}",
        rounds=cold,
        is_compared=True,
    )
    return of_metric(metric, known, {"rows": rows, "latency_ms": 0})


def dollars(sample: dict, cloud: Cloud) -> float:
    """The cost of a thousand runs that send the requests of a sample."""
    return _RUNS * cloud.dollars(numbers.counted(sample))
