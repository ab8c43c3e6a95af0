"""The page `docs/storlets/throughput.md`, generated from the results."""

from headwater_bench.core.pages import made
from headwater_bench.core.tables import spread, table

_TEXT = """\
# What a storlet costs and saves

<!-- Written by `headwater bench storlets`: do not edit. -->

An object of {mib:,.0f} MiB, meter readings in ten columns, is stored in an embedded OpenStack Swift, in the
page cache. The csv storlet selects the rows of one meter of a thousand by a prefix of its fifth column:
{answer:,} bytes, {share:.2f}% of the object. In each of {rounds} rounds, after one warm-up round, these
took turns: a plain GET of the object, a GET through the storlet, and the same program built natively, on a
file with the same content. Figures are medians. The engine works with one thread per storlet.

{table}

Through the storlet, the client's answer is {gain:.1f}x faster than the object. The sandbox has
{share_of_native:.2f} of the native speed by the clock, and {share_of_native_cpu:.2f} by processor seconds.

For an object of 1 KiB, {pairs} GETs of each kind took turns, each kind on a separate connection. A plain GET
takes {small_plain:.2f} ms. A GET through the storlet takes {small_selected:.2f} ms. That
is {added:.2f} ms more.

*{made}*
"""


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
