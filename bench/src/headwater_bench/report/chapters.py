"""The chapters of the report: the figures of each kind of result."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace

from headwater_bench.core import numbers
from headwater_bench.core.configuration import is_ours
from headwater_bench.core.pages import delay, made
from headwater_bench.core.results import Results, of_kind, of_sizes, of_this_version
from headwater_bench.core.tables import spread
from headwater_bench.data.sizes import in_gib
from headwater_bench.mapreduce import waits
from headwater_bench.pushdown import configurations, queries
from headwater_bench.report.cost import cost
from headwater_bench.report.figure import Chapter, Figure, Mark, Metric, cold, middle, of_metric, of_sections
from headwater_bench.request_counts.document import by_peer
from headwater_bench.storlets.document import rates

_MEGABYTE, _MEBIBYTE = 1e6, 2**20
_FIGURE_5 = "As figure 5 of the Stocator paper."
_FIGURE_1B = "As figure 1b of the performance study."


def _number(name: str, factor: float = 1) -> Callable[[dict], float]:
    return lambda sample: sample[name] / factor


def _requests(sample: dict) -> int:
    return sum(numbers.counted(sample).values())


_TIME = Metric("Time", "s", _number("seconds"), is_compared=True, is_delayed=True)
_COUNT = Metric("Requests", "requests", _requests, rounds=cold, is_compared=True)
_MIDDLE_COUNT = replace(_COUNT, rounds=middle)
_PROCESSOR = Metric("Processor of the process", "s", _number("cpu_seconds"))
_STORE = Metric("Processor of the store", "s", _number("store_cpu_seconds"))
_MEMORY = Metric("Peak memory of the process", "MiB", _number("peak_memory", _MEBIBYTE))
_FROM_STORE = Metric("Bytes read", "MB", _number("bytes_from_store", _MEGABYTE))
_MOVED = (
    Metric("Bytes written", "MB", _number("bytes_to_store", _MEGABYTE), _FIGURE_5),
    Metric(
        "Bytes copied in the store",
        "MB",
        _number("bytes_copied", _MEGABYTE),
        _FIGURE_5,
    ),
)
_OF_WRITES = (_COUNT, _TIME, *_MOVED, _FROM_STORE, _PROCESSOR, _STORE, _MEMORY)
_OF_READS = (_COUNT, _TIME, _FROM_STORE, _PROCESSOR, _STORE)
_OF_OPERATIONS = (_TIME, _MIDDLE_COUNT, _PROCESSOR, _STORE)
_OF_MAPREDUCE = (
    Metric("The reducer's upload", "s", waits.upload, _FIGURE_1B, is_delayed=True),
    Metric("The reducer's commit", "s", waits.commit, _FIGURE_1B, is_delayed=True),
)
_OF_QUERIES = (
    Metric("Time of each query", "s", _number("seconds"), "As figure 8 of the deliverable."),
    Metric("Processor of the process", "s", _number("cpu_seconds"), "As figure 10a."),
    Metric("Peak memory of the process", "MiB", _number("peak_memory", _MEBIBYTE), "As figure 10b."),
    Metric("Bytes from the store", "MB", _number("bytes_from_store", _MEGABYTE), "As figure 10c."),
    Metric("Processor of the store and its engine", "s", _number("store_cpu_seconds"), "As figure 11."),
)


def _writes(known: dict) -> Iterator[Figure]:
    yield from of_sections(_OF_WRITES, known)
    yield _kinds(known, "As figure 4 of the Stocator paper.")


def _reads(known: dict) -> Iterator[Figure]:
    yield from of_sections(_OF_READS, known)
    yield _kinds(known, "First round.")


def _kinds(known: dict, note: str) -> Figure:
    """The requests by kind, over all rows that all peers have."""
    peers = known["peers"]
    rows = [row for row in known["sections"][0]["rows"].values() if numbers.is_measured(row, list(peers))]
    counts = {name: sum((Counter(numbers.requests(row, name)) for row in rows), Counter()) for name in peers}
    marks = [
        Mark(peers[name], kind, number, number, number)
        for name, of_peer in counts.items()
        for kind, number in sorted(of_peer.items())
    ]
    return Figure("Requests by kind, all rows", "requests", marks, note, is_stacked=True)


def _counts(known: dict) -> Iterator[Figure]:
    marks = [
        Mark(program["title"], known["peers"][name], count, count, count, is_ours(name))
        for program in known["programs"].values()
        for name, count in by_peer(program).items()
    ]
    yield Figure("Requests", "requests", marks, is_compared=True)


def _mapreduce(known: dict) -> Iterator[Figure]:
    yield from of_sections(_OF_MAPREDUCE, known)
    for section in known["sections"]:
        marks = [
            Mark("", known["peers"][name], *_spread(samples, waits.beyond), x=row["bytes"] / _MEGABYTE)
            for row in section["rows"].values()
            for name, samples in waits.taken(row).items()
        ]
        title = f"Seconds beyond the upload{delay(section)}"
        note = "As figure 1c of the performance study. Below zero, upload and sort ran at the same time."
        yield Figure(title, "s", marks, note, x="MB of output", is_logarithmic=False)


def _spread(samples: list[dict], value: Callable[[dict], float]) -> tuple[float, float, float]:
    return spread([value(sample) for sample in samples])


def _storlets(known: dict) -> Iterator[Figure]:
    names = ("plain", "selected", "engine", "native")
    marks = [Mark(name, name, *rates(known, name)) for name in names]
    yield Figure("Bytes of the object per second", "MB/s", marks)


def _growth(known: dict) -> Iterator[Figure]:
    for series in known["series"]:
        for title, unit, value in (("requests", "requests", _sent), ("time", "s", _seconds)):
            marks = [
                Mark(f"{x:,} {series['x']}", known["peers"][name], *value(point), is_ours(name), x)
                for name, points in series["points"].items()
                for point in points
                for x in (point["x"],)
            ]
            marks.sort(key=lambda mark: mark.x)
            full_title = f"{series['title']}: {title}"
            yield Figure(full_title, unit, marks, series["note"], x=series["x"], is_compared=True)


def _sent(point: dict) -> tuple[float, float, float]:
    return spread([point["requests"]])


def _seconds(point: dict) -> tuple[float, float, float]:
    return spread(point["seconds"])


def _scale(known: dict) -> Iterator[Figure]:
    clouds = {cloud["name"]: cloud["title"] for cloud in known["inputs"]["clouds"]}
    titles = known["inputs"]["committers"]
    for title, unit, name in (
        ("Predicted time of the commit", "s", "job_commit_s"),
        ("Predicted requests of the job", "requests", "requests"),
        ("Predicted requests in the busiest second", "requests", "peak_requests_per_s"),
    ):
        marks = [
            Mark(clouds[each["cloud"]], titles[each["committer"]], *[each[name]] * 3)
            for each in known["predictions"]
        ]
        yield Figure(title, unit, marks)


def _queries(result: dict, how: str) -> Iterator[Figure]:
    """The seven queries, as rows of a section."""
    titles = {query.name: query.title for query in queries.load()}
    rows = {
        name: {"title": titles[name], "peers": found["configurations"]}
        for name, found in result["queries"].items()
    }
    peers = {each.name: each.title for each in configurations.ALL}
    for metric in _OF_QUERIES:
        of_size = replace(metric, title=f"{metric.title}, {in_gib(result['data']['bytes'])}{how}")
        yield of_metric(of_size, {"peers": peers}, {"rows": rows, "latency_ms": 0})


def _selectivity(result: dict) -> Iterator[Figure]:
    titles = {each.name: each.title for each in configurations.ALL}
    for kind in dict.fromkeys(point["kind"] for point in result["points"]):
        marks = [
            Mark("", titles[name], *spread(_speed_ups(point, name)), x=max(100 - point["dropped"], 0.01))
            for point in result["points"]
            if point["kind"] == kind
            for name in point["configurations"]
        ]
        title = f"Speed-up over selectivity, by {kind}, {in_gib(result['data']['bytes'])}"
        note = "As figures 6, 7 and 9 of the deliverable."
        yield Figure(
            title, "times faster than without pushdown", marks, note, x="% of the data that is needed"
        )


def _speed_ups(point: dict, name: str) -> list[float]:
    off, found = (point["configurations"][each] for each in (configurations.OFF.name, name))
    return [one["seconds"] / other["seconds"] for one, other in zip(off, found, strict=False)]


_PUSHDOWN = "headwater bench pushdown"
_HOW = {"queries": "", "long-splits": ", in long splits", "far": ", far from the store"}


def _pushdown(results: Results) -> Chapter:
    sizes = of_sizes(results, "pushdown")
    figures = [
        figure
        for of_size in sizes
        for name, how in _HOW.items()
        if name in of_size
        for figure in _queries(of_size[name], how)
    ]
    for of_size in sizes:
        figures += _selectivity(of_size["selectivity"]) if "selectivity" in of_size else []
    mades = [made(scenario["made"]) for of_size in sizes for scenario in of_size.values()]
    return Chapter("Pushdown", _PUSHDOWN, "benchmarks/pushdown.md", mades, figures)


_KINDS: dict[str, tuple[str, str, Callable[[dict], Iterator[Figure]]]] = {
    "writes": ("Writing", "benchmarks/writing.md", _writes),
    "reads": ("Reading", "benchmarks/reading.md", _reads),
    "requests": ("Requests of small programs", "benchmarks/requests.md", _counts),
    "growth": ("How cost grows", "benchmarks/growth.md", _growth),
    "operations": (
        "Operations",
        "benchmarks/operations.md",
        lambda known: of_sections(_OF_OPERATIONS, known),
    ),
    "uploads": (
        "Uploads by write policy",
        "benchmarks/uploads.md",
        lambda known: of_sections((_TIME, _MIDDLE_COUNT), known),
    ),
    "mapreduce": ("MapReduce", "benchmarks/mapreduce.md", _mapreduce),
    "storlets": ("Storlets", "benchmarks/storlets.md", _storlets),
    "scale": ("Scale, predicted by a model", "benchmarks/scale.md", _scale),
}


def chapters(results: Results) -> Iterator[Chapter]:
    """All chapters. One without a result has no figures. HeadwaterError for a result of another version."""
    for kind, (title, page, figures) in _KINDS.items():
        command = f"headwater bench {kind}"
        with of_this_version(f"{kind}.json", command):
            known = results.get(kind)
            found = list(figures(known)) if known else []
            yield Chapter(title, command, page, [made(known["made"])] if known else [], found)
    with of_this_version(", ".join(f"{name}.json" for name in of_kind(results, "pushdown")), _PUSHDOWN):
        yield _pushdown(results)
    yield cost(results)
