"""The page `docs/benchmarks/operations.md`, generated from the results: a table for each call."""

from collections.abc import Sequence

from headwater.embedded.request_log import Kind
from headwater_bench.core import numbers, pages
from headwater_bench.core.definitions import text
from headwater_bench.core.pages import DASH, place
from headwater_bench.core.tables import median_of, spread, table, typical

_HEAD = text(__package__, "page/head.md")

_BESIDE = text(__package__, "page/beside.md")

_DELAYED = text(__package__, "page/delayed.md")

_HEAD_OF_COSTS = ["cpu s", "store s", "requests", "of these", "auth", "KB to", "KB from"]


def render(known: dict) -> str:
    """The complete page in Markdown."""
    first, *others = known["sections"]
    head = _HEAD.format(
        **place(known["made"]),
        objects=known["objects"],
        rounds=first["rounds"],
        files=known["files"],
        beside=_beside(known),
        delayed="".join(
            _DELAYED.format(latency=each["latency_ms"], rounds=each["rounds"]) for each in others
        ),
    )
    return "\n".join([head, *(_of_call(known, name) for name in first["rows"])])


def kinds(sample: dict) -> dict[str, int]:
    """The number of requests of each kind in a sample, most frequent first, without those for a token."""
    counted = [each for each in sample["requests"].items() if each[0] != Kind.AUTH]
    return dict(sorted(counted, key=lambda each: -each[1]))


def _beside(known: dict) -> str:
    """A description of the peers that are not on the store, or an empty text."""
    titles = [title for name, title in known["peers"].items() if name not in known["on_store"]]
    return _BESIDE.format(titles=", ".join(titles), dash=DASH) if titles else ""


def _of_call(known: dict, name: str) -> str:
    call = known["sections"][0]["rows"][name]
    sections = [section for section in known["sections"] if name in section["rows"]]
    times = [f"{section['latency_ms']} ms more" if section["latency_ms"] else "ms" for section in sections]
    rows = [
        [
            known["peers"][peer],
            *(_time(section["rows"][name]["peers"].get(peer)) for section in sections),
            *_costs(result["samples"], is_on_store=peer in known["on_store"]),
        ]
        for peer, result in call["peers"].items()
    ]
    failed = (f"{each}\n" for each in pages.all_failures(known, name))
    parts = [f"## {call['title']}\n", f"`{call['call']}`\n", table(["peer", *times, *_HEAD_OF_COSTS], rows)]
    return "\n".join([*parts, "", call["note"], *failed])


def _time(result: dict | None) -> str:
    if not result or not result["samples"]:
        return DASH
    middle, least, most = spread([1000 * each["seconds"] for each in result["samples"]])
    return f"{middle:,.0f} [{least:,.0f}–{most:,.0f}]"  # noqa: RUF001 (a dash)


def _costs(samples: Sequence[dict], *, is_on_store: bool) -> list[str]:
    if not samples:
        return [DASH] * len(_HEAD_OF_COSTS)
    seconds = [f"{median_of(samples, what):.1f}" for what in ("cpu_seconds", "store_cpu_seconds")]
    if not is_on_store:
        return [*seconds, *[DASH] * (len(_HEAD_OF_COSTS) - len(seconds))]
    middle = typical(samples)
    counted = kinds(middle)
    return [
        *seconds,
        f"{sum(counted.values()):,}",
        numbers.by_kind(counted),
        f"{middle['requests'].get(Kind.AUTH, 0)}",
        f"{middle['bytes_to_store'] / 1000:,.0f}",
        f"{middle['bytes_from_store'] / 1000:,.0f}",
    ]
