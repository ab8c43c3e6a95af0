"""The page `docs/benchmarks/uploads.md`, generated from the results."""

from collections.abc import Callable

from headwater_bench.core import numbers
from headwater_bench.core.definitions import text
from headwater_bench.core.pages import DASH, delay, failures, made
from headwater_bench.core.tables import median_of, spread, table, typical

_TEXT = text(__package__, "page/text.md")

_TIMES = text(__package__, "page/times.md").rstrip()


def render(known: dict) -> str:
    """The complete page in Markdown."""
    sections = known["sections"]
    return _TEXT.format(
        made=made(known["made"]),
        megabytes=known["megabytes"],
        how="\n".join(
            f"- *{known['peers'][name]}* {policy['how']}." for name, policy in known["policies"].items()
        ),
        times="\n".join(_times(known, section) for section in sections),
        requests=_table(known, sections[0], _requests),
    )


def _times(known: dict, section: dict) -> str:
    return _TIMES.format(
        delay=delay(section),
        rounds=section["rounds"],
        times=_table(known, section, _time),
        failures="".join(f"\n{each}\n" for each in failures(known, section)),
    )


def _table(known: dict, section: dict, cell: Callable[[list[dict]], str]) -> str:
    """Policies by programs."""
    rows = section["rows"].values()
    lines = [
        [title, *(_cell(row["peers"].get(name), cell) for row in rows)]
        for name, title in known["peers"].items()
    ]
    return table(["", *(row["title"] for row in rows)], lines)


def _cell(result: dict | None, cell: Callable[[list[dict]], str]) -> str:
    return cell(result["samples"]) if result and result["samples"] and not result["failure"] else DASH


def _time(samples: list[dict]) -> str:
    middle, least, most = spread([sample["seconds"] for sample in samples])
    used = (median_of(samples, what) for what in ("cpu_seconds", "store_cpu_seconds"))
    return f"{middle:.1f} ({least:.1f} to {most:.1f}); {'; '.join(f'{each:.1f}' for each in used)}"


def _requests(samples: list[dict]) -> str:
    requests = typical(samples)["requests"]
    kinds = numbers.by_kind(dict(sorted(requests.items(), key=lambda each: -each[1])))
    sent, copied = (median_of(samples, f"bytes_{what}") / 1e6 for what in ("to_store", "copied"))
    return f"{sum(requests.values()):,}: {kinds}; {sent:,.0f}; {copied:,.0f}"
