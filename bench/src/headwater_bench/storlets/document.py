"""The page `docs/benchmarks/storlets.md`, generated from the results."""

from headwater_bench.core.definitions import text
from headwater_bench.core.pages import made
from headwater_bench.core.tables import spread, table

_TEXT = text(__package__, "page/text.md")


_WHAT = {
    "plain": "plain GET",
    "selected": "GET through the storlet, by the client's clock",
    "engine": "the storlet in the engine",
    "engine_cpu": "the same, seconds of a processor",
    "native": "the same program, native",
    "native_cpu": "the same, seconds of a processor",
}


def render(known: dict) -> str:
    """The complete page in Markdown."""
    seconds = {name: spread(known[name])[0] for name in _WHAT}
    small_plain, small_selected = small(known)
    rows = [[what, f"{seconds[name]:.2f}", f"{rates(known, name)[0]:,.0f}"] for name, what in _WHAT.items()]
    return _TEXT.format(
        made=made(known["made"]),
        table=table(["what", "seconds", "MB/s of the object"], rows),
        mib=known["length"] / 2**20,
        answer=known["answer"],
        share=100 * known["answer"] / known["length"],
        rounds=len(known["plain"]),
        gain=seconds["plain"] / seconds["selected"],
        share_of_native=seconds["native"] / seconds["engine"],
        share_of_native_cpu=seconds["native_cpu"] / seconds["engine_cpu"],
        pairs=len(known["latency"]["plain"]),
        small_plain=small_plain,
        small_selected=small_selected,
        added=small_selected - small_plain,
    )


def rates(known: dict, name: str) -> tuple[float, float, float]:
    """MB of the object per second, over the rounds: median, minimum and maximum."""
    middle, least, most = spread(known[name])
    return tuple(known["length"] / each / 1e6 for each in (middle, most, least))


def small(known: dict) -> tuple[float, float]:
    """The medians of the small GETs in milliseconds, plain and selected."""
    plain, selected = (spread(milliseconds(known, name))[0] for name in ("plain", "selected"))
    return plain, selected


def milliseconds(known: dict, name: str) -> list[float]:
    """Of the small GETs, plain or selected."""
    return [1000 * each for each in known["latency"][name]]
