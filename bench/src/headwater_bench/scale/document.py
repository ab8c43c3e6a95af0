"""The page `docs/benchmarks/scale.md`, generated from the results."""

from collections.abc import Sequence
from importlib.resources import files

from headwater_bench.core.definitions import text
from headwater_bench.core.pages import DASH, place
from headwater_bench.core.tables import table
from headwater_bench.scale.checks import CALIBRATION

_HEAD = text(__package__, "page/head.md")

_CLOUD = text(__package__, "page/cloud.md")

_MINUTE, _HOUR = 60, 3600


def render(known: dict) -> str:
    """The complete page in Markdown."""
    clouds = known["inputs"]["clouds"]
    return "\n".join([_head(known), *(_cloud(known, each) for each in clouds), _model(known)])


def _head(known: dict) -> str:
    inputs = known["inputs"]
    return _HEAD.format(
        **inputs["job"] | place(known["made"]),
        growth=inputs["growth"]["command"],
        growth_date=inputs["growth"]["date"],
    )


def _listed(values: dict, form: str) -> str:
    return ", ".join(form.format(*each) for each in values.items())


def _cloud(known: dict, cloud: dict) -> str:
    head = [
        "",
        "commit",
        "tasks",
        "requests",
        "requested in the busiest second",
        "wait per request",
        "driver, manifest",
    ]
    titles = known["inputs"]["committers"]
    rows = [_row(each, titles) for each in known["predictions"] if each["cloud"] == cloud["name"]]
    return _CLOUD.format(
        title=cloud["title"],
        read=1000 * cloud["read_median_s"],
        write=1000 * cloud["write_median_s"],
        limits="Per second it admits " + _listed(cloud["limits"], "{1:,} {0}"),
        rows=table(head, rows),
    )


def _row(prediction: dict, titles: dict[str, str]) -> list[str]:
    peak, limit = prediction["peak_requests_per_s"], prediction["limit_requests_per_s"]
    memory = prediction["driver_memory_bytes"]
    return [
        titles[prediction["committer"]],
        _duration(prediction["job_commit_s"]),
        _duration(prediction["tasks_s"]),
        f"{prediction['requests']:,}",
        f"{peak:,} {prediction['limit_of']}, {peak / limit:.0%} of {limit:,}",
        f"{1000 * prediction['waited_s'] / prediction['requests']:,.0f} ms",
        DASH if memory is None else f"{memory / 1e6:,.0f} MB",
    ]


def _duration(seconds: float) -> str:
    if seconds < _MINUTE:
        return f"{seconds:.1f} s"
    return f"{seconds / _MINUTE:.1f} min" if seconds < _HOUR else f"{seconds / _HOUR:.1f} h"


def _model(known: dict) -> str:
    inputs = known["inputs"]
    job = inputs["job"]
    each = inputs["driver_of_a_task"]
    return (
        files(__package__)
        .joinpath("model.md")
        .read_text(encoding="utf-8")
        .format(
            **job,
            message_us=1e6 * each["message_s"],
            entry_us=1e6 * each["entry_s"],
            entry_bytes=each["manifest_bytes"],
            peak_bytes=each["peak_bytes"],
            calibration=CALIBRATION,
            driver=_driver(inputs["driver"]),
            checks=_checks(known["checks"]),
            sources="\n".join(f"- {cloud['title']}. {cloud['source'].strip()}" for cloud in inputs["clouds"]),
        )
    )


def _driver(commits: Sequence[dict]) -> str:
    head = [
        "tasks",
        "manifest",
        "messages",
        "last tenth of them",
        "commit",
        "of the processor",
        "heap before",
        "peak heap",
    ]
    return table(head, (_commit(each) for each in commits))


def _commit(commit: dict) -> list[str]:
    times = ("messages_cpu_seconds", "last_tenth_cpu_seconds", "commit_seconds", "commit_cpu_seconds")
    sizes = ("held_bytes", "peak_bytes")
    return [
        f"{commit['tasks']:,}",
        f"{commit['manifest_bytes'] / 1e6:.2f} MB",
        *(f"{commit[name]:.3f} s" for name in times),
        *(f"{commit[name] / 1e6:.1f} MB" for name in sizes),
    ]


def _checks(checks: Sequence[dict]) -> str:
    return table(["", "predicted", "measured", "error"], (_check(each) for each in checks))


def _check(check: dict) -> list[str]:
    form = "{:.2f} s" if check["unit"] == "s" else "{:,}"
    error = check["predicted"] / check["measured"] - 1
    return [check["what"], form.format(check["predicted"]), form.format(check["measured"]), f"{error:+.0%}"]
